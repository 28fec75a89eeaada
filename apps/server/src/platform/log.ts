import { type DestinationStream, pino, type Logger } from 'pino';

/** Structured logs on standard output. They contain ids, codes and times, never texts that people wrote or secrets. */
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
