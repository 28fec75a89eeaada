import { pino, type Logger } from 'pino';

/** Structured logs on standard output. They carry ids, codes and times, never what people wrote or a secret. */
export type Log = Logger;

export function createLog(level: string): Log {
  return pino({
    level,
    base: { app: 'classwright' },
    redact: { paths: ['req.headers.authorization', '*.password', '*.api_token', '*.token'], censor: '[hidden]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
