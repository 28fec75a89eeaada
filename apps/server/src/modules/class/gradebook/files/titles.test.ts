import { readFileSync } from 'node:fs';
import { en } from '@classwright/contract';
import { describe, expect, test } from 'vitest';
import { findLayout } from './layout.ts';
import { isFigureTitle, isRemarkTitle, labelOf, studentColumnOf } from './titles.ts';

const spanish = JSON.parse(readFileSync(new URL('../../../../../../../packages/contract/src/languages/es.json', import.meta.url), 'utf8')) as Record<
  string,
  string
>;

describe.each([
  ['English', en as Record<string, string>],
  ['Spanish', spanish],
])('an export in %s', (_, words) => {
  const head = (name: string) => words[`gradeFiles.head.${name}`]!;
  test('is read again whatever language the school has by then', () => {
    for (const column of ['id', 'email', 'last', 'first'] as const) expect(studentColumnOf(head(column))).toBe(column);
    expect(['class', 'asOf', 'itemId', 'points'].map((name) => labelOf(head(name)))).toEqual(['class', 'asOf', 'itemIds', 'points']);
    expect([head('overall'), head('period').replace('{name}', 'Autumn')].map(isFigureTitle)).toEqual([true, true]);
    expect([head('note').replace('{title}', 'Essay'), head('left')].map(isRemarkTitle)).toEqual([true, true]);
  });
});

describe('where things stand in a sheet', () => {
  const rows = (...cells: (string | undefined)[][]) => cells.map((row, index) => ({ number: index + 1, cells: row, broken: [], odd: [] }));
  test('the row that names the most columns of students has the titles; a merged one above lends what it lacks', () => {
    const layout = findLayout(
      rows(
        ['Our school'],
        ['Student', undefined, 'Homework', undefined, 'Talks'],
        ['Last name', 'First name', 'HW 1', 'HW 2', undefined],
        ['Lee', 'Kim', '1', '2', '3'],
      ),
    )!;
    expect([...layout.students]).toEqual([
      ['last', 0],
      ['first', 1],
    ]);
    expect(layout.columns.map(({ title }) => title)).toEqual(['HW 1', 'HW 2', 'Talks']);
    expect(layout).toMatchObject({ courseId: null, asOf: null, hasIds: false, lastHeadRow: 3 });
  });

  test.each([['2026-02-30T10:00:00.000Z'], ['20/11/2026'], ['45000'], ['soon']])('a moment that is none (%s) is not known', (asOf) => {
    const layout = findLayout(rows(['As of', asOf], ['Name', 'HW 1']))!;
    expect(layout.asOf === null || layout.asOf.toISOString() !== asOf).toBe(true);
  });

  test('a sheet that names no students, or last names alone, has no layout', () => {
    expect(findLayout(rows(['HW 1', 'HW 2']))).toBeNull();
    expect(findLayout(rows(['Last name', 'HW 2']))).toBeNull();
    expect(findLayout([])).toBeNull();
  });
});
