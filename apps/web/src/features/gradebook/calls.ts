import type { courseList } from '@classwright/contract/courses';
import type { gradeBook } from '@classwright/contract/grade-book';
import type { gradeActUndo, gradeBulk } from '@classwright/contract/grade-acts';
import { api } from '../../base/api.ts';
import { loadLarge } from '../../base/large-answer.ts';
import type { Choice, ChoiceSource } from '../../ui/form/index.ts';
import { type Book, type LoadedBook, readBook } from './book.ts';
import type { Edit } from './edits.ts';
import type { SavedAnswer } from './sender.ts';

/** Below the class, so that what changes in it makes this stale too. */
export const bookKey = (courseId: number) => ['class', courseId, 'gradebook'] as const;

const LOAD_TIMEOUT_MS = 60_000;

export async function loadBook(courseId: number, signal: AbortSignal): Promise<LoadedBook> {
  const askedAt = performance.now();
  const answer = await loadLarge<typeof gradeBook>('/dashboard/grade-book', { query: { class: courseId }, signal, timeoutMs: LOAD_TIMEOUT_MS });
  return { book: readBook(answer), askedAt };
}

/** Some items of it, with all students. */
export async function loadItems(courseId: number, ids: readonly number[], signal: AbortSignal): Promise<LoadedBook> {
  const askedAt = performance.now();
  const answer = await loadLarge<typeof gradeBook>('/dashboard/grade-book', {
    query: { class: courseId, items: ids.join(',') },
    signal,
    timeoutMs: LOAD_TIMEOUT_MS,
  });
  return { book: readBook(answer), askedAt };
}

/** Marking periods that the address names though they are offered no more. */
export async function loadPeriods(courseId: number, ids: readonly string[], signal: AbortSignal): Promise<Book['head']['periods']> {
  const { gradebook } = await loadLarge<typeof gradeBook>('/dashboard/grade-book', {
    query: { class: courseId, marking_periods: ids.join(','), columns: '0-0' },
    signal,
  });
  return gradebook.periods;
}

/** How many cells one call saves, and up to how many its answer names one by one. */
export const MOST_AT_ONCE = { saved: 20_000, named: 500 } as const;

/** Saves typed grades, each if its cell is still as its author saw it. */
export const sendEdits = (courseId: number, edits: readonly Edit[], idempotencyKey: string): Promise<SavedAnswer> =>
  api<typeof gradeBulk>('POST', '/grade-submissions/bulk', {
    body: {
      courseId,
      kind: !edits.some(({ isOfSeveral }) => isOfSeveral) ? 'edit' : edits.every(({ value }) => value === null) ? 'clear' : 'paste',
      changes: {
        course_work_id: edits.map(({ itemId }) => itemId),
        account_id: edits.map(({ studentId }) => studentId),
        to: edits.map(({ value }) => value ?? null),
        from: edits.map(({ was }) => was),
      },
    },
    idempotencyKey,
    timeoutMs: LOAD_TIMEOUT_MS,
  });

export const undoAct = (id: number, idempotencyKey: string) =>
  api<typeof gradeActUndo>('POST', '/grade-book/acts/:id/undo', { params: { id }, idempotencyKey });

const OFFERED = 25;
/** The classes that somebody runs; for Admin all of them. */
export const classSource: ChoiceSource = {
  name: '/courses gradebook',
  load: async (search_text: string, signal: AbortSignal): Promise<Choice[]> => {
    const { data } = await api<typeof courseList>('GET', '/courses', { query: { type: 'TEACHER', search_text, per_page: OFFERED }, signal });
    return data.map(({ id, name, section }) => ({ id, name, ...(section === '' || name.includes(section) ? {} : { detail: section }) }));
  },
};
