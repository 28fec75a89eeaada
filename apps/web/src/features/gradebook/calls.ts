import type { courseList } from '@classwright/contract/courses';
import type { gradeBook } from '@classwright/contract/grade-book';
import type { gradeActUndo } from '@classwright/contract/grade-acts';
import { api } from '../../base/api.ts';
import { loadLarge } from '../../base/large-answer.ts';
import type { Choice, ChoiceSource } from '../../ui/form/index.ts';
import { type Book, type LoadedBook, readBook } from './book.ts';

/** Below the class, so that what changes in it makes this stale too. */
export const bookKey = (courseId: number) => ['class', courseId, 'gradebook'] as const;

const LOAD_TIMEOUT_MS = 60_000;

/** `withLeft`: students who have left it too. */
export async function loadBook(courseId: number, withLeft: boolean, signal: AbortSignal): Promise<LoadedBook> {
  const askedAt = performance.now();
  const query = { class: courseId, ...(withLeft && { left: true }) };
  const answer = await loadLarge<typeof gradeBook>('/dashboard/grade-book', { query, signal, timeoutMs: LOAD_TIMEOUT_MS });
  return { book: readBook(answer, withLeft), askedAt };
}

/** Some items of it, with all students, those who have left too where the book has them. */
export async function loadItems(courseId: number, ids: readonly number[], withLeft: boolean, signal: AbortSignal): Promise<LoadedBook> {
  const askedAt = performance.now();
  const answer = await loadLarge<typeof gradeBook>('/dashboard/grade-book', {
    query: { class: courseId, items: ids.join(','), ...(withLeft && { left: true }) },
    signal,
    timeoutMs: LOAD_TIMEOUT_MS,
  });
  return { book: readBook(answer, withLeft), askedAt };
}

/** Marking periods that the address names though they are offered no more. */
export async function loadPeriods(courseId: number, ids: readonly string[], signal: AbortSignal): Promise<Book['head']['periods']> {
  const { gradebook } = await loadLarge<typeof gradeBook>('/dashboard/grade-book', {
    query: { class: courseId, marking_periods: ids.join(','), columns: '0-0' },
    signal,
  });
  return gradebook.periods;
}

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
