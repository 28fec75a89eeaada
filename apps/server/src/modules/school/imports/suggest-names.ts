import { computeEditDistance } from '@classwright/rules/questions/index';

const MOST_SUGGESTED = 2;
const SHORTEST_COMPARED = 4;
const LONGEST_COMPARED = 40;
const MOST_SLIPS = 3;

/** A row of a list that a text may name. */
export interface Choice {
  id: number;
  name: string;
}

/** Returns the key that spellings of one name share; "Teacher" equals "Teachers". */
export function toNameKey(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
    .trim()
    .replace(/(?<=..)s$/, '');
}

/** Suggests names that a text may have meant: misspelled, or one contains the other; nearest first. */
export function suggestNames(text: string, choices: readonly Choice[]): Choice[] {
  const wanted = toNameKey(text);
  if (wanted === '') return [];
  return choices
    .map((choice) => ({ choice, distance: distanceOf(wanted, toNameKey(choice.name)) }))
    .filter(({ distance }) => distance !== null)
    .sort((one, other) => (one.distance as number) - (other.distance as number))
    .slice(0, MOST_SUGGESTED)
    .map(({ choice }) => choice);
}

/** Returns the distance of two names, or null if they are unrelated. */
function distanceOf(wanted: string, name: string): number | null {
  const [shorter, longer] = wanted.length < name.length ? [wanted, name] : [name, wanted];
  if (shorter.length < SHORTEST_COMPARED) return null;
  if (longer.includes(shorter)) return longer.length - shorter.length;
  const beginning = longer.split(' ').slice(0, shorter.split(' ').length).join(' ');
  const slips = Math.min(slipsBetween(shorter, longer), slipsBetween(shorter, beginning) + longer.length - beginning.length);
  return Number.isFinite(slips) ? slips : null;
}

/** Returns the number of typing errors between two names; infinite beyond a plausible number. */
function slipsBetween(one: string, other: string): number {
  const most = Math.min(MOST_SLIPS, Math.floor(one.length / 4) + 1);
  if (one.length > LONGEST_COMPARED || Math.abs(one.length - other.length) > most) return Infinity;
  const slips = computeEditDistance([...one], [...other]);
  return slips <= most ? slips : Infinity;
}
