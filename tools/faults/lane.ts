import { isHere } from './broker.ts';
import { Installation } from './installation.ts';
import { type Bus, makePlan } from './plan.ts';
import { buildProgram } from './program.ts';
import { runStorm, type StormResult } from './storm.ts';

export type ToLane = { seed: number } | 'end';
export interface FromLane {
  /** Null when the lane has started and takes its first. */
  seed: number | null;
  result: StormResult | null;
  /** The reason why the storm could not finish; null if it did. */
  broke: string | null;
  /** True when the lane ends with it, and takes no other one. */
  isLast?: boolean;
}

/** Runs one installation after the other, each kept while storms need its kind, and one storm at a time. */
const program = await buildProgram();
const brokers = { redis: isHere('redis'), nats: isHere('nats') };
let installation: Installation | null = null;
let bus: Bus | null = null;
let underWay: number | null = null;

/** The time that ending everything may take after a crash. */
const STOP_MS = 15_000;

const tell = (message: FromLane): void => void process.send?.(message);
const end = async (): Promise<never> => {
  await installation?.stop();
  process.exit(0);
};

process.on('message', (message: ToLane) => {
  if (message === 'end') return void end();
  void run(message.seed).then(tell);
});
process.on('SIGINT', () => undefined); // the process that started this one decides when
process.on('SIGTERM', () => void end());
process.on('disconnect', () => void end());
tell({ seed: null, result: null, broke: null });

/**
 * An error that nobody awaited fails the seed that is under way. What the lane started ends with it: the process that
 * started the lane ends the rest, and starts another one.
 */
async function crash(error: unknown): Promise<void> {
  if (underWay === null) console.error(explain(error));
  else tell({ seed: underWay, result: null, broke: explain(error), isLast: true });
  setTimeout(() => process.exit(1), STOP_MS).unref();
  try {
    await installation?.stop();
  } finally {
    process.exit(1);
  }
}
process.on('uncaughtException', (error) => void crash(error)).on('unhandledRejection', (error) => void crash(error));

const explain = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

async function run(seed: number): Promise<FromLane> {
  const plan = makePlan(seed);
  const wanted = plan.bus === 'database' || brokers[plan.bus] ? plan.bus : 'database';
  underWay = seed;
  try {
    if (installation === null || wanted !== bus || !installation.isWhole()) {
      await installation?.stop();
      installation = await Installation.start(wanted);
      bus = wanted;
    }
    const result = await runStorm(installation, program, plan);
    return { seed, result, broke: null };
  } catch (error) {
    const broke = explain(error);
    await installation?.stop().catch(() => undefined);
    installation = null;
    return { seed, result: null, broke };
  }
}
