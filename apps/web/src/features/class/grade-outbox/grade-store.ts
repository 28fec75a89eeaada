import { createDatabaseStore } from '../../../base/keeping/device-store.ts';
import { keepWhileItWorks } from '../../../base/keeping/keeping-store.ts';
import type { Kept } from '../../../base/keeping/kept-store.ts';
import { keep, readKept, readKeptJson } from '../../../base/storage.ts';
import { createStore } from '../../../base/store.ts';
import { type CellValue, readTyped } from './typed-grade.ts';

/** A typed grade, stored on the device until the server has it. Only the newest of a cell is kept. */
export interface KeptGrade extends Kept {
  readonly course_id: number;
  readonly itemId: number;
  readonly studentId: number;
  readonly typed: string;
  /** The value; undefined if the text is not a grade. */
  readonly value: CellValue | undefined;
  /** The value that the author saw in the cell. */
  readonly was: CellValue;
  /** A stamp that is different for every edit. */
  readonly stamp: string;
  /** The reason for refusal, in words, so that the author can decide. Null: it may be sent. */
  readonly refusal: string | null;
  /** The name of the student and the title of the work when it was typed; earlier versions stored neither. */
  readonly student?: string | undefined;
  readonly work?: string | undefined;
}

const store = keepWhileItWorks(createDatabaseStore<KeptGrade>('classwright-grades'));
const changes = createStore(0);

/** The store's state. `memory`: grades are lost when the page closes. */
export const keepingStore = store.keeping;
/** A subscription to changes of the stored grades. */
export const keptChanges = { get: changes.get, subscribe: changes.subscribe };

store.found.subscribe(() => changes.set(changes.get() + 1));

export const listKept = (accountId: number) => store.list(accountId);

interface GradeChanges {
  /** Grades to store, after all others. */
  put?: readonly Omit<KeptGrade, 'order'>[];
  /** Grades to update, like `put`, if they still exist; those overwritten by another page are kept. */
  update?: readonly KeptGrade[];
  /** Keys of grades to remove; those overwritten by another page are kept. */
  remove?: readonly string[];
  isOwn?: (grade: KeptGrade) => boolean;
}

/** Changes grades in one transaction; resolves when it is stored on the device. */
export async function changeStoredGrades(accountId: number, { put = [], update = [], remove = [], isOwn = () => true }: GradeChanges): Promise<void> {
  const removed = await store.apply(accountId, (items) => {
    const next = items.reduce((top, { order }) => Math.max(top, order), 0) + 1;
    const known = new Map(items.map((grade) => [grade.key, grade]));
    const isMine = (key: string): boolean => known.has(key) && isOwn(known.get(key)!);
    const written = [...update.filter(({ key }) => isMine(key)), ...put.map((grade, at) => ({ ...grade, order: next + at }))];
    const gone = remove.filter(isMine);
    return { put: written, remove: gone, result: gone };
  });
  // without a database, what was left for this page is still there
  if (store.keeping.get() === 'memory') for (const key of removed) dropLeaving(key);
  changes.set(changes.get() + 1);
}

export const keptKey = (accountId: number, courseId: number, itemId: number, studentId: number): string => `${accountId}.${courseId}.${itemId}.${studentId}`;

const PREFIX = 'cw.grade.';

/** Stores a grade synchronously, since a closing page has no time for a transaction; the next page adopts it. */
export function keepLeaving({ key, typed, value, was, student, work }: Leaving): void {
  keep('device', PREFIX + key, JSON.stringify({ typed, value, was, student, work }));
}
type Leaving = Pick<KeptGrade, 'key' | 'typed' | 'value' | 'was' | 'student' | 'work'>;
export const dropLeaving = (key: string): void => void keep('device', PREFIX + key, null);

/** Lists the synchronously stored grades; none if the browser blocks storage. */
function listLeaving(accountId: number): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${accountId}.`));
  } catch {
    return [];
  }
}

/**
 * Adopts grades that closed pages could only store synchronously, and those stored by earlier versions of the page.
 */
export async function adoptLeftGrades(accountId: number): Promise<void> {
  const texts = new Map(listLeaving(accountId).map((name) => [name, readKept('device', name)]));
  if (texts.size === 0) return;
  const left = [...texts.keys()].flatMap((name): Omit<KeptGrade, 'order'>[] => {
    const key = name.slice(PREFIX.length);
    const [, course_id = 0, itemId = 0, studentId = 0] = key.split('.').map(Number);
    const kept = readKeptJson<Partial<Leaving>>('device', name);
    if (typeof kept?.typed !== 'string' || !(course_id > 0) || !(itemId > 0) || !(studentId > 0)) return [];
    const read = kept.value === undefined ? readTyped(kept.typed, null) : { value: kept.value };
    const value = 'problem' in read ? undefined : read.value;
    const { typed, was = null, student, work } = kept;
    return [{ key, account_id: accountId, course_id, itemId, studentId, typed, value, was, stamp: key, refusal: null, student, work }];
  });
  await changeStoredGrades(accountId, { put: left });
  if (store.keeping.get() !== 'device') return;
  for (const [name, text] of texts) if (readKept('device', name) === text) keep('device', name, null); // another page may have closed since
}
