import { createDatabaseStore } from '../../../base/keeping/device-store.ts';
import { keepWhileItWorks } from '../../../base/keeping/keeping-store.ts';
import type { Kept } from '../../../base/keeping/kept-store.ts';
import { keep, readKeptJson } from '../../../base/storage.ts';
import { createStore } from '../../../base/store.ts';
import { type CellValue, readTyped } from './typed-grade.ts';

/** A typed grade as the device keeps it until the server has it. The newest of a cell stays. */
export interface KeptGrade extends Kept {
  readonly course_id: number;
  readonly itemId: number;
  readonly studentId: number;
  readonly typed: string;
  /** Undefined: what was typed is no grade. */
  readonly value: CellValue | undefined;
  /** What its author saw in the cell. */
  readonly was: CellValue;
  /** Another with every writing. */
  readonly stamp: string;
  /** Why it was not taken, in words: its author decides. Null: it may go out. */
  readonly refusal: string | null;
  /** Name of the student and title of the work when it was typed; earlier versions kept neither. */
  readonly student?: string | undefined;
  readonly work?: string | undefined;
}

const store = keepWhileItWorks(createDatabaseStore<KeptGrade>('classwright-grades'));
const changes = createStore(0);

/** `memory`: what is typed lives as long as the page. */
export const keepingStore = store.keeping;
/** What this page keeps is another. */
export const keptChanges = { get: changes.get, subscribe: changes.subscribe };

export const listKept = (accountId: number) => store.list(accountId);

interface GradeChanges {
  /** They stand last. */
  put?: readonly Omit<KeptGrade, 'order'>[];
  /** As `put`, of what is there still; what another page has written over it stays. */
  update?: readonly KeptGrade[];
  /** By key; what another page has written over them stays. */
  remove?: readonly string[];
  isOwn?: (grade: KeptGrade) => boolean;
}

/** One transaction; resolves when it is on the device. */
export async function changeKept(accountId: number, { put = [], update = [], remove = [], isOwn = () => true }: GradeChanges): Promise<void> {
  await store.apply(accountId, (items) => {
    const next = items.reduce((top, { order }) => Math.max(top, order), 0) + 1;
    const known = new Map(items.map((grade) => [grade.key, grade]));
    const isMine = (key: string): boolean => known.has(key) && isOwn(known.get(key)!);
    const written = [...update.filter(({ key }) => isMine(key)), ...put.map((grade, at) => ({ ...grade, order: next + at }))];
    return { put: written, remove: remove.filter(isMine), result: undefined };
  });
  changes.set(changes.get() + 1);
}

export const keptKey = (accountId: number, courseId: number, itemId: number, studentId: number): string => `${accountId}.${courseId}.${itemId}.${studentId}`;

const PREFIX = 'cw.grade.';

/** The last moment of a page leaves no time for a transaction: this is written at once, and taken over by the next page. */
export function keepLeaving({ key, typed, value, was, student, work }: Leaving): void {
  keep('device', PREFIX + key, JSON.stringify({ typed, value, was, student, work }));
}
type Leaving = Pick<KeptGrade, 'key' | 'typed' | 'value' | 'was' | 'student' | 'work'>;
export const dropLeaving = (key: string): void => void keep('device', PREFIX + key, null);

/** None where the browser blocks storage. */
function listLeaving(accountId: number): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${accountId}.`));
  } catch {
    return [];
  }
}

/** Takes over what pages that are gone could not store any more, and what earlier versions of the page kept. */
export async function takeOver(accountId: number): Promise<void> {
  const keys = listLeaving(accountId);
  if (keys.length === 0) return;
  const left = keys.flatMap((name): Omit<KeptGrade, 'order'>[] => {
    const key = name.slice(PREFIX.length);
    const [, course_id = 0, itemId = 0, studentId = 0] = key.split('.').map(Number);
    const kept = readKeptJson<Partial<Leaving>>('device', name);
    if (typeof kept?.typed !== 'string' || !(course_id > 0) || !(itemId > 0) || !(studentId > 0)) return [];
    const read = kept.value === undefined ? readTyped(kept.typed, null) : { value: kept.value };
    const value = 'problem' in read ? undefined : read.value;
    const { typed, was = null, student, work } = kept;
    return [{ key, account_id: accountId, course_id, itemId, studentId, typed, value, was, stamp: key, refusal: null, student, work }];
  });
  await changeKept(accountId, { put: left });
  if (store.keeping.get() === 'device') for (const name of keys) keep('device', name, null);
}
