/**
 * HTTP: the path of a request. Knows endpoints, tokens and rights, but nothing about schools. Invariants: a route
 * exists only with a declaration of who may call it; access is decided before the body is read; every write runs in one
 * transaction; only declared fields are sent.
 */
export {
  type Actor,
  type TokenLimit,
  type Grants,
  type Person,
  type CallContext,
  can,
  implement,
  implementOpened,
  implementProtocol,
  type Implementation,
  type ProtocolHandler,
  Refusal,
  refuse,
  type Call,
} from './context.ts';
export { requireConfirmed } from './confirmed.ts';
export { FileAnswer, RedirectAnswer } from './file-answer.ts';
export { type AskedTable, implementLarge, pointsOf } from './large-answer.ts';
export { readColumns, type TableText } from './large-queries.ts';
export { PreparedAnswer, prepareAnswer, WrittenAnswer, writeAnswer } from './prepared.ts';
export { FRAMED_BY_US, type PagePolicy } from './security.ts';
export { createHttpServer, type FailureForm, type HttpOptions, type HttpServer } from './server.ts';
export { registerStatic } from './static.ts';
export { inTurn } from './form-pace.ts';
export type { FileRoom, StagedFile } from './received-files.ts';
export { idempotencyKeyOf, keepAnswer, type OnceCall, getKeptAnswer } from './idempotency.ts';
export { deleteOldIdempotencyKeys, joinKeptResults, type KeptColumns, keptColumns, type KeptResult, saveAnswers, toKeptResult } from './queries.ts';
export { markPhone } from './phones.ts';
