import { type ClassEventName, channels, type GradebookEventBody } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import type { Rooms } from '../../../platform/live/index.ts';

const DAY_MS = 86_400_000;
/** Today's epoch in an announcement. */
const epoch = 'day' as const;

/** Returns the current epoch of a class's rooms. Epochs are days, so that old events can be deleted day by day. */
export const epochAt = (now: Date): number => Math.floor(now.getTime() / DAY_MS);

type CellsChanged = Extract<GradebookEventBody, { name: 'gradebook.cells.changed' }>['acts'][number];
type NoteChanged = Omit<Extract<GradebookEventBody, { name: 'gradebook.note.changed' }>, 'name'>;

/** Notifies the open pages of a class of changes. The pages then request the current data with their own rights. */
export interface ClassRoom {
  /** Notifies everyone in the class, so `ids` must only contain those that all of them may know of. */
  announce(tx: Tx, courseId: number, name: ClassEventName, ids?: readonly number[]): Promise<void>;
  /** Notifies only the staff of the class. */
  announceToStaff(tx: Tx, courseId: number, name: ClassEventName, ids?: readonly number[]): Promise<void>;
  /** Notifies everyone in each of several classes, in one statement. */
  announceInAll(tx: Tx, courseIds: readonly number[], name: ClassEventName): Promise<void>;
  /** Notifies only the staff of each of several classes. */
  announceToStaffInAll(tx: Tx, courseIds: readonly number[], name: ClassEventName): Promise<void>;
  /**
   * Notifies the staff that submissions of these works have changed. People who view the grades get the same, or the
   * `cells` themselves. It takes one statement, since it is part of every saved grade.
   */
  announceSubmissions(tx: Tx, courseId: number, works: readonly number[], cells?: CellsChanged | null): Promise<void>;
  /** Notifies the staff that a cell's private note was added, changed or removed. */
  announceNote(tx: Tx, courseId: number, note: NoteChanged): Promise<void>;
}

export function createClassRoom(rooms: Pick<Rooms, 'announce'>): ClassRoom {
  async function announceIn(tx: Tx, room: string, name: ClassEventName, ids: readonly number[]): Promise<void> {
    await rooms.announce(tx, ids.length === 0 ? { room, epoch, name } : ids.map((item) => ({ room, epoch, name, item })));
  }
  async function announceInEach(tx: Tx, courseRooms: readonly string[], name: ClassEventName): Promise<void> {
    if (courseRooms.length === 0) return;
    await rooms.announce(
      tx,
      courseRooms.map((room) => ({ room, epoch, name })),
    );
  }
  return {
    announce: (tx, courseId, name, ids = []) => announceIn(tx, channels.classroom(courseId), name, ids),
    announceToStaff: (tx, courseId, name, ids = []) => announceIn(tx, channels.classStaff(courseId), name, ids),
    announceInAll: (tx, courseIds, name) => announceInEach(tx, courseIds.map(channels.classroom), name),
    announceToStaffInAll: (tx, courseIds, name) => announceInEach(tx, courseIds.map(channels.classStaff), name),
    async announceSubmissions(tx, courseId, works, cells = null) {
      const inRoom = (room: string, name: string) => works.map((item) => ({ room, epoch, name, item }));
      const gradebook = channels.gradebook(courseId);
      await rooms.announce(tx, [
        ...(cells
          ? [{ room: gradebook, epoch, name: 'gradebook.cells.changed', payload: { acts: [cells] }, list: 'acts' }]
          : inRoom(gradebook, 'gradebook.columns.changed')),
        ...inRoom(channels.classStaff(courseId), 'class.submissions.changed'),
      ]);
    },
    async announceNote(tx, courseId, { course_work_id, ...note }) {
      await rooms.announce(tx, [
        { room: channels.gradebook(courseId), epoch, name: 'gradebook.note.changed', payload: { course_work_id, ...note } },
        { room: channels.classStaff(courseId), epoch, name: 'class.submissions.changed', item: course_work_id },
      ]);
    },
  };
}
