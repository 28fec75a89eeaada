/**
 * HTTP: the path of a request. Knows endpoints, tokens and rights as such, and no school word.
 * Invariants: a route exists only with a declaration that says who may call it; access is decided before the body is
 * read; every write runs in one transaction; only declared fields leave.
 */
export { type Actor, type CallContext, can, type Handler, implement, type Implementation, Refusal, refuse } from './context.ts';
export { FileAnswer } from './file-answer.ts';
export { PreparedAnswer, prepareAnswer } from './prepared.ts';
export { createHttpServer, type HttpOptions, type HttpServer } from './server.ts';
export { registerStatic } from './static.ts';
export type { UploadedFile } from './upload.ts';
export { deleteOldIdempotencyKeys } from './queries.ts';
