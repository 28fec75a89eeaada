import type { Endpoint, HandlerResult } from '@classwright/contract';
import { shareCompressed } from './compress.ts';

/** Returns the body of a successful response: the fields that the endpoint declares, with the envelope's status. */
export function toAnswerBody(endpoint: Endpoint, result: unknown, isBrief = false): object {
  const schema = (isBrief && endpoint.brief) || endpoint.response;
  return { status: 'success', ...(schema.parse(result) as object) };
}

/** A JSON response to a call whose handler commits the effect and the key. */
export class WrittenAnswer {
  readonly httpStatus: number;
  readonly text: string;

  constructor(httpStatus: number, text: string) {
    this.httpStatus = httpStatus;
    this.text = text;
  }
}

/** Writes a response before its effect is committed, so that both are saved together. */
export function writeAnswer<const E extends Endpoint>(endpoint: E, result: HandlerResult<E>): WrittenAnswer {
  return new WrittenAnswer(endpoint.successStatus ?? 200, JSON.stringify(toAnswerBody(endpoint, result)));
}

/** Returns true when a caller asks for the brief form of a response. Source: RFC 7240, section 4.2. */
export function prefersBrief(endpoint: Endpoint, prefer: string | string[] | undefined): boolean {
  return endpoint.brief !== undefined && endpoint.readOnly === true && /(?:^|[,;\s])return\s*=\s*"?minimal"?(?:$|[,;\s])/i.test(String(prefer ?? ''));
}

/** A response that is written once for many callers. `prepareAnswer` creates it. */
export class PreparedAnswer<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  readonly #result: unknown;
  readonly #written = new Map<boolean, Buffer>();

  constructor(endpoint: E, result: unknown) {
    this.endpoint = endpoint;
    this.#result = result;
  }

  /** The result, of which a reading is noted for each caller. */
  get result(): unknown {
    return this.#result;
  }

  /** Returns the body as JSON, in its full or its brief form. */
  bytes(isBrief: boolean): Buffer {
    const known = this.#written.get(isBrief);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify(toAnswerBody(this.endpoint, this.#result, isBrief)));
    shareCompressed(bytes);
    this.#written.set(isBrief, bytes);
    return bytes;
  }
}

/** Writes a read's response once for many callers. Its schema strips undeclared fields, as in every response. */
export function prepareAnswer<const E extends Endpoint & { readonly readOnly: true }>(endpoint: E, result: HandlerResult<E>): PreparedAnswer<E> {
  return new PreparedAnswer(endpoint, result);
}
