import { describe, expect, test } from 'vitest';
import { parseSource } from '../house-rules/source.ts';
import { findProblems, type Item, parseItems, readMarks } from './items.ts';
import { writePage } from './page.ts';
import { readTitles } from './titles.ts';

const head = 'id\tstate\tsection\titem\twhere it lives\tnote\n';
const item = (id: string, state: Item['state'] = 'built'): Item => ({
  id,
  state,
  section: 'Bad days',
  words: `What ${id} says | or not`,
  where: 'server: a.ts',
  note: '',
});
const titlesOf = (text: string, path = 'apps/server/src/a.pg.test.ts') => readTitles([parseSource(path, text, () => false)]);
const marksOf = (text: string) => titlesOf(text).flatMap(readMarks);

describe('titles', () => {
  test('of tests, groups, journeys and properties are read with the rows that they take their words from', () => {
    expect(marksOf("test('[K001] [K002] one', () => {}); describe('[Q001–Q003] a group', () => {}); journey(`[L001] ${'x'}`, () => {});")).toEqual([
      'K001',
      'K002',
      'Q001',
      'Q002',
      'Q003',
      'L001',
    ]);
    expect(marksOf("test('[B999] [B1000] [B1008–B1009] one with [P0001] and [K1000]', () => {});")).toEqual(['B999', 'B1000', 'B1008', 'B1009']);
    expect(marksOf("const ROWS: [string, number][] = [['Q001', 1], ['[Q002] two', 2], ['Q9', 3]]; test.each(ROWS)('%s is %i', () => {});")).toEqual([
      'Q001',
      'Q002',
    ]);
    expect(marksOf("test.each([['Q001', 1]] as const)('[%s]', () => {}); test.skipIf(true).each(['Q002'])('%s', () => {});")).toEqual(['Q001', 'Q002']);
  });

  test('that take no words of their rows, other calls, comments and files that are no tests carry nothing', () => {
    expect(marksOf("test.each([['Q001', 1]])('the same for all', () => {}); say('[K001]'); // [K002]")).toEqual([]);
    expect(titlesOf("test('[K001]', () => {})", 'apps/server/src/a.ts')).toEqual([]);
    expect(marksOf("test('[LIVE-3] Form - [1B] [KEY001]', () => {})")).toEqual([]);
  });
});

describe('problems', () => {
  const titles = titlesOf("test('[K001] a', () => {});");

  test('there are none where what is built has a test and nothing else has', () => {
    expect(findProblems([item('K001'), item('K002', 'to come'), item('B001', 'unproven')], titles)).toEqual([]);
  });

  test.each([
    ['an item without a test', [item('K001'), item('K002')], 'K002 is built and no title of a test carries [K002]: What K002 says | or not'],
    ['a mark without an item', [], 'apps/server/src/a.pg.test.ts:1 carries [K001], which docs/coverage.tsv does not have.'],
    [
      'an item that is more than it says',
      [item('K001', 'to come')],
      'apps/server/src/a.pg.test.ts:1 carries [K001], which is "to come" in docs/coverage.tsv: with a test it is "built".',
    ],
    ['an item twice', [item('K001'), item('K001')], 'K001 stands more than once in docs/coverage.tsv.'],
  ])('%s', (_, items, problem) => {
    expect(findProblems(items, titles)).toEqual([problem]);
  });
});

test('a line that is no item is refused by its number', () => {
  expect(parseItems(`${head}K001\tbuilt\tBad days\ttwo words\n`)).toHaveLength(1);
  expect(() => parseItems(`${head}K001\tdone\tBad days\ttwo words\twhere\t\n`)).toThrow('Line 2 is no item');
  expect(() => parseItems(`${head}K001\tbuilt\tBad days\n`)).toThrow('Line 2 is no item');
  expect(() => parseItems(`${head}K001\tbuilt\tBad days\tword\twhere\t\n`)).toThrow('Line 2 is no item');
  expect(() => parseItems('id\titem\n')).toThrow('names the columns');
});

test('the page ticks what is built, names the files of its tests, and says what is to come', () => {
  const items = [
    item('K001'),
    { ...item('K002', 'unproven'), note: 'looked at', section: 'Bad days / At night' },
    { ...item('K003', 'to come'), section: 'Later' },
  ];
  const page = writePage(items, titlesOf("test('[K001] a', () => {}); test('[K001] b', () => {});"));
  expect(page).toContain('1 are built, 1 stand without a test, 1 are to come.');
  expect(page).toContain('## Bad days\n');
  expect(page).toContain('### At night\n');
  expect(page).toContain('| [x] | K001 | What K001 says \\| or not | server: a.ts | a.pg |');
  expect(page).toContain('| [ ] | K002 | What K002 says \\| or not | server: a.ts | (looked at) |');
});
