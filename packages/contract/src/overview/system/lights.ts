/** The things that the installation needs and the server can see, in the order of the page. */
export const LIGHTS = ['jobs', 'backup', 'archive', 'space', 'descriptors', 'clock', 'mail', 'files', 'broker', 'replica'] as const;
export type LightId = (typeof LIGHTS)[number];

/** `off`: not set up, or not looked at yet. */
export const LIGHT_STATES = ['problem', 'attention', 'good', 'off'] as const;
export type LightState = (typeof LIGHT_STATES)[number];

/** Everything that the server can say of a light, with the state that it stands for. Each is a sentence on the screen. */
export const SAYING_STATES = {
  jobsGood: 'good',
  jobsFailed: 'attention',
  jobsWaiting: 'attention',
  jobsNobody: 'problem',
  backupGood: 'good',
  backupNone: 'off',
  backupOld: 'attention',
  backupFailed: 'attention',
  backupNever: 'problem',
  archiveOff: 'off',
  archiveGood: 'good',
  archiveFirst: 'attention',
  archiveBehind: 'problem',
  archiveGap: 'problem',
  archiveStopped: 'problem',
  spaceGood: 'good',
  spaceLittle: 'attention',
  spaceNone: 'problem',
  descriptorsGood: 'good',
  descriptorsMany: 'attention',
  clockGood: 'good',
  clockOff: 'attention',
  mailGood: 'good',
  mailOff: 'off',
  mailUnseen: 'off',
  mailFails: 'problem',
  filesGood: 'good',
  filesUnseen: 'off',
  filesFail: 'problem',
  brokerGood: 'good',
  brokerOff: 'off',
  brokerLost: 'problem',
  replicaGood: 'good',
  replicaOff: 'off',
  replicaBehind: 'attention',
  replicaAway: 'attention',
  replicaWrong: 'problem',
} as const satisfies Record<string, LightState>;
export type Saying = keyof typeof SAYING_STATES;
export const SAYINGS = Object.keys(SAYING_STATES) as [Saying, ...Saying[]];

/** The groups in which the page shows the tables of the database. */
export const TABLE_GROUPS = ['lessons', 'classwork', 'files', 'trails', 'rest'] as const;
export type TableGroup = (typeof TABLE_GROUPS)[number];

export const BACKUP_KINDS = ['backup', 'verify', 'restore'] as const;
export type BackupKind = (typeof BACKUP_KINDS)[number];

/** The reasons why a backup was not made, or is not whole. */
export const BACKUP_PROBLEMS = ['missing', 'readOnly', 'noRoom', 'full', 'stopped', 'damaged', 'unknown'] as const;
export type BackupProblem = (typeof BACKUP_PROBLEMS)[number];

/** The reasons why a mail server did not take an email. */
export const MAIL_REFUSALS = ['unreachable', 'signIn', 'encryption', 'address', 'late', 'unknown'] as const;
export type MailRefusal = (typeof MAIL_REFUSALS)[number];
