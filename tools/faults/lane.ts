import { isRedisHere } from './broker.ts';
import { Installation } from './installation.ts';
import { makePlan, type Plan } from './plan.ts';
import { buildProgram } from './program.ts';
import { runStorm, type StormResult } from './storm.ts';

export type ToLane = { seed: number } | 'end';
export interface FromLane {
  /** Null when the lane has started and takes its first. */
  seed: number | null;
  result: StormResult | null;
  /** The reason why the storm could not finish; null if it did. */
  broke: string | null;
}

/** Runs one installation after the other, each kept while storms need its kind, and one storm at a time. */
const program = await buildProgram();
const hasRedis = isRedisHere();
let installation: Installation | null = null;
let bus: Plan['bus'] | null = null;

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

async function run(seed: number): Promise<FromLane> {
  const plan = makePlan(seed);
  const wanted = hasRedis ? plan.bus : 'database';
  try {
    if (installation === null || wanted !== bus || !installation.isWhole()) {
      await installation?.stop();
      installation = await Installation.start(wanted);
      bus = wanted;
    }
    const result = await runStorm(installation, program, plan);
    return { seed, result, broke: null };
  } catch (error) {
    const broke = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await installation?.stop().catch(() => undefined);
    installation = null;
    return { seed, result: null, broke };
  }
}
