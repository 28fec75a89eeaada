// What the product promises, item by item: docs/coverage.tsv, kept by hand, and the marks in titles of tests that prove it.
import { join } from 'node:path';
import { repository } from '../house-rules/source.ts';
import type { Title } from './titles.ts';

/** Kept by hand. */
export const itemsFile = join(repository, 'docs/coverage.tsv');
/** Written by `npm run coverage`. */
export const pageFile = join(repository, 'docs/coverage.md');

const states = ['built', 'unproven', 'to come'] as const;

export interface Item {
  /** A letter and three digits: K, L and Q for the specification, B for what holds beyond it, with four digits from B1000 on. */
  id: string;
  /** `built` has a test that proves it, `unproven` stands without one, `to come` is not there yet. */
  state: (typeof states)[number];
  /** A heading of the page; ` / ` parts it from one below it. */
  section: string;
  words: string;
  /** The files that hold it, for a reader. */
  where: string;
  /** What else there is to say of its proof: a bench, what was looked at. */
  note: string;
}

/** Four digits only with B: P0001 is a code of PostgreSQL's. */
const ID = /^(?:[A-Z]\d{3}|B\d{4})$/;

const columns = ['id', 'state', 'section', 'item', 'where it lives', 'note'];

/**
 * Reads the list: one item a line, up to six columns parted by tabs, the first line names them.
 * @throws Error naming the line that is no item.
 */
export function parseItems(text: string): Item[] {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== columns.join('\t')) throw new Error(`The first line names the columns: ${columns.join(', ')}.`);
  return lines.map((line, at) => {
    const cells = line.split('\t');
    const [id = '', state, section = '', words = '', where = '', note = ''] = cells;
    const known = states.find((name) => name === state);
    if (cells.length > columns.length || !ID.test(id) || !known || !section || !words) throw new Error(`Line ${at + 2} is no item: ${line}`);
    return { id, state: known, section, words, where, note };
  });
}

/**
 * The ids that a title carries: `[K084]`, `[K084] [K085]`, `[Q043–Q049]`; and `['Q244', …]` in a row of the table whose
 * words the title takes.
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

/** Which titles carry each id, in the order of the files. */
export function groupByMark(titles: readonly Title[]): Map<string, Title[]> {
  const groups = new Map<string, Title[]>();
  for (const title of titles) for (const id of readMarks(title)) groups.set(id, [...(groups.get(id) ?? []), title]);
  return groups;
}

/** What is wrong between the list and the titles, a sentence each. */
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
