/**
 * Every failure the server can answer, once: its HTTP status. The English sentence stands in the message catalogue
 * under `error.<CODE>`. Only `appError(code, params)` makes one.
 */
export const errorRegistry = {
  // every call
  VALIDATION_FAILED: { status: 422 },
  MALFORMED_REQUEST: { status: 400 },
  UNSUPPORTED_MEDIA_TYPE: { status: 415 },
  BODY_TOO_LARGE: { status: 413 },
  ANSWER_TOO_LARGE: { status: 422 },
  NOT_SIGNED_IN: { status: 401 },
  NOT_ALLOWED: { status: 403 },
  NOT_FOUND: { status: 404 },
  METHOD_NOT_ALLOWED: { status: 405 },
  TOO_MANY_REQUESTS: { status: 429 },
  WRONG_HOST: { status: 421 },
  CLIENT_TOO_OLD: { status: 409 },
  INTERNAL: { status: 500 },
  UNAVAILABLE: { status: 503 },
  IDEMPOTENCY_KEY_REUSED: { status: 409 },
  EDIT_CONFLICT: { status: 409 },
  // lists
  IN_USE: { status: 409 },
  BUILT_IN: { status: 409 },
  RESTORE_TAKEN: { status: 409 },
  RESTORE_FIRST: { status: 409 },
  RESTORE_GONE: { status: 409 },
  // access
  RIGHT_NOT_HELD: { status: 403 },
  LAST_ADMIN: { status: 409 },
  // signing in
  SIGN_IN_REFUSED: { status: 401 },
  ACCOUNT_DEACTIVATED: { status: 401 },
  SIGNED_IN_ELSEWHERE: { status: 401 },
  LINK_REFUSED: { status: 403 },
  MAIL_LINK_REFUSED: { status: 403 },
  MAIL_LINK_OVER: { status: 410 },
  MAIL_LINK_INACTIVE: { status: 409 },
  HAND_OFF_REFUSED: { status: 403 },
  MAIL_NOT_SET_UP: { status: 409 },
  GOOGLE_NOT_SET_UP: { status: 409 },
  GOOGLE_UNREACHABLE: { status: 503 },
  GOOGLE_REFUSED: { status: 403 },
  GOOGLE_CANCELLED: { status: 403 },
  GOOGLE_EMAIL_UNVERIFIED: { status: 403 },
  GOOGLE_NO_ACCOUNT: { status: 403 },
  GOOGLE_OTHER_PERSON: { status: 403 },
  // Google Classroom
  SYNC_NOT_SET_UP: { status: 409 },
  SYNC_NOT_CONNECTED: { status: 409 },
  SYNC_SCOPE_MISSING: { status: 409 },
  SYNC_WITHDRAWN: { status: 409 },
  SYNC_BLOCKED: { status: 409 },
  SYNC_TOO_SOON: { status: 409 },
  SYNC_NOT_LINKED: { status: 409 },
  SYNC_LINKED_ALREADY: { status: 409 },
  SYNC_CLASS_UNKNOWN: { status: 409 },
  SYNC_OTHER_PERSON: { status: 409 },
  SYNC_RUN_STATE: { status: 409 },
  SYNC_CONFLICT_OVER: { status: 409 },
  SYNC_PERSON_TAKEN: { status: 409 },
  SYNC_PERSON_WITHOUT_ADDRESS: { status: 409 },
  // accounts
  ACCOUNT_IN_USE: { status: 409 },
  OWN_ACCOUNT: { status: 409 },
  IMPORT_REFUSED: { status: 422 },
  IMPORT_NOT_PREVIEW: { status: 409 },
  GRADE_FILE_REFUSED: { status: 422 },
  IMPORT_TAKEN_BACK: { status: 409 },
  IMPORT_TOO_OLD: { status: 409 },
  IMPORT_MADE_NOTHING: { status: 409 },
  // questions
  QUESTION_NOT_FOUND: { status: 404 },
  NOT_YOUR_QUESTION: { status: 403 },
  OWN_QUESTION: { status: 403 },
  STATUS_STEP_NOT_ALLOWED: { status: 409 },
  STATUS_ROLE_NOT_ALLOWED: { status: 403 },
  // live lessons
  ASSESSMENT_NOT_FOUND: { status: 404 },
  ASSESSMENT_WITHOUT_CLASS: { status: 409 },
  ASSESSMENT_INCOMPLETE: { status: 409 },
  ASSESSMENT_FINISHED: { status: 409 },
  ASSESSMENT_HAS_ATTEMPTS: { status: 409 },
  ASSESSMENT_ARCHIVED: { status: 409 },
  SESSION_RUNNING: { status: 409 },
  SESSION_NOT_RUNNING: { status: 409 },
  STEP_NOT_ALLOWED: { status: 409 },
  PHASE_CLOSED: { status: 409 },
  FORM_NOT_RUNNING: { status: 409 },
  PHASE_NOT_CLOSED: { status: 409 },
  SNAPSHOT_MISSING: { status: 409 },
  ALREADY_ANSWERED: { status: 409 },
  COMMENTING_DISABLED: { status: 409 },
  ANSWER_FIRST: { status: 409 },
  COMMENTS_TOO_FAST: { status: 429 },
  COMMENTS_USED_UP: { status: 409 },
  OWN_POST: { status: 409 },
  MEMBERSHIP_ENDED: { status: 403 },
  POST_NOT_FOUND: { status: 404 },
  COMMENT_NOT_FOUND: { status: 404 },
  REPLY_NOT_FOUND: { status: 404 },
  CENSORED_TEXT_NOT_FOUND: { status: 404 },
  STUDENT_NOT_FOUND: { status: 404 },
  // classes
  CLASS_ARCHIVED: { status: 409 },
  // classwork
  WORK_GRADED: { status: 409 },
  WORK_OF_ASSESSMENT: { status: 409 },
  GRADES_WOULD_CHANGE: { status: 409 },
  SETTING_EXISTS: { status: 409 },
  CATEGORY_IN_USE: { status: 409 },
  // submissions
  WORK_NOT_FOUND: { status: 404 },
  WORK_TAKES_NO_ANSWER: { status: 409 },
  SUBMISSION_GRADED: { status: 409 },
  SUBMISSION_TURNED_IN: { status: 409 },
  WORK_WITHOUT_POINTS: { status: 409 },
  GRADED_ELSEWHERE: { status: 409 },
  WORK_OF_ELSEWHERE: { status: 409 },
  HAND_IN_ELSEWHERE: { status: 409 },
  GRADE_CHANGED: { status: 409 },
  NOTE_CHANGED: { status: 409 },
  STUDENT_LEFT: { status: 409 },
  NOTHING_TO_RETURN: { status: 409 },
  RETURNED_ALREADY: { status: 409 },
  NOT_TURNED_IN: { status: 409 },
  ACT_UNDONE: { status: 409 },
  FIGURES_HIDDEN: { status: 403 },
  GRADES_REFUSED: { status: 409 },
  // invitations
  INVITATION_ACCEPTED: { status: 409 },
  INVITATION_DELETED: { status: 409 },
  INVITATION_ROLE: { status: 409 },
  INVITATION_LIMIT: { status: 429 },
  CLASS_NOT_EMPTY: { status: 409 },
  CLASS_CODE_REFUSED: { status: 404 },
  CLASS_CODE_PAUSE: { status: 429 },
  REQUEST_DECIDED: { status: 409 },
  REQUEST_WITHOUT_OWNER: { status: 409 },
  STREAM_COMMENTING_OFF: { status: 403 },
  STREAM_COMMENTS_USED_UP: { status: 409 },
  // sockets
  CHANNEL_REFUSED: { status: 403 },
  // rewards
  STORE_SOLD_OUT: { status: 409 },
  POINTS_TOO_FEW: { status: 409 },
  PURCHASE_DECIDED: { status: 409 },
  // files
  WORK_PRODUCT_NOT_FOUND: { status: 404 },
  WORK_PRODUCT_FAILED: { status: 503 },
  FILE_NOT_FOUND: { status: 404 },
  LINK_EXPIRED: { status: 403 },
  FILE_IN_USE: { status: 409 },
  FILE_SPACE_FULL: { status: 409 },
  UPLOAD_NOT_FOUND: { status: 404 },
  UPLOAD_UNFINISHED: { status: 409 },
} as const;

export type ErrorCode = keyof typeof errorRegistry;

/** Codes that any call may answer, whatever its declaration lists. */
export const COMMON_ERRORS = [
  'VALIDATION_FAILED',
  'MALFORMED_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'NOT_SIGNED_IN',
  'ACCOUNT_DEACTIVATED',
  'SIGNED_IN_ELSEWHERE',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'TOO_MANY_REQUESTS',
  'WRONG_HOST',
  'CLIENT_TOO_OLD',
  'INTERNAL',
  'UNAVAILABLE',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly ErrorCode[];

/** The failure envelope on the wire. */
export interface ErrorBody {
  status: 'error';
  code: ErrorCode;
  message: string;
  params?: Record<string, unknown>;
  errors?: Record<string, string[]>;
  request_id?: string;
}
