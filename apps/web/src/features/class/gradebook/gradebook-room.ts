import { channels, type GradebookEvent } from '@classwright/contract/lesson/live/events';
import type { GradedCell } from '@classwright/contract/class/submissions/calls';
import { judgeEvent, newerState, type Place } from '@classwright/rules/live/numbered';
import { createRefetcher } from '../../../base/refetcher.ts';
import { followRoom } from '../../../base/room-follower.ts';
import type { LoadedBook } from './book.ts';
import type { GradebookState } from './gradebook-state.ts';

interface Known {
  /** Null while the book is not loaded yet. */
  readonly place: Place | null;
  /** The changes from the events that led here. Empty once they have been applied. */
  readonly acts: readonly { readonly by: number | null; readonly cells: readonly GradedCell[] }[];
  readonly items: readonly number[];
  readonly notes: readonly NoteEvent[];
}

type NoteEvent = Extract<GradebookEvent, { name: 'gradebook.note.changed' }>;

interface RoomOfGradebook {
  courseId: number;
  grades: Pick<GradebookState, 'take' | 'takeItems' | 'takeNote' | 'askAnew'>;
  /** The book that the page begins with. */
  first: LoadedBook;
  /** Loads the whole book again. */
  reload: () => Promise<LoadedBook>;
  /** Loads some of its items again. */
  loadItems: (ids: readonly number[]) => Promise<LoadedBook>;
}

/**
 * The delay in seconds before columns are requested. It makes sure that the response is newer than cells announced at
 * the same moment in a separate event.
 */
const askingMoment = (): number => 0.05 + 0.95 * Math.random();

/** Above this number of items the whole book is requested. */
const MOST_ITEMS = 20;

const toCell = ([courseWorkId, account_id, draftGrade, assignedGrade, excused, state, late, revision]: Extract<
  GradebookEvent,
  { name: 'gradebook.cells.changed' }
>['acts'][number]['cells'][number]): GradedCell => ({ submissionId: 0, courseWorkId, account_id, draftGrade, assignedGrade, excused, state, late, revision });

/**
 * Follows other people's grade changes in a class while it is open: applies changed cells and requests changed columns.
 * Returns a function that stops it.
 */
export function followGradebook({ courseId, grades, first, reload, loadItems }: RoomOfGradebook): () => void {
  const wanted = new Set<number>();
  const columns = createRefetcher(
    async () => {
      const ids = [...wanted];
      wanted.clear();
      try {
        if (ids.length <= MOST_ITEMS && grades.takeItems(await loadItems(ids))) return;
        await reload();
      } catch (error) {
        for (const id of ids) wanted.add(id);
        throw error;
      }
    },
    { random: askingMoment },
  );
  const askFor = (items: readonly number[]): void => {
    for (const item of items) wanted.add(item);
    if (items.length > 0) columns.request();
  };
  grades.askAnew = askFor;
  const follower = followRoom<Known, GradebookEvent>({
    channel: channels.gradebook(courseId),
    initial: { place: null, acts: [], items: [], notes: [] },
    isKnown: ({ place }) => place !== null,
    read: (name, data) => ({ ...data, name }) as GradebookEvent,
    fold: (known, event) => {
      if (!known.place) return 'reload';
      const follows = judgeEvent(known.place, event);
      if (follows !== 'next') return follows === 'known' ? known : 'reload';
      const place = { epoch: event.epoch, sequence: event.sequence };
      if (event.name === 'gradebook.cells.changed')
        return { ...known, place, acts: [...known.acts, ...event.acts.map(({ account_id: by, cells }) => ({ by, cells: cells.map(toCell) }))] };
      if (event.name === 'gradebook.note.changed') return { ...known, place, notes: [...known.notes, event] };
      // A newer server may send more fields.
      return event.name === 'gradebook.columns.changed' ? { ...known, place, items: [...known.items, ...event.items] } : 'reload';
    },
    ask: async () => {
      const { room } = (await reload()).book.head;
      return { take: (known) => (newerState(known.place, room) === known.place ? known : { ...known, place: room }) };
    },
    settle: ({ place }) => ({ place, acts: [], items: [], notes: [] }),
    onChange: (_before, { acts, items, notes }) => {
      for (const { by, cells } of acts) grades.take(cells, { by });
      for (const { course_work_id, account_id, has_note } of notes) grades.takeNote(course_work_id, account_id, has_note);
      askFor(items);
    },
  });
  follower.take({ place: first.book.head.room, acts: [], items: [], notes: [] }, first.askedAt);
  return () => {
    follower.stop();
    columns.stop();
  };
}
