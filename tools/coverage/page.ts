// Generates the page of coverage from the list of items and the titles of tests.
import { basename } from 'node:path';
import { groupByMark, type Item } from './items.ts';
import type { Title } from './titles.ts';

const intro = `# Coverage

What the product promises, item by item: where it lives and which tests prove it. Written by \`npm run coverage\` from
docs/coverage.tsv, which is kept by hand, and from the marks in titles of tests: \`[K084]\`, \`[Q043–Q049]\`.
Search the tests for an id to read what they show. \`npm run check\` fails where a ticked item has no test.

Ids with K, L and Q are items of the specification; those with B hold beyond it: on bad days, under attack, in the first hour.
`;

/** Returns the page as it should be. */
export function writePage(items: readonly Item[], titles: readonly Title[]): string {
  const marks = groupByMark(titles);
  const sections = new Map<string, Item[]>();
  for (const item of items) sections.set(item.section, [...(sections.get(item.section) ?? []), item]);
  const count = (state: Item['state']): number => items.filter((item) => item.state === state).length;
  const lines = [intro, `${count('built')} are built, ${count('unproven')} stand without a test, ${count('to come')} are to come.`];
  let above = '';
  for (const [section, its] of sections) {
    const [top, below] = section.split(' / ');
    if (top !== above) lines.push('', `## ${top}`);
    above = top as string;
    if (below) lines.push('', `### ${below}`);
    lines.push('', '| | id | item | where it lives | tests |', '|---|---|---|---|---|', ...its.map((item) => writeRow(item, marks.get(item.id) ?? [])));
  }
  return `${lines.join('\n')}\n`;
}

function writeRow({ id, state, words, where, note }: Item, titles: readonly Title[]): string {
  const files = [
    ...new Set(
      titles.map(({ path }) =>
        basename(path)
          .replace(/\.tsx?$/, '')
          .replace(/(?<=\..+)\.test$/, ''),
      ),
    ),
  ].sort();
  const proof = [...files, ...(note ? [`(${note})`] : [])].join(' · ');
  return `| [${state === 'built' ? 'x' : ' '}] | ${[id, words, where, proof].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
