import type { Endpoint, HandlerResult } from '@classwright/contract';

/** The body of a successful answer: what the endpoint declares and nothing else, with the envelope's status. */
export function toAnswerBody(endpoint: Endpoint, result: unknown): object {
  return { status: 'success', ...(endpoint.response.parse(result) as object) };
}

/** An answer that was written out once for the many who get the same one. Made by `prepareAnswer`. */
export class PreparedAnswer<E extends Endpoint = Endpoint> {
  readonly endpoint: E;
  /** The body as JSON. */
  readonly bytes: Buffer;

  constructor(endpoint: E, bytes: Buffer) {
    this.endpoint = endpoint;
    this.bytes = bytes;
  }
}

/** Writes an answer of a read out for many: its schema has stripped what it does not declare, as of every answer. */
export function prepareAnswer<const E extends Endpoint & { readonly readOnly: true }>(endpoint: E, result: HandlerResult<E>): PreparedAnswer<E> {
  return new PreparedAnswer(endpoint, Buffer.from(JSON.stringify(toAnswerBody(endpoint, result))));
}
