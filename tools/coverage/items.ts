// The product's promises, item by item: docs/coverage.tsv, maintained by hand, and the ids in titles of tests that
// prove them.
import { join } from 'node:path';
import { repository } from '../house-rules/source.ts';
import type { Title } from './titles.ts';

/** Maintained by hand. */
export const itemsFile = join(repository, 'docs/coverage.tsv');
/** Written by `npm run coverage` for reading, and not committed. */
export const pageFile = join(repository, 'dist/coverage.md');

const states = ['built', 'unproven', 'to come'] as const;

export interface Item {
  /**
   * The item's id, a letter and three digits: K, L and Q for the specification, B for items beyond it, with four digits
   * from B1000 on.
   */
  id: string;
  /** `built` has a test that proves it, `unproven` has none, `to come` is not built yet. */
  state: (typeof states)[number];
  /** A heading of the page. ` / ` separates it from one below it. */
  section: string;
  words: string;
  /** The files that implement it, for a reader. */
  where: string;
  /** Further notes on its proof: a bench, or what was checked by eye. */
  note: string;
}

/** Four digits are only for B: P0001 is a PostgreSQL code. */
const ID = /^(?:[A-Z]\d{3}|B\d{4})$/;

/** An item of one word says nothing that a test could prove. */
const SEVERAL_WORDS = /\S \S/;

const columns = ['id', 'state', 'section', 'item', 'where it lives', 'note'];

/**
 * Parses the list: one item per line, up to six columns separated by tabs, with a header line. @throws Error naming the
 * invalid line.
 */
export function parseItems(text: string): Item[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== columns.join('\t')) throw new Error(`The first line names the columns: ${columns.join(', ')}.`);
  return lines.map((line, at) => {
    const cells = line.split('\t');
    const [id = '', state, section = '', words = '', where = '', note = ''] = cells;
    const known = states.find((name) => name === state);
    if (cells.length > columns.length || !ID.test(id) || !known || !section || !SEVERAL_WORDS.test(words))
      throw new Error(`Line ${at + 2} is no item: ${line}`);
    return { id, state: known, section, words, where, note };
  });
}

/**
 * Returns the ids in a title: `[K084]`, `[K084] [K085]`, `[Q043–Q049]`; and `['Q244', …]` in a row of the table that
 * fills the title.
 */
export function readMarks({ title, rows }: Pick<Title, 'title' | 'rows'>): string[] {
  const filled = /%|\$/.test(title) ? rows.flatMap((row) => /^\[?([A-Z]\d{3}|B\d{4})\b/.exec(row)?.[1] ?? []) : [];
  return [...[...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inner]) => expand(inner as string)), ...filled];
}

function expand(text: string): string[] {
  const range = /^([A-Z])(\d{3,4})[–-]\1(\d{3,4})$/.exec(text);
  if (!range) return ID.test(text) ? [text] : [];
  const [, letter, from, to] = range as unknown as [string, string, string, string];
  return Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_, at) => letter + String(Number(from) + at).padStart(3, '0'));
}

/** Returns the titles with each id, in the order of the files. */
export function groupByMark(titles: readonly Title[]): Map<string, Title[]> {
  const groups = new Map<string, Title[]>();
  for (const title of titles) for (const id of readMarks(title)) groups.set(id, [...(groups.get(id) ?? []), title]);
  return groups;
}

/** Returns the mismatches between the list and the titles, a sentence each. */
export function findProblems(items: readonly Item[], titles: readonly Title[]): string[] {
  const marks = groupByMark(titles);
  const byId = new Map(items.map((item) => [item.id, item]));
  const problems: string[] = [];
  for (const [at, { id, state, words }] of items.entries()) {
    if (byId.get(id) !== items[at]) problems.push(`${id} stands more than once in docs/coverage.tsv.`);
    if (state === 'built' && !marks.has(id)) problems.push(`${id} is built and no title of a test carries [${id}]: ${words}`);
  }
  for (const [id, [title]] of marks) {
    const where = `${title?.path}:${title?.line}`;
    const state = byId.get(id)?.state;
    if (!state) problems.push(`${where} carries [${id}], which docs/coverage.tsv does not have.`);
    else if (state !== 'built') problems.push(`${where} carries [${id}], which is "${state}" in docs/coverage.tsv: with a test it is "built".`);
  }
  return problems;
}
