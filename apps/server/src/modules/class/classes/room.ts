import { type ClassEventName, channels, type GradebookEventBody } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/index.ts';
import type { Rooms } from '../../../platform/live/index.ts';

const DAY_MS = 86_400_000;

/** Which run of a class's rooms is on: epochs are days, so that what is old can be forgotten by the day. */
export const epochAt = (now: Date): number => Math.floor(now.getTime() / DAY_MS);

type CellsChanged = Extract<GradebookEventBody, { name: 'gradebook.cells.changed' }>['acts'][number];
type NoteChanged = Omit<Extract<GradebookEventBody, { name: 'gradebook.note.changed' }>, 'name'>;

/** Tells the open pages of a class that something of it has changed; what it is now they ask for, as themselves. */
export interface ClassRoom {
  /** To everybody in the class, so `ids` are only those that all of them may know of. */
  announce(tx: Tx, courseId: number, name: ClassEventName, ids?: readonly number[]): Promise<void>;
  /** To the staff of the class alone. */
  announceToStaff(tx: Tx, courseId: number, name: ClassEventName, ids?: readonly number[]): Promise<void>;
  /** To everybody in each of several classes, in one statement. */
  announceInAll(tx: Tx, courseIds: readonly number[], name: ClassEventName): Promise<void>;
  /** To the staff alone of each of several classes. */
  announceToStaffInAll(tx: Tx, courseIds: readonly number[], name: ClassEventName): Promise<void>;
  /**
   * To the staff: submissions of these works are others now. Those who look at the grades hear the same, or `cells` as they are.
   * In one statement: it is part of every grade that is saved.
   */
  announceSubmissions(tx: Tx, courseId: number, works: readonly number[], cells?: CellsChanged | null): Promise<void>;
  /** To the staff: a cell has a private note, another one, or none any more. */
  announceNote(tx: Tx, courseId: number, note: NoteChanged): Promise<void>;
}

export function createClassRoom(rooms: Pick<Rooms, 'announce'>): ClassRoom {
  async function announceIn(tx: Tx, room: string, name: ClassEventName, ids: readonly number[]): Promise<void> {
    const epoch = epochAt(await appNow(tx));
    await rooms.announce(tx, ids.length === 0 ? { room, epoch, name } : ids.map((item) => ({ room, epoch, name, item })));
  }
  async function announceInEach(tx: Tx, courseRooms: readonly string[], name: ClassEventName): Promise<void> {
    if (courseRooms.length === 0) return;
    const epoch = epochAt(await appNow(tx));
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
      const epoch = epochAt(await appNow(tx));
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
      const epoch = epochAt(await appNow(tx));
      await rooms.announce(tx, [
        { room: channels.gradebook(courseId), epoch, name: 'gradebook.note.changed', payload: { course_work_id, ...note } },
        { room: channels.classStaff(courseId), epoch, name: 'class.submissions.changed', item: course_work_id },
      ]);
    },
  };
}
