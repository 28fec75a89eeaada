import type { Traces } from '../../../../platform/personal-data/seek-people.ts';

/** The person that is removed, and the words that stand in the person's place. */
export interface Scrubbed {
  from: number;
  to: number;
  traces: Traces;
  /** The first name and the number of the account without a name. */
  called: { firstName: string; number: string };
}

/** Names of fields whose numbers are ids of accounts, as the product's JSON writes them. */
const PERSON_KEY =
  /(^|_)(account|person|student|teacher|user|owner|creator|member|author|actor|asked_by|hidden_by|reader)(_?ids?)?$|(account|person|student|teacher|user|owner|creator|member|author|actor)Ids?$/i;
const FIRST = /^(first_?name|given_?name)$/i;
const LAST = /^(last_?name|family_?name)$/i;

/**
 * Removes a person from a value that the program wrote: full names, addresses and outside ids in texts, first and last
 * names that stand next to each other, and the id in fields that hold ids of accounts. Returns the same value when the
 * person does not stand in it.
 */
export function scrub(value: unknown, person: Scrubbed, key = ''): unknown {
  if (typeof value === 'string') return scrubText(value, person);
  if (typeof value === 'number') return value === person.from && PERSON_KEY.test(key) ? person.to : value;
  if (Array.isArray(value))
    return keepSame(
      value,
      value.map((one) => scrub(one, person, key)),
    );
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const isNamed =
    entries.some(([name, one]) => FIRST.test(name) && isSame(one, person.traces.firstName)) &&
    entries.some(([name, one]) => LAST.test(name) && isSame(one, person.traces.lastName));
  const scrubbed = Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      isNamed && FIRST.test(name) ? person.called.firstName : isNamed && LAST.test(name) ? person.called.number : scrub(one, person, name),
    ]),
  );
  return keepSame(value, scrubbed);
}

/** Empties every text of a value that is about the person, and removes the id. Numbers and marks stay. */
export function emptyTexts(value: unknown, person: Scrubbed, key = ''): unknown {
  if (typeof value === 'string') return value === '' ? value : '–';
  if (Array.isArray(value))
    return keepSame(
      value,
      value.map((one) => emptyTexts(one, person, key)),
    );
  if (value === null || typeof value !== 'object') return scrub(value, person, key);
  return keepSame(value, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, emptyTexts(one, person, name)])));
}

/** Removes a person from a text: the full name between other words, addresses, outside ids, and ids such as `user-12`. */
function scrubText(text: string, person: Scrubbed): string {
  let result = text;
  for (const [pattern, instead] of patternsOf(person)) result = result.replaceAll(pattern, instead);
  return result;
}

type Replacement = (found: string, word: string, link: string) => string;
const known = new WeakMap<Scrubbed, [RegExp, Replacement][]>();

/** Returns the patterns of a person's words, each with what stands in its place. They are made once for a person. */
function patternsOf(person: Scrubbed): [RegExp, Replacement][] {
  const made = known.get(person);
  if (made) return made;
  const { from, to, traces, called } = person;
  const words: (readonly [string, string])[] = [
    [traces.fullName, `${called.firstName} ${called.number}`],
    [traces.email, `${called.number}@erased.invalid`],
    ...traces.outsideIds.map((id) => [id, called.number] as const),
  ];
  const patterns: [RegExp, Replacement][] = words
    .filter(([word]) => word !== '')
    .map(([word, instead]) => [new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(word)}(?![\\p{L}\\p{N}])`, 'giu'), () => instead]);
  patterns.push([new RegExp(`\\b(user|account|person|student|teacher)(s?[-:/_=])${from}\\b`, 'gi'), (_, word, link) => `${word}${link}${to}`]);
  known.set(person, patterns);
  return patterns;
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const isSame = (value: unknown, word: string): boolean =>
  typeof value === 'string' && word !== '' && value.toLocaleLowerCase('en') === word.toLocaleLowerCase('en');

const keepSame = (before: object, after: object): object => (JSON.stringify(before) === JSON.stringify(after) ? before : after);
