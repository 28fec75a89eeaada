import type { authLogin, CallArguments, CallResult, Endpoint } from '@classwright/contract';
import type { Options } from './options.ts';

/** A refusal by the server, with its message. */
export class Refused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type Call = <E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  args?: Partial<CallArguments<E>> & { idempotencyKey?: string },
) => Promise<CallResult<E>>;

/** Creates the calls of one person. */
function createClient(url: string, token: () => string | null): Call {
  return async (method, path, args = {}) => {
    const { query = {}, body, idempotencyKey } = args as { query?: Record<string, unknown>; body?: unknown; idempotencyKey?: string };
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
    const bearer = token();
    const response = await fetch(`${url}/api${path}${search && `?${search}`}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer = (await response.json()) as { status: string; code?: string; message?: string };
    if (answer.status !== 'success') throw new Refused(answer.code ?? String(response.status), answer.message ?? '');
    return answer as never;
  };
}

/** Signs in a person of the demo school with a device. */
export async function signIn({ url, password }: Pick<Options, 'url' | 'password'>, email: string, device: string) {
  const signedOut = createClient(url, () => null);
  const { api_token: token, user } = await signedOut<typeof authLogin>('POST', '/auth/login', { body: { email, password, device } });
  return { call: createClient(url, () => token), token, account: user.account_id };
}
