import type { Endpoint, HandlerResult } from '@classwright/contract';
import { shareCompressed } from './compress.ts';

/** The body of a successful answer: what the endpoint declares and nothing else, with the envelope's status. */
export function toAnswerBody(endpoint: Endpoint, result: unknown, isBrief = false): object {
  const schema = (isBrief && endpoint.brief) || endpoint.response;
  return { status: 'success', ...(schema.parse(result) as object) };
}

/** The answer of a call whose effect and key a handler commits itself; its body is JSON. */
export class WrittenAnswer {
  readonly httpStatus: number;
  readonly text: string;

  constructor(httpStatus: number, text: string) {
    this.httpStatus = httpStatus;
    this.text = text;
  }
}

/** Writes an answer out before its effect is committed, so that both are kept together. */
export function writeAnswer<const E extends Endpoint>(endpoint: E, result: HandlerResult<E>): WrittenAnswer {
  return new WrittenAnswer(endpoint.successStatus ?? 200, JSON.stringify(toAnswerBody(endpoint, result)));
}

/** Whether a caller wants the brief form of an answer. Source: RFC 7240, section 4.2. */
export function prefersBrief(endpoint: Endpoint, prefer: string | string[] | undefined): boolean {
  return endpoint.brief !== undefined && endpoint.readOnly === true && /(?:^|[,;\s])return\s*=\s*"?minimal"?(?:$|[,;\s])/i.test(String(prefer ?? ''));
}

/** An answer that is written out once for the many who get the same one. Made by `prepareAnswer`. */
export class PreparedAnswer<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly #result: unknown;
  readonly #written = new Map<boolean, Buffer>();

  constructor(endpoint: E, result: unknown) {
    this.endpoint = endpoint;
    this.#result = result;
  }

  /** The body as JSON, in its whole or its brief form. */
  bytes(isBrief: boolean): Buffer {
    const known = this.#written.get(isBrief);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify(toAnswerBody(this.endpoint, this.#result, isBrief)));
    shareCompressed(bytes);
    this.#written.set(isBrief, bytes);
    return bytes;
  }
}

/** Writes an answer of a read out for many: its schema strips what it does not declare, as of every answer. */
export function prepareAnswer<const E extends Endpoint & { readonly readOnly: true }>(endpoint: E, result: HandlerResult<E>): PreparedAnswer<E> {
  return new PreparedAnswer(endpoint, result);
}
