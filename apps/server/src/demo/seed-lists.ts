import { createReferenceRow } from '../modules/school/reference/index.ts';
import type { Tx } from '../platform/database/index.ts';
import { ages, clusters, groups, levels, periods, protocols, standards, subjects } from './content/index.ts';

/** Ids of the reference rows, by list and name. */
export type DemoLists = Record<'levels' | 'subjects' | 'ages' | 'clusters' | 'standards' | 'protocols' | 'groups' | 'periods', Map<string, number>>;

/** The reference lists that the demo's classes, questions and assessments name. */
export async function seedLists(tx: Tx): Promise<DemoLists> {
  const fill = async <Row>(rows: readonly Row[], nameOf: (row: Row) => string, make: (row: Row) => Promise<number>): Promise<Map<string, number>> => {
    const ids = new Map<string, number>();
    for (const row of rows) ids.set(nameOf(row), await make(row));
    return ids;
  };
  const described = (list: 'question_subjects' | 'question_grades' | 'question_cycles', rows: Readonly<Record<string, string>>) =>
    fill(
      Object.entries(rows),
      ([name]) => name,
      ([name, description]) => createReferenceRow(tx, list, { name, description }),
    );
  const levelIds = await fill(
    levels,
    (name) => name,
    (name) => createReferenceRow(tx, 'levels', { name }),
  );
  return {
    levels: levelIds,
    subjects: await described('question_subjects', subjects),
    ages: await described('question_grades', ages),
    clusters: await described('question_cycles', clusters),
    standards: await fill(
      standards,
      ({ name }) => name,
      ({ level, ...row }) => createReferenceRow(tx, 'standards', { ...row, level_id: levelIds.get(level) ?? null }),
    ),
    protocols: await fill(
      protocols,
      (name) => name,
      (name) => createReferenceRow(tx, 'protocols', { name }),
    ),
    groups: await fill(
      groups,
      ({ name }) => name,
      (row) => createReferenceRow(tx, 'groups', row),
    ),
    periods: await fill(
      Object.entries(periods),
      ([name]) => name,
      ([name, times]) => createReferenceRow(tx, 'assessment_periods', { name, ...times }),
    ),
  };
}

/** Returns the id of a row that the demo's content names. */
export function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo school has no ${name}`);
  return id;
}
