/** Why a batch update is not carried out; `message` is one line that says what is wrong and where. */
export class UpdateError extends Error {}
