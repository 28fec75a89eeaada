/**
 * The version of the wire: calls, events and their meaning. Every call of our pages sends it; every answer under /api
 * and the first message of a socket carry the server's. A page with a lower version is asked to reload. Raise it when
 * an older page would miss or misread something; `tools/wire/pinned.ts` asks for the decision.
 */
export const PROTOCOL_VERSION = 6;

/**
 * The oldest accepted version. Calls of older pages are refused (CLIENT_TOO_OLD); pages between it and the current
 * version continue with a notice.
 */
export const OLDEST_PROTOCOL = 1;

/**
 * The header with the version, on calls and on answers. A call without it counts as current: programs follow the
 * OpenAPI document.
 */
export const PROTOCOL_HEADER = 'x-protocol';
