import { isApiError } from '../../../base/api-error.ts';
import { randomId } from '../../../base/random-id.ts';
import { connectionStore } from '../../../base/realtime.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { changeStoredGrades, keptChanges, type KeptGrade, listKept, adoptLeftGrades } from './grade-store.ts';
import { isOpenHere } from './kept-edits.ts';
import { sendAlone, tokenOf } from './send-alone.ts';
import { SAVE_LIMITS, sendGrades } from './send-grades.ts';
import { t } from '../../../base/t.ts';

/** Grades of a class that wait for their author. */
export interface LeftGrades {
  courseId: number;
  count: number;
  cause: string;
  grades: readonly KeptGrade[];
}

type Sendable = KeptGrade & { value: Exclude<KeptGrade['value'], undefined> };
const canGo = (grade: KeptGrade): grade is Sendable => grade.refusal === null && grade.value !== undefined;

/** The wait before a call that failed temporarily is retried, if nothing happens earlier. */
const AGAIN_MS = 30_000;

const cellOf = (courseWorkId: number | null, accountId: number | null): string => `${courseWorkId}.${accountId}`;

/** Sends a class's grades, in one call if their number allows. Returns false when the connection is lost. */
async function deliverClass(accountId: number, courseId: number): Promise<boolean> {
  let most: number = SAVE_LIMITS.saved;
  for (;;) {
    const token = tokenOf(accountId);
    const waiting = (await listKept(accountId)).filter(({ course_id }) => course_id === courseId).filter(canGo);
    const sent = waiting.slice(0, most);
    if (sent.length === 0 || token === null) return true;
    const stamps = new Set(sent.map(({ stamp }) => stamp));
    // newer edits of the same cells are kept
    const isOwn = ({ stamp }: KeptGrade) => stamps.has(stamp);
    const refuse = (grades: readonly Sendable[], causeOf: (grade: Sendable) => string) =>
      changeStoredGrades(accountId, { update: grades.map((grade) => ({ ...grade, refusal: causeOf(grade) })), isOwn });
    try {
      const group = sent.length > 1 ? 1 : null;
      const edits = sent.map((grade) => ({ ...grade, group }));
      const { saved, refused, refused_count } = await sendGrades(courseId, edits, randomId(), token);
      const causes = new Map(refused.map((one) => [cellOf(one.courseWorkId, one.account_id), one]));
      const named = new Set(saved.map(({ courseWorkId, account_id }) => cellOf(courseWorkId, account_id)));
      const areAllNamed = refused_count === refused.length;
      const left: Sendable[] = [];
      const done: string[] = [];
      for (const grade of sent) {
        const cell = cellOf(grade.itemId, grade.studentId);
        const newer = causes.get(cell)?.newer;
        // an earlier call, whose response was lost, had saved it
        const isThere = newer && (newer.excused ? 'EX' : newer.draftGrade) === grade.value;
        if (isThere || named.has(cell) || (areAllNamed && !causes.has(cell))) done.push(grade.key);
        else if (causes.has(cell)) left.push(grade);
      }
      await changeStoredGrades(accountId, { remove: done, isOwn });
      await refuse(left, ({ itemId, studentId }) => causes.get(cellOf(itemId, studentId))!.message);
      if (!areAllNamed) most = SAVE_LIMITS.named;
    } catch (error) {
      // signed out since: it is sent when its author signs in again
      if (!isApiError(error) || error.isTransient || error.status === 401) return false;
      await refuse(sent, () => errorText(error));
    }
  }
}

/** Lists the grades that wait for their author, by class. */
async function listLeft(accountId: number): Promise<LeftGrades[]> {
  const byClass = new Map<number, KeptGrade[]>();
  for (const grade of await listKept(accountId)) if (!canGo(grade)) byClass.set(grade.course_id, [...(byClass.get(grade.course_id) ?? []), grade]);
  return [...byClass].map(([courseId, grades]) => ({
    courseId,
    count: grades.length,
    cause: grades.find(({ refusal }) => refusal !== null)?.refusal ?? t('kept.noGrade'),
    grades,
  }));
}

/**
 * Delivers an account's grades from gradebooks that are not open, now and whenever the connection or the person
 * returns, and passes those left for their author to decide to `onLeft`. Returns a function that stops it.
 */
export function deliverGrades(accountId: number, onLeft: (left: readonly LeftGrades[]) => void): () => void {
  let stopped = false;
  let running: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function deliver(): Promise<void> {
    clearTimeout(timer);
    await adoptLeftGrades(accountId);
    const classes = new Set((await listKept(accountId)).filter(canGo).map(({ course_id }) => course_id));
    for (const courseId of classes) {
      let goesOn = true;
      if (stopped) return;
      if (isOpenHere(courseId)) continue;
      await sendAlone(accountId, courseId, async () => {
        goesOn = await deliverClass(accountId, courseId);
      });
      if (goesOn) continue;
      timer = setTimeout(wake, AGAIN_MS);
      return;
    }
  }
  const wake = (): void => {
    if (!stopped) running ??= deliver().finally(() => (running = null));
  };
  const look = (): void => void listLeft(accountId).then((left) => !stopped && onLeft(left));
  const onVisible = () => document.visibilityState === 'visible' && wake();
  const stops = [keptChanges.subscribe(look), connectionStore.subscribe(() => connectionStore.get().status === 'online' && wake())];
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', onVisible);
  look();
  wake();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Removes grades that their author has seen and dismissed. */
export const dismissGrades = (accountId: number, keys: readonly string[]): Promise<void> => changeStoredGrades(accountId, { remove: keys });
