/** Words by which a person is found in texts that may repeat them. */
export interface Traces {
  firstName: string;
  lastName: string;
  /** The full name; '' for an account without one. */
  fullName: string;
  email: string;
  /** The ids that other systems have for the person. */
  outsideIds: readonly string[];
}

/** A person who is sought: the id of the account, and the words. */
export interface Sought {
  from: number;
  traces: Traces;
}

/** People to be found in texts, many at a time. */
export interface SoughtPeople<P extends Sought> {
  /** A pattern of PostgreSQL that matches each text in which one of them may stand, and others. */
  pattern: string;
  /** Returns those who may stand in a text: by a name, an address, an outside id, or the number of the account. */
  listIn: (text: string) => P[];
  /** A pattern of PostgreSQL for full names alone; null where nobody has one of several words. */
  namePattern: string | null;
  /** Returns those whose full name stands in a text. */
  listNamedIn: (text: string) => P[];
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const fold = (text: string): string => text.toLocaleLowerCase('en');

/** Returns the longest word of a text, which each text that repeats it has too. */
const longestWord = (text: string): string => (text.match(WORD) ?? []).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

/** Prepares people to be found in texts: each text is looked at once, however many they are. */
export function seekPeople<P extends Sought>(people: readonly P[]): SoughtPeople<P> {
  const byWord = new Map<string, P[]>();
  const byName = new Map<string, P[]>();
  // A database folds some letters to others than we do, so it seeks the words as they are.
  const [words, names] = [new Set<string>(), new Set<string>()];
  const add = (index: Map<string, P[]>, asked: Set<string>, own: string, person: P): void => {
    if (own === '') return;
    asked.add(own);
    const word = fold(own);
    const known = index.get(word);
    if (known?.includes(person)) return;
    if (known) known.push(person);
    else index.set(word, [person]);
  };
  for (const person of people) {
    const { fullName, email, outsideIds } = person.traces;
    for (const text of [fullName, email.split('@')[0]!, email, ...outsideIds]) add(byWord, words, longestWord(text), person);
    add(byWord, words, String(person.from), person);
    if (hasSeveralWords(fullName)) add(byName, names, longestWord(fullName), person);
  }
  const numbers = people.map(({ from }) => String(from));
  return {
    pattern: [...[...words].filter((word) => !numbers.includes(word)), `\\m(?:${numbers.join('|')})\\M`].join('|'),
    listIn: (text) => [...new Set([...fold(text).matchAll(WORD)].flatMap(([word]) => byWord.get(word) ?? []))],
    namePattern: names.size === 0 ? null : [...names].join('|'),
    listNamedIn: (text) => {
      const folded = fold(text);
      return [...byName].flatMap(([word, named]) => (folded.includes(word) ? named.filter(({ traces }) => folded.includes(fold(traces.fullName))) : []));
    },
  };
}

const hasSeveralWords = (name: string): boolean => name.includes(' ');
