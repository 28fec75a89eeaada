import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../house-rules/source.ts';
import { levels } from './levels.ts';
import { findProblems, readTable, type Requirement, writePage } from './table.ts';

const rows = readTable(readFileSync(join(repository, 'tools/asvs/requirements.tsv'), 'utf8'));
const changed = (id: string, change: Partial<Requirement>): Requirement[] => rows.map((row) => (row.id === id ? { ...row, ...change } : row));

describe('[B2830] the table of ASVS', () => {
  test('has each of the 253 requirements of levels 1 and 2 once, with a proof or a reason', () => {
    expect([...levels.values()].filter((level) => level === 1)).toHaveLength(70);
    expect([...levels.values()].filter((level) => level === 2)).toHaveLength(183);
    expect(findProblems(rows, repository)).toEqual([]);
  });

  test('is the one that docs/asvs.md shows', () => {
    expect(readFileSync(join(repository, 'docs/asvs.md'), 'utf8')).toBe(writePage(rows));
  });

  test('fails for a requirement that is missing, doubled, unknown or of another level', () => {
    const [first, ...others] = rows as [Requirement, ...Requirement[]];
    expect(findProblems(others, repository)).toEqual(['V1.1.1 is missing.']);
    expect(findProblems([first, ...rows], repository)).toEqual(['V1.1.1 stands in the table more than once.']);
    expect(findProblems([...rows, { ...first, id: 'V1.2.10' }], repository)).toEqual(['V1.2.10 is no requirement of level 1 or 2.']);
    expect(findProblems(changed('V1.1.1', { level: 'L1' }), repository)).toEqual(['V1.1.1 is of level L2 and not L1.']);
  });

  test('fails for a proof that is not there and for a reason that is missing', () => {
    const problemsOf = (change: Partial<Requirement>) => findProblems(changed('V1.1.1', change), repository);
    expect(problemsOf({ proofs: [] })).toEqual(['V1.1.1 is met and names no proof.']);
    expect(problemsOf({ proofs: [{ file: 'no/such.test.ts', text: '' }] })).toEqual(['V1.1.1 names no/such.test.ts, which does not exist.']);
    const [missing, file] = ['a title of no test', 'tools/asvs/table.ts'];
    expect(problemsOf({ proofs: [{ file, text: missing }] })).toEqual([`V1.1.1 names "${missing}", which is not in ${file}.`]);
    for (const state of ['operator', 'not applicable', 'not met'])
      expect(problemsOf({ state, remark: '' })).toEqual([`V1.1.1 is ${state} and gives no reason.`]);
    expect(problemsOf({ state: 'nearly met' })).toHaveLength(2);
  });

  test('fails for a line with another number of columns', () => {
    const text = readFileSync(join(repository, 'tools/asvs/requirements.tsv'), 'utf8');
    expect(() => readTable(`${text}V1\tL1\n`)).toThrow('has 2 columns and not 6');
    expect(() => readTable('id\n')).toThrow('The first line');
  });
});
