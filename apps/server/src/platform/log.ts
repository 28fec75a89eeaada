import { type DestinationStream, pino, type Logger } from 'pino';

/** Structured logs on standard output. They carry ids, codes and times, never what people wrote or a secret. */
export type Log = Logger;

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: { app: 'classwright' },
    redact: { paths: ['req.headers.authorization', '*.password', '*.api_token', '*.token'], censor: '[hidden]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination ? pino(options, destination) : pino(options);
}
