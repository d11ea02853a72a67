/** Calls a sandbox for tests: with tokens, bodies as objects or texts, and answers as JSON. */
import { operations } from '../../contracts/generated/operations.ts';
import { FIXED_TIME } from '../sandbox/clock.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/create-sandbox.ts';
import type { Api, SandboxOperation } from '../sandbox/request-and-response.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed text, for tests that know what to expect. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it asserts.
  readonly json: any;
}

export interface Sent {
  readonly token?: string | undefined;
  readonly body?: object | string | undefined;
  readonly headers?: Record<string, string>;
  /** Before the path of the operation. */
  readonly prefix?: string;
}

export class SandboxCaller {
  readonly sandbox: Sandbox;

  constructor(options: SandboxOptions = {}) {
    this.sandbox = createSandbox({ seed: 1, fixedTime: FIXED_TIME, ...options });
  }

  /** Calls a documented operation. */
  operate(
    operationId: SandboxOperation,
    { token, body, headers = {}, prefix = '' }: Sent = {},
  ): Promise<Reply> {
    const { document, method, path, encoding } = operations[operationId];
    const type = encoding === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    return this.call(document === 'access' ? 'access' : 'webForm', method, prefix + path, {
      body: encoding === 'form' && typeof body === 'object' ? `${new URLSearchParams({ ...body })}` : body,
      headers: {
        ...(encoding !== 'none' && { 'content-type': type }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
  }

  /** Calls an operation with the token of anna. */
  async asUser(operationId: SandboxOperation, body?: object | string): Promise<Reply> {
    return this.operate(operationId, { token: await this.userToken(), body });
  }

  async asClient(operationId: SandboxOperation, body?: object | string): Promise<Reply> {
    return this.operate(operationId, { token: await this.clientToken(), body });
  }

  control(method: string, path: string, body?: object | string, headers: Record<string, string> = {}) {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    return this.call('control', method, path, { headers: { ...type, ...headers }, body });
  }

  async call(api: Api, method: string, url: string, { body = '', headers = {} }: Sent = {}): Promise<Reply> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await this.sandbox.call(api, { method, url, headers, body: text });
    const isJson = response.headers['content-type'] === 'application/json';
    const json = isJson ? JSON.parse(response.body) : undefined;
    return { status: response.status, headers: response.headers, text: response.body, json };
  }

  async clientToken(): Promise<string> {
    const { id, secret } = this.sandbox.client;
    const body = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    return (await this.operate('createToken', { body })).json.access_token;
  }

  /** The token of a user, who is created unless the world has them. */
  async userToken(username = 'anna', password = 'example-password'): Promise<string> {
    await this.operate('createUser', { token: await this.clientToken(), body: { id: username, password } });
    const { id, secret } = this.sandbox.client;
    const body = { grant_type: 'password', client_id: id, client_secret: secret, username, password };
    return (await this.operate('createToken', { body })).json.access_token;
  }
}
