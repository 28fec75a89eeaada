import { rm } from 'node:fs/promises';
import type { Term } from '@classwright/contract';
import { pruneYearFiles, writeYearFile, type YearFiles } from '../../../backup/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import {
  eachRowAsJson,
  endSchoolYears,
  isHeldByOthers,
  isPartEmpty,
  listSchoolYears,
  listTablesOfYears,
  lockParts,
  type SchoolYearPart,
} from '../../../platform/database/school-years-queries.ts';
import { lockHolds } from '../../../platform/personal-data/holds-queries.ts';
import { countOver, planRetention, type RetainStep, type SchoolSum } from '../../../platform/personal-data/retain-queries.ts';
import { endTimeLimit } from '../../../platform/personal-data/school-end-queries.ts';
import { findAllDueMoments } from './find-due.ts';
import { addEndedYears, type SchoolNow } from './queries.ts';
import type { RetentionDependencies } from './run.ts';

export interface EndYearsDependencies extends Pick<RetentionDependencies, 'backgroundDb' | 'sources'> {
  /** The place for files of ended rows. Null: there is none, so rows end one by one. */
  yearFiles: YearFiles | null;
}

/** The time by which rows of a year may be later than it, in the zone of any school. */
const MARGIN_MS = 2 * 86_400_000;

/**
 * Ends whole school years of tables: those for which the terms of all schools have passed, and of whose rows none is held. Their rows go to a file, for some
 * days, and their parts are dropped with them at once. What cannot end so, the nights of the schools end row by row. Files whose days have passed go.
 */
export async function endWholeYears({ backgroundDb: db, sources, yearFiles }: EndYearsDependencies, schools: readonly SchoolNow[]): Promise<void> {
  if (yearFiles) await pruneYearFiles(yearFiles, await appNow(db));
  if (schools.some(({ today, begins_on }) => today < begins_on)) return;
  const { declared, schema } = sources();
  const tables = await listTablesOfYears(db);
  const steps = planRetention(schema, declared).steps.filter(({ table, ends }) => ends === 'deleted' && tables.includes(table));
  let least: ReadonlyMap<Term, Date> | null = null;
  for (const step of steps) {
    const years = await listSchoolYears(db, step.table);
    if (!(await mayEnd(db, years))) continue;
    least ??= await findLeastMoments(db, schools);
    const moment = least.get(step.term)!;
    const before = findLastOver(years, moment);
    if (before !== null) await endYearsOf({ db, schema, yearFiles }, { step, before, moment, years, schools });
  }
}

/** Returns false when nothing has an end but the first part, and it takes no space: there is nothing to look for. */
async function mayEnd(db: Db, years: readonly SchoolYearPart[]): Promise<boolean> {
  const ended = years.filter(({ ends }) => ends !== null);
  return ended.length > 1 || (ended[0] !== undefined && !(await isPartEmpty(db, ended[0].part)));
}

/** Returns, by term, the moment before which rows of every school are due. */
async function findLeastMoments(db: Db, schools: readonly SchoolNow[]): Promise<ReadonlyMap<Term, Date>> {
  const least = new Map<Term, Date>();
  for (const moments of await findAllDueMoments(db, schools)) {
    for (const [term, at] of Object.entries(moments) as [Term, Date][]) if (at < (least.get(term) ?? at) || !least.has(term)) least.set(term, at);
  }
  return least;
}

/** Returns the last year before whose August all has ended at a moment; null for none. */
function findLastOver(years: readonly SchoolYearPart[], moment: Date): number | null {
  const over = years.flatMap(({ ends }) => (ends !== null && Date.UTC(ends, 7, 1) + MARGIN_MS <= moment.getTime() ? [ends] : []));
  return over.length === 0 ? null : Math.max(...over);
}

type Ending = { db: Db; schema: Parameters<typeof countOver>[1]; yearFiles: YearFiles | null };
type EndedYears = { step: RetainStep; before: number; moment: Date; years: readonly SchoolYearPart[]; schools: readonly SchoolNow[] };

async function endYearsOf({ db, schema, yearFiles }: Ending, { step, before, moment, years, schools }: EndedYears): Promise<void> {
  const parts = years.flatMap(({ part, ends }) => (ends !== null && ends <= before ? [part] : []));
  if (parts.length === 1 && (await isPartEmpty(db, parts[0]!))) return; // it would be made again as it is
  let path: string | null = null;
  try {
    await inTransaction(db, async (tx) => {
      await endTimeLimit(tx);
      await lockHolds(tx, { making: false });
      await lockParts(tx, parts);
      const sums = await sumParts(parts, (part) => countOver(tx, schema, step, { part, before: moment }));
      const days = new Map(schools.map(({ id, today }) => [id, today]));
      if (sums.some(({ school_id, kept }) => kept > 0 || !days.has(school_id))) return;
      const rows = sums.reduce((sum, one) => sum + one.rows, 0);
      if (rows > 0) {
        if (yearFiles === null) return;
        path = await writeYearFile(yearFiles, { table: step.table, before, rows, endedAt: (await appNow(tx)).toISOString() }, eachRowOf(tx, parts));
      }
      await endSchoolYears(tx, step.table, before);
      for (const { school_id, rows: ended } of sums)
        await addEndedYears(tx, { schoolId: school_id, day: days.get(school_id)!, dataClass: step.class, rows: ended });
    });
  } catch (error) {
    if (path !== null) await rm(path, { force: true });
    if (!isHeldByOthers(error) && !isOfFolder(error)) throw error;
  }
}

async function* eachRowOf(tx: Tx, parts: readonly string[]): AsyncGenerator<string> {
  for (const part of parts) yield* eachRowAsJson(tx, part);
}

async function sumParts(parts: readonly string[], count: (part: string) => Promise<SchoolSum[]>): Promise<SchoolSum[]> {
  const sums = new Map<number | null, SchoolSum>();
  for (const part of parts)
    for (const { school_id, rows, kept } of await count(part)) {
      const known = sums.get(school_id) ?? { school_id, rows: 0, kept: 0 };
      sums.set(school_id, { school_id, rows: known.rows + rows, kept: known.kept + kept });
    }
  return [...sums.values()];
}

/** Returns true when the folder of backups is away, full or read-only: then rows end one by one, by the nights of their schools. */
const isOfFolder = (error: unknown): boolean =>
  ['ENOENT', 'EACCES', 'EROFS', 'EPERM', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
