/** HTTP status classes. */

/** Whether the status says that the call was carried out. */
export function is2xx(status: number): boolean {
  return status >= 200 && status <= 299;
}

export function isError(status: number): boolean {
  return status >= 400 && status <= 599;
}
