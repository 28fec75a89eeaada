import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word of the trial data with its sources' ratings. */
export interface RatedWord {
  word: string;
  lang: string;
  sources: readonly string[];
  /** The rating from 0 (usually innocent) to 2 (surely profane). */
  sureness?: number;
  /** The rating from 1 (mild) to 4 (extreme). */
  severity?: number;
  ratings?: Readonly<Record<string, number>>;
}

export interface Corpora {
  words: RatedWord[];
  /** Names of people: every part that may appear alone in a text. */
  names: string[];
  /** Texts in which nothing should be replaced, by name. */
  innocent: Readonly<Record<string, string[]>>;
  labelled: { text: string; label: 'profane' | 'clean' }[];
  /** Strings that break programs. */
  naughty: string[];
}

/** Reads the folder of trial data. */
export function readCorpora(folder: string): Corpora {
  const lines = <Row>(...path: string[]): Row[] =>
    readFileSync(join(folder, ...path), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Row);
  const texts = (name: string): string[] => lines<{ text: string }>('profanity', name).map(({ text }) => text);
  const people = ['edge-names.jsonl', 'popular-names.jsonl'].flatMap((file) => lines<{ name: string; romanized?: string }>('names', file));
  const names = people.flatMap(({ name, romanized }) => (romanized ? [name, romanized] : [name]));
  const labelled = lines<Corpora['labelled'][number]>('profanity', 'labelled-messages.jsonl');
  return {
    words: lines<RatedWord>('profanity', 'words.jsonl'),
    names,
    innocent: {
      'clean school sentences': texts('clean-sentences.jsonl'),
      'names of people': names,
      'words that hold a profane one': lines<{ word: string }>('profanity', 'false-positive-words.jsonl').map(({ word }) => word),
      'phrases that hold a profane word': texts('false-positive-phrases.jsonl'),
      'messages labelled clean': labelled.filter(({ label }) => label === 'clean').map(({ text }) => text),
      'stems of school questions': lines<{ stem: string }>('questions', 'mmlu.jsonl').map(({ stem }) => stem),
    },
    labelled,
    naughty: lines<{ s: string }>('names', 'big-list-of-naughty-strings.jsonl').map(({ s }) => s),
  };
}

/**
 * Selects the words of the trial data that a school would list: those that a source is sure about. Leaves out usually
 * innocent ones, mild ones, words of two letters, and words that are also someone's name.
 */
export function selectListed({ words, names }: Corpora, language: string | null): string[] {
  const nameParts = new Set(names.flatMap((name) => name.toLowerCase().split(/[\s-]+/)));
  const listed = words.filter(
    (rated) =>
      (language === null || rated.lang === language) &&
      isSurelyProfane(rated) &&
      countLetters(rated.word) >= 3 &&
      !nameParts.has(rated.word.trim().toLowerCase()),
  );
  return [...new Set(listed.map(({ word }) => word))];
}

function isSurelyProfane({ sources, sureness, severity, ratings }: RatedWord): boolean {
  if (sureness === 0) return false;
  if (severity !== undefined) return severity >= 2;
  if (sureness !== undefined) return sureness === 2;
  return ratings ? Math.max(...Object.values(ratings)) >= 2 : sources.includes('LDNOOBW');
}

/** Counts letters. Two characters of a script without an alphabet are a word. */
function countLetters(word: string): number {
  return /^[\p{Script=Latin}\P{L}]+$/u.test(word) ? (word.match(/[\p{L}\d]/gu)?.length ?? 0) : 3;
}
