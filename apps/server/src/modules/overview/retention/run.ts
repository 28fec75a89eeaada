import { type Db, inTransaction, type Tx } from '../../../platform/database/index.ts';
import { allowErasing } from '../../../platform/personal-data/erase-queries.ts';
import { findOpenHold, lockHolds } from '../../../platform/personal-data/holds-queries.ts';
import type { Declaration } from '../../../platform/personal-data/index.ts';
import { endSlice, planRetention, type RetainStep } from '../../../platform/personal-data/retain-queries.ts';
import type { Schema } from '../../../platform/personal-data/schema.ts';
import { readTerms } from '../../../platform/personal-data/terms-queries.ts';
import { askByTerm } from '../records/index.ts';
import { findDueMoments } from './find-due.ts';
import { addPersonToRun, addToRun, beginRun, finishRun, listDeparted, lockRun, type SchoolNow } from './queries.ts';
import { listDueFiles } from './unused-files-queries.ts';

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
  /** Waits while lessons need the machine. */
  standBack?: () => Promise<void>;
}

/**
 * Ends what is due at a school, in slices of some hundred rows, each in its own transaction with what it adds to the line
 * of the night. It may be interrupted anywhere: ended rows are no longer due, so the next run goes on. Two runs of a night
 * take turns, and count nothing twice.
 */
export async function runNight(dependencies: RetentionDependencies, school: SchoolNow, options: NightOptions = {}): Promise<void> {
  const { backgroundDb: db, sources } = dependencies;
  const { limits = NIGHT, standBack = async () => undefined } = options;
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
  for (const step of steps) while (await slice(step)) await standBack();
  await endFiles(dependencies, school, run, moments.schoolwork);
  await beginErasures(db, school, { run, before: moments.identity, limit: limits.people });
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
