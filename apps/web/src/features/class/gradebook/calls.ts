import type { courseList } from '@classwright/contract/class/classes/calls';
import type { gradeBook } from '@classwright/contract/class/gradebook/calls';
import type { gradeActUndo } from '@classwright/contract/class/gradebook/acts';
import { api, isApiError } from '../../../base/api.ts';
import { loadLarge } from '../../../base/large-answer.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';
import { type Book, type LoadedBook, putItems, readBook } from './book.ts';

/** Below the class, so that what changes in it makes this stale too. */
export const bookKey = (courseId: number) => ['class', courseId, 'gradebook'] as const;

const LOAD_TIMEOUT_MS = 60_000;

/** Of how many items cells are asked for before all others. */
const FIRST_ITEMS = 40;

/** A class of more items is asked for in blocks of these: each ends well within the time of a call, and lets a lesson in between. */
const BLOCK_ITEMS = 200;

/** How long a refused call waits where the server does not say. */
const TURN_MS = 2_000;

/** Repeats a call that is refused because its account has asked for much, each time after as long as the server says. */
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

/** Rejects with an `AbortError` as soon as the signal is aborted. */
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

/** `withLeft`: students who have left it too. */
async function ask(courseId: number, what: object, withLeft: boolean, signal: AbortSignal): Promise<LoadedBook> {
  const askedAt = performance.now();
  const query = { class: courseId, letters: true, ...what, ...(withLeft && { left: true }) };
  const answer = await inTurn(() => loadLarge<typeof gradeBook>('/dashboard/grade-book', { query, signal, timeoutMs: LOAD_TIMEOUT_MS }), signal);
  return { book: readBook(answer, withLeft), askedAt };
}

interface BookToLoad {
  courseId: number;
  withLeft: boolean;
  /** What the page has of it. */
  known: Book | undefined;
  /** Places of the items that the page shows of it. */
  choose: (book: Book) => readonly number[];
  /** Told of all students and heads with the cells of the first items, where there are more: it is shown before the rest is there. */
  onPart: (part: LoadedBook) => void;
  signal: AbortSignal;
}

/** The whole gradebook of a class: in one call where it has few items, else the first that are shown before all. */
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

/** The cells that a book lacks, in blocks. A class that has changed in between fails, and is asked for again. */
async function loadBlocks({ book: part, askedAt }: LoadedBook, load: (ids: readonly number[]) => Promise<LoadedBook>): Promise<LoadedBook> {
  // the part that is shown stays as it is
  const book = { ...part, items: [...part.items], isWhole: true };
  const lacking = book.items.flatMap(({ id, isLoaded }) => (isLoaded ? [] : [id]));
  for (let from = 0; from < lacking.length; from += BLOCK_ITEMS) {
    const loaded = (await load(lacking.slice(from, from + BLOCK_ITEMS))).book;
    if (!putItems(book, loaded)) throw new Error('The class has changed');
  }
  return { book, askedAt };
}

/** Some items of it, with all students, those who have left too where the book has them. */
export const loadItems = (courseId: number, ids: readonly number[], withLeft: boolean, signal: AbortSignal): Promise<LoadedBook> =>
  ask(courseId, { items: ids.join(',') }, withLeft, signal);

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
