/**
 * The number of the wire: calls, events and what they mean. Every call of our pages carries it, every answer under /api
 * and the first message of a socket say the server's. A page whose number is lower is told that it is older than the
 * server. Raised where an older page misses or misreads something; `tools/wire/pinned.ts` asks for the decision.
 */
export const PROTOCOL_VERSION = 3;

/** Calls of pages below this number are refused (CLIENT_TOO_OLD); those between are told and go on. */
export const OLDEST_PROTOCOL = 1;

/** Carries the number, on calls and on answers. A call without it is taken as current: programs follow the OpenAPI document. */
export const PROTOCOL_HEADER = 'x-protocol';
