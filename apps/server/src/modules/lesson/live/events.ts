import { type AccountEvent, type SeatEvent, type WallsEvent, channels, type LessonEventBody, type QuestionsToStaffEvent } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import { afterCommit, type Db, type Tx } from '../../../platform/database/index.ts';
import type { Realtime, Rooms } from '../../../platform/live/index.ts';
import { computeSessionTally } from './figures/tally.ts';
import type { SessionQuestions } from './questions.ts';
import type { SessionRow } from './queries.ts';

/** The session fields that events need. */
export type EventSession = Pick<SessionRow, 'id' | 'assessment_id'>;

/** The events that this module publishes, each only after the transaction commits. */
export interface LessonEvents {
  /**
   * Publishes a numbered event on the assessment's channel. Events with `items` are merged with others of the same
   * name.
   */
  announce(tx: Tx, session: EventSession, event: LessonEventBody): Promise<void>;
  /** Publishes on the account channels of the class's students that a lesson has started. */
  callStudents(tx: Tx, session: EventSession, accountIds: readonly number[]): void;
  /**
   * Publishes on the account channels of students whose answers were filed: another of their devices may still show the
   * form.
   */
  ownAnswersFiled(tx: Tx, session: EventSession, accountIds: readonly number[]): void;
  /**
   * Publishes on the account channels of students with extra time that their own time in the form opened last differs
   * from the class's events.
   */
  ownTimeChanged(tx: Tx, session: EventSession, accountIds: readonly number[]): void;
  /** Publishes on the channels of the screens of people of a class that the lesson of these screens may be another one. */
  wallsChanged(tx: Tx, accountIds: readonly number[]): void;
  /** Publishes on the account channels of students that somebody has joined their group. */
  ownPairChanged(tx: Tx, session: EventSession, accountIds: readonly number[]): void;
  /** Publishes on the account channels of students that a text of theirs was hidden or shown, or a question settled. */
  ownNotesChanged(tx: Tx, session: EventSession, accountIds: readonly number[]): void;
  /** Publishes on the staff's channel that a student has asked something, or a question was settled. */
  questionsChanged(tx: Tx, session: EventSession): void;
  /** Marks the staff's figures as changed; they are recomputed once for all simultaneous changes. */
  tallyChanged(tx: Tx, session: EventSession): void;
  /** Does the same outside our own transactions. */
  publishTally(session: EventSession): void;
}

const TALLY = 'assessment.tally.changed';
const WALLS: WallsEvent['name'] = 'live-walls.changed';
const QUESTIONS: QuestionsToStaffEvent['name'] = 'assessment.questions.changed';

interface Dependencies {
  db: Db;
  realtime: Pick<Realtime, 'publish' | 'defineValue' | 'valueChanged'>;
  rooms: Pick<Rooms, 'announce'>;
  questions: SessionQuestions;
}

export function createLessonEvents({ db, realtime, rooms, questions }: Dependencies): LessonEvents {
  realtime.defineValue({
    name: TALLY,
    async make(_channel, sessionId) {
      const tally = await computeSessionTally(db, questions, { id: sessionId });
      return tally ? { epoch: sessionId, tally, server_time: (await appNow(db)).toISOString() } : undefined;
    },
  });
  const publishTally = (session: EventSession): void => realtime.valueChanged(channels.staff(session.assessment_id), TALLY, session.id);

  const tellAccounts = (tx: Tx, accountIds: readonly number[], name: AccountEvent['name'], session: EventSession): void =>
    afterCommit(tx, () => realtime.publish(accountIds.map(channels.account), name, { assessment_id: session.assessment_id }));
  /** Notifies the students' devices, those that came in by the code too. */
  const tellStudents = (tx: Tx, accountIds: readonly number[], name: Exclude<SeatEvent['name'], 'own-seat.asked'>, session: EventSession): void =>
    afterCommit(tx, () =>
      realtime.publish(
        accountIds.flatMap((accountId) => [channels.account(accountId), channels.seat(accountId)]),
        name,
        { assessment_id: session.assessment_id },
      ),
    );

  return {
    async announce(tx, session, event) {
      const { name, ...payload } = event;
      const room = { room: channels.assessment(session.assessment_id), epoch: session.id };
      if (!('items' in payload)) return rooms.announce(tx, { ...room, name, payload });
      const singleField = name === 'assessment.studentlogin' ? { singleField: 'student_id' } : {};
      await rooms.announce(
        tx,
        payload.items.map((item) => ({ ...room, name, item, ...singleField })),
      );
    },
    callStudents(tx, session, accountIds) {
      tellAccounts(tx, accountIds, 'assessment-student-started', session);
    },
    ownAnswersFiled(tx, session, accountIds) {
      tellStudents(tx, accountIds, 'own-answer.filed', session);
    },
    ownTimeChanged(tx, session, accountIds) {
      tellStudents(tx, accountIds, 'own-time.changed', session);
    },
    wallsChanged(tx, accountIds) {
      if (accountIds.length > 0) afterCommit(tx, () => realtime.publish(accountIds.map(channels.walls), WALLS, {}));
    },
    ownPairChanged(tx, session, accountIds) {
      tellStudents(tx, accountIds, 'own-pair.changed', session);
    },
    ownNotesChanged(tx, session, accountIds) {
      tellStudents(tx, accountIds, 'own-notes.changed', session);
    },
    questionsChanged(tx, { assessment_id }) {
      afterCommit(tx, () => realtime.publish([channels.staff(assessment_id)], QUESTIONS, { assessment_id }));
    },
    tallyChanged(tx, session) {
      afterCommit(tx, () => publishTally(session));
    },
    publishTally,
  };
}
