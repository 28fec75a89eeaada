import { parentPort } from 'node:worker_threads';
import { serveWork } from '../serve-work.ts';

/** Work that fails in every way, and work that succeeds. */
export interface OddWork {
  do: 'count' | 'spin' | 'grow' | 'recurse' | 'throw' | 'die' | 'report imports';
  to?: number;
}

class OddError extends Error {
  readonly problem = 'odd';
  override name = 'OddError';
}

const recurse = (depth: number): number => recurse(depth + 1) + 1;

function* work({ do: what, to = 3 }: OddWork): Generator<number> {
  if (what === 'throw') throw new OddError('odd');
  if (what === 'die') process.exit(3);
  if (what === 'report imports') parentPort?.postMessage({ 'watch:import': ['file:///a.ts'] });
  if (what === 'spin') for (let index = 0; ; index += 1) if (index < 0) yield index;
  if (what === 'recurse') yield recurse(0);
  const kept: unknown[] = [];
  while (what === 'grow') kept.push({ index: kept.length, text: `${kept.length} and more` });
  for (let index = 0; index < to; index += 1) yield index;
}

serveWork((input: OddWork) => ({ batches: work(input), reply: (question: number) => question * 2 }));
