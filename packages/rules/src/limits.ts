/**
 * Numbers that the product's rules speak of, each once. Whoever needs one takes it from here: server, screens,
 * tests and documents then agree.
 */

/** The live lesson (document 3, sections 4, 5 and 9). */
export const LIVE_LIMITS = {
  /** How long after a deadline an answer is still accepted, by the server's clock. */
  graceMs: 3_000,
  /** A form runs for 1 to 180 whole minutes. */
  minMinutes: 1,
  maxMinutes: 180,
  /** What the teacher's timer shows before anything was chosen. */
  defaultMinutes: 10,
  /** Forms of a lesson: responders are counted out of this. */
  forms: 3,
  /** Questions of an assessment that can be run. */
  questions: 2,
  /** A comment log entry shows this many characters, then an ellipsis. */
  commentLogCharacters: 100,
  /** Comments come with their post up to this many, the newest; the others are asked for. */
  commentsShown: 50,
  /** Comments and replies of one person. Staff comment on a whole class. */
  remarks: { student: { aMinute: 10, aForm: 100 }, staff: { aMinute: 60, aForm: 1_000 } },
  /** Likes and dislikes of one person. */
  reactionsAMinute: 60,
  /** Entries of the comment log, the newest. */
  commentLogEntries: 1_000,
  /** From this to that share of right answers, in whole percent, discussing pays; both ends included. */
  discussFromPercent: 35,
  discussToPercent: 70,
  /** The countdown is spoken when this many seconds remain. */
  announceAtSeconds: [60, 30, 10],
} as const;

/** What a screen does while the socket is down; with the socket up nothing polls (document 3, section 9). */
export const FALLBACK_LIMITS = {
  /** One tick of the countdown. */
  tickMs: 1_000,
  /** The timer is resynced every so many ticks. */
  resyncTicks: 6,
  /** The student's page asks again until its login is recorded. */
  loginPollMs: 5_000,
} as const;

/** The live channel: how events of one kind are joined (live protocol). */
export const CHANNEL_LIMITS = {
  /** Posts, reactions, comments, replies and logins within this time go out as one event. */
  joinWithinMs: 100,
  /** The question travels with the signal up to this size. */
  questionBytes: 10_240,
} as const;
