/** The numbers in the product's rules, each defined once, so that server, screens, tests and documents agree. */

/** The live lesson (document 3, sections 4, 5 and 9). */
export const LIVE_LIMITS = {
  /** The time after a deadline for which an answer is still accepted, by the server's clock. */
  graceMs: 3_000,
  /** A form runs for 1 to 180 whole minutes. */
  minMinutes: 1,
  maxMinutes: 180,
  /** The teacher's timer before anything is chosen. */
  defaultMinutes: 10,
  /** The minutes around each form that a plan keeps for talk: the discussion before it, or the explanation after it. */
  talkMinutes: 2,
  /** The number of forms of a lesson. Responders are counted out of this. */
  forms: 3,
  /** The number of questions of an assessment that can be run. */
  questions: 2,
  /** The number of characters shown of a comment log entry, followed by an ellipsis. */
  commentLogCharacters: 100,
  /** The maximum number of comments sent with their post, the newest ones. Others are loaded on request. */
  commentsShown: 50,
  /** The maximum number of comments and replies of one person. Staff comment on a whole class. */
  remarks: { student: { aMinute: 10, aForm: 100 }, staff: { aMinute: 60, aForm: 1_000 } },
  /** The seconds in which a class votes between two reasons. */
  voteSeconds: 30,
  /** The maximum length of a student's question to the teacher, and of the private answer. */
  questionToStaffCharacters: 500,
  /** The maximum number of questions that one student sends the teacher in a lesson. */
  questionsToStaff: 30,
  /** The maximum length of what a teacher adds to the reason for hiding a text. */
  hiddenWordsCharacters: 300,
  /** The maximum number of likes and dislikes of one person. */
  reactionsAMinute: 60,
  /** The maximum number of entries of the comment log, the newest ones. */
  commentLogEntries: 1_000,
  /** The range of the share of right answers, in whole percent, in which discussing pays; both ends included. */
  discussFromPercent: 35,
  discussToPercent: 70,
  /** The remaining seconds at which the countdown is spoken. */
  announceAtSeconds: [60, 30, 10],
} as const;

/** The limits of a screen while the socket is down. While it is up nothing polls (document 3, section 9). */
export const FALLBACK_LIMITS = {
  /** One tick of the countdown. */
  tickMs: 1_000,
  /** The number of ticks after which the timer is synced again. */
  resyncTicks: 6,
  /** The interval at which the student's page asks again until its login is recorded. */
  loginPollMs: 5_000,
} as const;

/** The limits for joining events of one kind on the live channel (live protocol). */
export const CHANNEL_LIMITS = {
  /** The time within which posts, reactions, comments, replies and logins are sent as one event. */
  joinWithinMs: 100,
  /** The maximum size of a question that is sent with the signal. */
  questionBytes: 10_240,
} as const;
