import type { Term } from '@classwright/contract';
import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { allowErasing } from '../../../platform/personal-data/erase-queries.ts';
import { findOpenHold, lockHolds } from '../../../platform/personal-data/holds-queries.ts';
import type { Declaration } from '../../../platform/personal-data/index.ts';
import { type Due, endSlice, listPlacesDue, planRetention, type RetainStep } from '../../../platform/personal-data/retain-queries.ts';
import type { Schema } from '../../../platform/personal-data/schema.ts';
import { endTimeLimit } from '../../../platform/personal-data/school-end-queries.ts';
import { readTerms } from '../../../platform/personal-data/terms-queries.ts';
import { askByTerm } from '../records/index.ts';
import { findAllDueMoments, findDueMoments } from './find-due.ts';
import { addPersonToRun, addToRun, beginRun, finishQuietNights, finishRun, listDeparted, listPlacesOfDeparted, lockRun, type SchoolNow } from './queries.ts';
import { listDueFiles, listPlacesOfDueFiles } from './unused-files-queries.ts';

/** Deletes files of people, with their bytes, that nothing uses. Returns how many. */
export type DeleteUnused = (tx: Tx, fileIds: readonly number[]) => Promise<number>;

export interface RetentionDependencies {
  /** The database pool for background work, separate from lessons. */
  backgroundDb: Db;
  sources: () => { declared: ReadonlyMap<string, Declaration>; schema: Schema };
  deleteUnusedFiles: DeleteUnused;
}

/** The work of a night of a school: what is more follows in the next. */
export const NIGHT = { rows: 200_000, people: 20 };
/** Files in which unused ones are searched at a time. */
const FILES_AT_ONCE = 100;

export interface NightOptions {
  limits?: { rows: number; people: number };
  /** The tables that have something due, among them `files` and `accounts`. The default is to look at all. */
  tables?: ReadonlySet<string>;
  /** Waits while lessons need the machine. */
  standBack?: () => Promise<void>;
}

/**
 * Ends what is due at schools in whose night it is. Each table is looked at once for all of them, so that nights in which
 * nothing is due cost as much for a thousand schools as for one; slices follow for the schools and tables that have something.
 */
export async function runNights(dependencies: RetentionDependencies, schools: readonly SchoolNow[], options: NightOptions = {}): Promise<void> {
  const due = await findTablesDue(dependencies, schools, options);
  const quiet = schools.filter((_, place) => due[place]!.size === 0);
  await inTransaction(dependencies.backgroundDb, (tx) => finishQuietNights(tx, quiet));
  // Files that are in use at the look may be in nobody's use when rows have ended.
  for (const [place, school] of schools.entries())
    if (due[place]!.size > 0) await runNight(dependencies, school, { ...options, tables: new Set([...due[place]!, 'files']) });
}

/** Returns the tables that have something due, `files` and `accounts` among them, by the place of each school. */
async function findTablesDue({ backgroundDb: db, sources }: RetentionDependencies, schools: readonly SchoolNow[], { standBack }: NightOptions) {
  const { declared, schema } = sources();
  const moments = await findAllDueMoments(db, schools);
  const tables = schools.map(() => new Set<string>());
  const look = async (table: string, term: Term, find: (tx: Tx, due: Due[]) => Promise<number[]>): Promise<void> => {
    const due = schools.map(({ id }, place) => ({ schoolId: id, before: moments[place]![term] }));
    const places = await inTransaction(db, async (tx) => {
      await endTimeLimit(tx);
      return find(tx, due);
    });
    for (const place of places) tables[place]!.add(table);
    await standBack?.();
  };
  for (const step of planRetention(schema, declared).steps) await look(step.table, step.term, (tx, due) => listPlacesDue(tx, schema, step, due));
  await look('files', 'schoolwork', (tx, due) => listPlacesOfDueFiles(tx, declared, due));
  await look('accounts', 'identity', listPlacesOfDeparted);
  return tables;
}

/**
 * Ends what is due at a school, in slices of some hundred rows, each in its own transaction with what it adds to the line
 * of the night. It may be interrupted anywhere: ended rows are no longer due, so the next run goes on. Two runs of a night
 * take turns, and count nothing twice.
 */
export async function runNight(dependencies: RetentionDependencies, school: SchoolNow, options: NightOptions = {}): Promise<void> {
  const { backgroundDb: db, sources } = dependencies;
  const { limits = NIGHT, tables, standBack = async () => undefined } = options;
  const hasDue = (table: string): boolean => tables?.has(table) ?? true;
  const run = await inTransaction(db, (tx) => beginRun(tx, school.id, school.today));
  if (run === null) return;
  const { declared, schema } = sources();
  const moments = await findDueMoments(db, school, await readTerms(db, school.id), school.today);
  const { steps } = planRetention(schema, declared);
  /** Returns true while the step may have more. */
  const slice = (step: RetainStep) =>
    inTransaction(db, async (tx) => {
      await lockHolds(tx, { making: false });
      const night = await lockRun(tx, run);
      if (night === null || night.rows >= limits.rows) return false;
      await allowErasing(tx);
      const rows = await endSlice(tx, schema, step, { schoolId: school.id, before: moments[step.term] });
      if (rows > 0) await addToRun(tx, run, { dataClass: step.class, ends: step.ends, rows });
      return rows > 0;
    });
  for (const step of steps) if (hasDue(step.table)) while (await slice(step)) await standBack();
  if (hasDue('files')) await endFiles(dependencies, school, run, moments.schoolwork);
  if (hasDue('accounts')) await beginErasures(db, school, { run, before: moments.identity, limit: limits.people });
  await inTransaction(db, async (tx) => {
    const night = await lockRun(tx, run);
    if (night) await finishRun(tx, run, night.rows >= limits.rows || night.people >= limits.people);
  });
}

/** Deletes files that are due and that nothing uses any more. */
async function endFiles({ backgroundDb: db, sources, deleteUnusedFiles }: RetentionDependencies, school: SchoolNow, run: number, before: Date): Promise<void> {
  const { declared } = sources();
  for (let after = 0; ; ) {
    const found = await inTransaction(db, async (tx) => {
      await lockHolds(tx, { making: false });
      if ((await lockRun(tx, run)) === null) return [];
      const ids = await listDueFiles(tx, declared, { schoolId: school.id, before, after, limit: FILES_AT_ONCE });
      const rows = ids.length > 0 ? await deleteUnusedFiles(tx, ids) : 0;
      if (rows > 0) await addToRun(tx, run, { dataClass: 'schoolwork', ends: 'deleted', rows });
      return ids;
    });
    if (found.length < FILES_AT_ONCE) return;
    after = found.at(-1)!;
  }
}

/** Asks for the erasure of people who left so long ago that their names are due: in 14 days, as for every erasure. */
async function beginErasures(db: Db, school: SchoolNow, { run, before, limit }: { run: number; before: Date; limit: number }): Promise<void> {
  const { people } = await listDeparted(db, { schoolId: school.id, before, limit });
  for (const { id } of people)
    await inTransaction(db, async (tx) => {
      await lockHolds(tx, { making: false });
      const night = await lockRun(tx, run);
      if (night === null || night.people >= limit || (await findOpenHold(tx, [id]))) return;
      if (await askByTerm(tx, id)) await addPersonToRun(tx, run);
    });
}
