import type { Form } from './forms.ts';
import type { StudentQuestionView, TallyView } from './live-views.ts';

/** Names of channels. The engine knows their prefixes, the live module their members. */
export const channels = {
  assessment: (assessmentId: number) => `private-channel-assessment-${assessmentId}`,
  staff: (assessmentId: number) => `private-staff-assessment-${assessmentId}`,
  account: (accountId: number) => `private-account-${accountId}`,
  classPresence: (classId: number) => `presence-class-${classId}`,
} as const;

/** Carried by every event of an assessment channel. For a single event `from` equals `sequence`. */
export interface EventEnvelope {
  epoch: number;
  from: number;
  sequence: number;
  /** UTC instant by the database's clock. */
  server_time: string;
}

interface Remaining {
  hour: number;
  minute: number;
  second: number;
}

/** What happened in a lesson: ids and absolute values only, since students and staff hear the same channel. */
export type LessonEventBody =
  | {
      name: 'assessment.started';
      time: Remaining;
      question_id: number;
      GenerateEventOnStudentSide: true;
      form: Form;
      deadline_at: string;
      question?: StudentQuestionView;
    }
  | { name: 'assessment.phase.closed'; form: Form }
  | { name: 'assessment.finished'; assessment_id: number }
  | { name: 'assessment.canceled'; assessment_id: number }
  | { name: 'assessment.time.adjustment'; type: 'increase' | 'decrease'; time: number; assessment_id: number; deadline_at: string; form: Form }
  | { name: 'assessment.settings.changed'; can_comment: boolean }
  | { name: 'assessment.revealed'; form: Form; what: 'distribution' | 'correctness' }
  | { name: 'assessment.post.added'; items: number[] }
  | { name: 'assessment.post.reaction.added'; items: number[] }
  | { name: 'assessment.comment.added'; items: number[] }
  | { name: 'assessment.reply.added'; items: number[] }
  | { name: 'assessment.studentlogin'; items: number[]; student_id?: number };
export type LessonEvent = LessonEventBody & EventEnvelope;
export type LessonEventName = LessonEventBody['name'];

/** `assessment.tally.changed`, on the staff channel only: unnumbered, absolute. */
export interface TallyEvent {
  name: 'assessment.tally.changed';
  epoch: number;
  tally: TallyView;
  server_time: string;
}

/** On the staff channel only: unnumbered, absolute. Accounts that hold an open socket of the lesson now. */
export interface PresenceEvent {
  name: 'assessment.presence.changed';
  connected: number[];
}

/** On `private-account-{id}`. */
export type AccountEvent =
  | { name: 'assessment-student-started'; assessment_id: number }
  | { name: 'new-device-login'; token_fingerprint: string; message: string };
