import type { courseList } from '@classwright/contract/class/classes/calls';
import type { gradeBook } from '@classwright/contract/class/gradebook/calls';
import type { gradeActUndo } from '@classwright/contract/class/gradebook/acts';
import { api, isApiError } from '../../../base/api.ts';
import { loadLarge } from '../../../base/large-answer.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';
import { type Book, type LoadedBook, putItems, readBook } from './book.ts';

/** The query key, below the class, so that changes in the class make it stale too. */
export const bookKey = (courseId: number) => ['class', courseId, 'gradebook'] as const;

const LOAD_TIMEOUT_MS = 60_000;

/** The number of items whose cells are requested first. */
const FIRST_ITEMS = 40;

/**
 * The size of a block for classes with more items: each one ends well within a call's timeout, and lets lessons run in
 * between.
 */
const BLOCK_ITEMS = 200;

/** The wait before repeating a refused call if the server does not say how long. */
const TURN_MS = 2_000;

/** Repeats a call that is refused because of its account's rate limit, after the wait that the server requests. */
async function inTurn<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error, 'TOO_MANY_REQUESTS')) throw error;
      await waitMs(error.retryAfterMs ?? TURN_MS, signal);
    }
  }
}

/** Waits; rejects with an `AbortError` as soon as the signal is aborted. */
const waitMs = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(new DOMException('The call was given up', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });

/** Requests a gradebook. `withLeft`: includes former students. */
async function ask(courseId: number, what: object, withLeft: boolean, signal: AbortSignal): Promise<LoadedBook> {
  const askedAt = performance.now();
  const query = { class: courseId, letters: true, ...what, ...(withLeft && { left: true }) };
  const answer = await inTurn(() => loadLarge<typeof gradeBook>('/dashboard/grade-book', { query, signal, timeoutMs: LOAD_TIMEOUT_MS }), signal);
  return { book: readBook(answer, withLeft), askedAt };
}

interface BookToLoad {
  courseId: number;
  withLeft: boolean;
  /** The book that the page has already. */
  known: Book | undefined;
  /** Returns the positions of the items that the page shows. */
  choose: (book: Book) => readonly number[];
  /**
   * Called, for large classes, with all students and headings and the cells of the first items, which are shown before
   * the rest is loaded.
   */
  onPart: (part: LoadedBook) => void;
  signal: AbortSignal;
}

/** Loads the whole gradebook of a class: in one call if it has few items, otherwise the visible ones first. */
export async function loadBook({ courseId, withLeft, known, choose, onPart, signal }: BookToLoad): Promise<LoadedBook> {
  if (!known || known.items.length <= FIRST_ITEMS || known.items.length > BLOCK_ITEMS) {
    const first = await ask(courseId, { columns: `0-${FIRST_ITEMS - 1}`, heads: true }, withLeft, signal);
    const { book } = first;
    if (book.items.length >= book.head.item_count) {
      if (book.isWhole) return first;
      if (!known) {
        const shown = choose(book).slice(0, FIRST_ITEMS);
        const lacking = shown.flatMap((place) => (book.items[place]!.isLoaded ? [] : [book.items[place]!.id]));
        if (lacking.length > 0) putItems(book, (await loadItems(courseId, lacking, withLeft, signal)).book);
        onPart(first);
      }
      if (book.items.length > BLOCK_ITEMS) return loadBlocks(first, (ids) => loadItems(courseId, ids, withLeft, signal));
    }
  }
  return ask(courseId, {}, withLeft, signal);
}

/**
 * Loads the missing cells of a book, in blocks. If the class has changed in between it fails, and has to be loaded
 * again.
 */
async function loadBlocks({ book: part, askedAt }: LoadedBook, load: (ids: readonly number[]) => Promise<LoadedBook>): Promise<LoadedBook> {
  // the part that is shown is not modified
  const book = { ...part, items: [...part.items], isWhole: true };
  const lacking = book.items.flatMap(({ id, isLoaded }) => (isLoaded ? [] : [id]));
  for (let from = 0; from < lacking.length; from += BLOCK_ITEMS) {
    const loaded = (await load(lacking.slice(from, from + BLOCK_ITEMS))).book;
    if (!putItems(book, loaded)) throw new Error('The class has changed');
  }
  return { book, askedAt };
}

/** Loads some items with all students, including former ones if the book has them. */
export const loadItems = (courseId: number, ids: readonly number[], withLeft: boolean, signal: AbortSignal): Promise<LoadedBook> =>
  ask(courseId, { items: ids.join(',') }, withLeft, signal);

/** Loads marking periods that the address names although they are no longer offered. */
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
/** The classes that somebody runs; for an Admin all of them. */
export const classSource: ChoiceSource = {
  name: '/courses gradebook',
  load: async (search_text: string, signal: AbortSignal): Promise<Choice[]> => {
    const { data } = await api<typeof courseList>('GET', '/courses', { query: { type: 'TEACHER', search_text, per_page: OFFERED }, signal });
    return data.map(({ id, name, section }) => ({ id, name, ...(section === '' || name.includes(section) ? {} : { detail: section }) }));
  },
};
