import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** One call to one process, as it is sent over a line. */
export interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * The ports of the processes that serve people. Each call goes to the next one; ports without a listener are skipped.
 */
export class Ways {
  readonly #ports: readonly number[];
  readonly #agent = new Agent({ keepAlive: true });
  #turn = 0;

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  /** Returns the ports, the next one first. */
  inTurn(): number[] {
    this.#turn += 1;
    return this.#ports.map((_, at) => this.#ports[(this.#turn + at) % this.#ports.length] as number);
  }

  /** @throws when the connection breaks before there is a response, or nobody listens. */
  async send(sent: Sent, signal: AbortSignal): Promise<Answer> {
    let refused: unknown;
    for (const port of this.inTurn()) {
      try {
        return await this.#sendTo(port, sent, signal);
      } catch (error) {
        if ((error as { code?: string }).code !== 'ECONNREFUSED') throw error;
        refused = error;
      }
    }
    throw refused;
  }

  #sendTo(port: number, { method, path, headers, body }: Sent, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const call = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...length }, agent: this.#agent, signal }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
        reply.on('error', reject);
        reply.on('close', () => reply.complete || reject(new Error('the answer broke off')));
      });
      call.on('error', reject);
      call.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const PATIENCE_MS = 8_000;

/** Makes a call without a page: over a line without faults, or over a phone's. Null if there was no response. */
export async function callPlainly(
  ways: Pick<Ways, 'send'>,
  token: string | null,
  method: string,
  path: string,
  { query = {}, body, key, patienceMs = PATIENCE_MS }: { query?: Record<string, unknown>; body?: unknown; key?: string; patienceMs?: number } = {},
): Promise<{ status: number; body: Record<string, never> & { code?: string } } | null> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
  const headers = {
    accept: 'application/json',
    prefer: 'return=minimal',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
  };
  const sent = { method, path: `/api${path}${search && `?${search}`}`, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  try {
    const { status, text } = await ways.send(sent, AbortSignal.timeout(patienceMs));
    return { status, body: JSON.parse(text) as never };
  } catch {
    return null;
  }
}
