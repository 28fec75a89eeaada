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

/** Creates a switch that lets a log say more, from the level `debug` on, or as much as it was set to. */
export function createLogSwitch(log: Log): (isMore: boolean) => void {
  const asSet = log.level;
  return (isMore) => {
    if (!isMore) log.level = asSet;
    else if (!log.isLevelEnabled('debug')) log.level = 'debug';
  };
}
