import type { Source } from '../house-rules/source.ts';
import { type Chance, createChance } from '../simulate-class/chance.ts';
import { type Fault, listFaults } from './list-faults.ts';

const ROOM =
  /^(?:apps\/server\/src\/(?:modules\/[^/]+\/[^/]+|platform(?:\/[^/]+(?=\/))?)|apps\/web\/src\/(?:features\/[^/]+\/[^/]+|[^/]+(?=\/))|packages\/(?:rules|contract)\/src(?:\/[^/]+(?=\/))?)/;
/** Files without behavior of their own: tests and their helpers, generated files, words, drawings, and pages of the demo school. */
const LEFT_OUT = /\.(?:test|gen)\.tsx?$|(?:^|\/)(?:testing|messages|icons|styles|theme)\/|\/(?:messages|icons?|warm-up|metrics|histograms)\.tsx?$|\.bench\.ts$/;

/** The module that a file belongs to, or null for a file that gets no faults. */
export function roomOf(path: string): string | null {
  return LEFT_OUT.test(path) ? null : (ROOM.exec(path)?.[0] ?? null);
}

export interface Wanted {
  seed: number;
  count: number;
  /** Only files whose path begins with this. */
  only?: string;
}

/**
 * Chooses `count` faults by a seed, spread evenly over all modules: those in the order of their names, every nth, from a
 * random one on. Within a module first the kind is drawn and then the place, so that frequent kinds do not hide the rare ones.
 */
export function chooseFaults(sources: readonly Source[], { seed, count, only = '' }: Wanted): Fault[] {
  const chance = createChance(Math.imul(seed, 0x9e3779b1));
  const chosen = sources.filter(({ path }) => path.startsWith(only) && roomOf(path) !== null);
  const rooms = [...Map.groupBy(chosen, ({ path }) => roomOf(path) as string)].sort(([left], [right]) => (left < right ? -1 : 1));
  const faultsOf = new Map(rooms.map(([room, files]) => [room, files.flatMap(listFaults)] as const).filter(([, faults]) => faults.length > 0));
  const names = [...faultsOf.keys()];
  if (names.length === 0) return [];
  const first = chance.next() * names.length;
  const drawn: Fault[] = [];
  for (let at = 0; at < count; at += 1) {
    const room = names[Math.floor(first + (at * names.length) / count) % names.length] as string;
    const left = (faultsOf.get(room) as Fault[]).filter((fault) => !drawn.includes(fault));
    if (left.length > 0) drawn.push(draw(left, chance));
  }
  return drawn;
}

function draw(faults: readonly Fault[], chance: Chance): Fault {
  const kinds = [...Map.groupBy(faults, ({ kind }) => kind).values()];
  return chance.pick(chance.pick(kinds));
}
