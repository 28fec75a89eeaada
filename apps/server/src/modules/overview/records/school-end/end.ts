import { createHash } from 'node:crypto';
import { ERASURE_DAYS } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { appNow } from '../../../../platform/clock.ts';
import { afterCommit, type Db, inTransaction, type Tx } from '../../../../platform/database/index.ts';
import { allowErasing, sortByDependence } from '../../../../platform/personal-data/erase-queries.ts';
import type { Schema } from '../../../../platform/personal-data/schema.ts';
import {
  countSchoolRows,
  deleteAccounts,
  deleteFileRows,
  deleteSchool,
  endTimeLimit,
  findBeginning,
  findHoldOf,
  leaveFiles,
  leaveNumber,
  listAccountsOf,
  listSchoolRows,
  releaseVersions,
  removeSchoolRows,
} from '../../../../platform/personal-data/school-end-queries.ts';
import { activateAccount, deactivateAccount } from '../../../people/accounts/index.ts';
import type { FileStorage } from '../../../school/files/index.ts';
import { makeNumber } from '../erasure/number.ts';
import { cancelErasure, insertErasure } from '../erasure/queries.ts';
import { countRunningLessons, hasOtherAdministrator, keepReceipts, listEndingSchools, listToErase, listWaiting } from './queries.ts';

/** The reason why a school cannot be ended now. */
export type SchoolRefusal =
  | { why: 'lessons'; count: number }
  | { why: 'hold'; reason: string; until: string }
  | { why: 'administrators' }
  | { why: 'people'; count: number };

export class SchoolStays extends Error {
  readonly refusal: SchoolRefusal;

  constructor(refusal: SchoolRefusal) {
    super(`the school stays: ${refusal.why}`);
    this.name = 'SchoolStays';
    this.refusal = refusal;
  }
}

/** The receipt of an ended school, which holds no personal data. */
export interface SchoolReceipt {
  school: { id: number; name: string };
  ended_at: string;
  /** People who were erased, each with a receipt of their own. */
  people: number;
  /** The rows that were left of the school when all its people were erased, by table. */
  rows: Record<string, number>;
  files: number;
  /** Numbers of erased people that rows of other schools still name. */
  numbers_left: number;
  /** The SHA-256 over the receipts of the people and the numbers above. */
  digest: string;
}

const PEOPLE_AT_ONCE = 200;
const ROWS_AT_ONCE = 5_000;
/** Tables of which one refuses to go without the other: an owner teaches the class, a question has a version. */
const TOGETHER: readonly (readonly [string, string])[] = [
  ['course_members', 'courses'],
  ['question_versions', 'questions'],
];
/** Tables that have ways of their own to go or to stay. */
const APART: readonly string[] = ['schools', 'accounts', 'files', 'erasures'];
const BEGINNING = 'school.end.begin';

/**
 * Asks for the erasure of everybody of a school, in two weeks, and lets nobody in until then. Returns the number of people.
 * @throws SchoolStays while a lesson runs, somebody is held, or no other administrator could sign in
 */
export async function askToEndSchool(db: Db, schoolId: number): Promise<number> {
  const count = await countRunningLessons(db, schoolId);
  if (count > 0) throw new SchoolStays({ why: 'lessons', count });
  await requireNotHeld(db, schoolId);
  if (!(await hasOtherAdministrator(db, schoolId))) throw new SchoolStays({ why: 'administrators' });
  const people = await repeat(db, async (tx) => {
    const some = await listToErase(tx, schoolId, PEOPLE_AT_ONCE);
    for (const { id, status } of some) {
      await deactivateAccount(tx, id);
      await insertErasure(tx, { number: makeNumber(), accountId: id, askedBy: null, wasActive: status, days: ERASURE_DAYS });
    }
    return some.length;
  });
  await note(db, { schoolId, subjectId: schoolId }, 'school.end.ask', { people });
  return people;
}

/** Cancels the erasures of a school that wait, and lets those people in again who could before. Returns their number. */
export async function keepSchool(db: Db, schoolId: number): Promise<number> {
  const people = await repeat(db, async (tx) => {
    const waiting = await listWaiting(tx, schoolId, PEOPLE_AT_ONCE);
    for (const { id, account_id, was_active } of waiting) {
      await cancelErasure(tx, id);
      if (was_active) await activateAccount(tx, account_id);
    }
    return waiting.length;
  });
  await note(db, { schoolId, subjectId: schoolId }, 'school.end.cancel', { people });
  return people;
}

/**
 * Deletes a school whose people have all been erased: first what depends, then what it depends on, some thousand rows in
 * each transaction. It may be interrupted and run again; the receipt counts the rows as they were when it first began.
 * @throws SchoolStays while there is somebody who was not erased, or something is held
 */
export async function endSchool(
  { db, schema, storage }: { db: Db; schema: Schema; storage: Pick<FileStorage, 'remove'> },
  { id, name }: { id: number; name: string },
): Promise<SchoolReceipt> {
  await requireNotHeld(db, id);
  const state = (await listEndingSchools(db)).find((one) => one.id === id);
  const count = state ? state.people - state.erased : 0;
  if (count > 0) throw new SchoolStays({ why: 'people', count });
  const ofSchool = listSchoolRows(schema, id);
  const tables = sortByDependence(schema, new Set(ofSchool.keys())).filter((table) => !APART.includes(table));
  const { files = 0, ...rows } = (await findBeginning(db, BEGINNING, id)) ?? (await begin(db, id, [...tables, 'files'], ofSchool));
  await repeat(db, async (tx) => {
    await releaseVersions(tx, id);
    return 0;
  });
  for (const table of tables) {
    if (TOGETHER.some(([first]) => first === table)) continue;
    const group = TOGETHER.find(([, second]) => second === table);
    await repeat(db, async (tx) => {
      if (!group) return removeSchoolRows(tx, ofSchool.get(table)!, ROWS_AT_ONCE);
      await endTimeLimit(tx);
      for (const one of group) await removeSchoolRows(tx, ofSchool.get(one)!, Number.MAX_SAFE_INTEGER);
      return 0;
    });
  }
  await inTransaction(db, (tx) => leaveFiles(tx, id));
  await repeat(db, async (tx) => {
    const keys = await deleteFileRows(tx, id, PEOPLE_AT_ONCE);
    afterCommit(tx, () => keys.forEach((key) => void storage.remove(key).catch(() => undefined)));
    return keys.length;
  });
  const { people, chain } = await inTransaction(db, (tx) => keepReceipts(tx, id));
  const left = await endNumbers(db, id);
  await inTransaction(db, (tx) => deleteSchool(tx, id));
  const receipt = { school: { id, name }, ended_at: (await appNow(db)).toISOString(), people, rows, files, numbers_left: left };
  const digest = createHash('sha256')
    .update(`${chain}\n${JSON.stringify(receipt)}`)
    .digest('hex');
  await note(db, { schoolId: null, subjectId: id }, 'school.end', { name, people, digest });
  return { ...receipt, digest };
}

/** Keeps how many rows each table has of a school before any is deleted. Nobody of it can add one any more. */
async function begin(db: Db, schoolId: number, tables: readonly string[], ofSchool: ReturnType<typeof listSchoolRows>): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const table of tables) {
    const count = await countSchoolRows(db, ofSchool.get(table)!);
    if (count > 0) counted[table] = count;
  }
  await note(db, { schoolId: null, subjectId: schoolId }, BEGINNING, counted);
  return counted;
}

/**
 * Repeats work that may change append-only rows, each time in a transaction of its own, until it did nothing. Returns how
 * much it did.
 */
async function repeat(db: Db, work: (tx: Tx) => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const done = await inTransaction(db, async (tx) => {
      await allowErasing(tx);
      return work(tx);
    });
    if (done === 0) return sum;
    sum += done;
  }
}

/** Deletes the numbers of erased people. Those that a row of another school names stay, without a school. Returns how many. */
async function endNumbers(db: Db, schoolId: number): Promise<number> {
  let left = 0;
  const end = (ids: readonly number[]) =>
    inTransaction(db, async (tx) => {
      await allowErasing(tx);
      await deleteAccounts(tx, ids);
    });
  for (;;) {
    const ids = await listAccountsOf(db, schoolId, PEOPLE_AT_ONCE);
    if (ids.length === 0) return left;
    await end(ids).catch(async (error: unknown) => {
      if (!isStillNamed(error)) throw error;
      for (const id of ids)
        await end([id]).catch(async (alone: unknown) => {
          if (!isStillNamed(alone)) throw alone;
          left++;
          await inTransaction(db, (tx) => leaveNumber(tx, id));
        });
    });
  }
}

const FOREIGN_KEY = '23503';
const isStillNamed = (error: unknown): boolean => (error as { code?: string }).code === FOREIGN_KEY;

async function requireNotHeld(db: Db, schoolId: number): Promise<void> {
  const hold = await findHoldOf(db, schoolId);
  if (hold) throw new SchoolStays({ why: 'hold', ...hold });
}

const note = (db: Db, { schoolId, subjectId }: { schoolId: number | null; subjectId: number }, action: string, after: object): Promise<void> =>
  inTransaction(db, (tx) => audit(tx, { accountId: null, schoolId }, { action, subjectType: 'school', subjectId, after, requestId: `${action}-${subjectId}` }));
