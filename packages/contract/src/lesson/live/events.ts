import type { z } from 'zod';
import type * as schemas from './event-schemas.ts';

/** Names of channels. The engine knows their prefixes, the live module their members. */
export const channels = {
  assessment: (assessmentId: number) => `private-channel-assessment-${assessmentId}`,
  staff: (assessmentId: number) => `private-staff-assessment-${assessmentId}`,
  /** The channel of the projector, for people who may run a lesson: it carries only data that the class may see. */
  projector: (assessmentId: number) => `private-projector-assessment-${assessmentId}`,
  /** The connected screens of an account, which hear when another lesson is theirs to show. */
  walls: (accountId: number) => `private-walls-${accountId}`,
  account: (accountId: number) => `private-account-${accountId}`,
  /** A student's own news about lessons, for a phone that came in by the code of a lesson and hears nothing else of the account. */
  seat: (accountId: number) => `private-seat-${accountId}`,
  /** Everybody in a class. */
  classroom: (classId: number) => `private-class-${classId}`,
  /** The staff of a class. */
  classStaff: (classId: number) => `private-class-staff-${classId}`,
  /** The staff of a class who look at its grades. */
  gradebook: (classId: number) => `private-gradebook-${classId}`,
  classPresence: (classId: number) => `presence-class-${classId}`,
  /** The staff of a class who look at its grades now, by name. */
  gradebookPresence: (classId: number) => `presence-gradebook-${classId}`,
} as const;

/** Events that pages send each other through the server, which does not store them. */
export const clientEvents = { gradebookCell: 'client-gradebook-cell' } as const;

export type EventEnvelope = z.infer<typeof schemas.EventEnvelope>;
export type LessonEventBody = z.infer<typeof schemas.LessonEventBody>;
export type LessonEvent = z.infer<typeof schemas.LessonEvent>;
export type TallyEvent = z.infer<typeof schemas.TallyEvent>;
export type QuestionsToStaffEvent = z.infer<typeof schemas.QuestionsToStaffEvent>;
export type ProjectorEvent = z.infer<typeof schemas.ProjectorEvent>;
export type PresenceEvent = z.infer<typeof schemas.PresenceEvent>;
export type ClassEvent = z.infer<typeof schemas.ClassEvent>;
export type ClassEventName = ClassEvent['name'];
export type GradebookEvent = z.infer<typeof schemas.GradebookEvent>;
export type GradebookEventBody = z.infer<typeof schemas.GradebookEventBody>;
export type GradebookCellEvent = z.infer<typeof schemas.GradebookCellEvent>;
export type AccountEvent = z.infer<typeof schemas.AccountEvent>;
export type SeatEvent = z.infer<typeof schemas.SeatEvent>;
export type WallsEvent = z.infer<typeof schemas.WallsEvent>;
export type SeatsEvent = z.infer<typeof schemas.SeatsEvent>;
