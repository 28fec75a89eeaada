/**
 * The duties of the people who run an installation: what OWASP ASVS 5.0 asks for and the program cannot do alone. Each names the
 * requirements of the standard that it covers, which `tools/asvs/requirements.tsv` has as the operator's, and the settings that it is
 * about, which the page shows apart from the sentences.
 */
export const DUTIES = {
  https: { asvs: ['V4.4.1', 'V12.2.1'], settings: ['PUBLIC_URL'] },
  proxy: { asvs: ['V4.1.2', 'V12.1.1', 'V12.1.2', 'V12.2.2'], settings: [] },
  connections: {
    asvs: ['V12.3.1', 'V12.3.3', 'V12.3.4'],
    settings: ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL', 'REDIS_URL', 'NATS_URL', 'S3_ENDPOINT', 'SMTP_URL'],
  },
  passwords: { asvs: ['V6.2.12'], settings: ['LEAKED_PASSWORDS_FILE'] },
  factors: { asvs: ['V6.3.3'], settings: [] },
  patches: { asvs: ['V15.2.1'], settings: [] },
  clocks: { asvs: ['V16.2.2'], settings: [] },
  programs: { asvs: ['V11.4.1'], settings: ['PUSHER_APP_ID'] },
  machine: { asvs: ['V13.4.1'], settings: [] },
  secrets: { asvs: ['V13.2.1', 'V13.3.1'], settings: [] },
  viruses: { asvs: ['V5.4.3'], settings: [] },
  calendars: { asvs: ['V14.2.1'], settings: [] },
  logs: { asvs: ['V16.4.2', 'V16.4.3'], settings: [] },
} as const satisfies Record<string, { asvs: readonly string[]; settings: readonly string[] }>;

export type DutyId = keyof typeof DUTIES;

/** `done` and `todo` are what the server sees; `own` is for people to check, since the server cannot see it. */
export const DUTY_STATES = ['done', 'todo', 'own'] as const;
export type DutyState = (typeof DUTY_STATES)[number];

/** The remedies for what the server sees is not done, each a sentence on the screen. */
export const REMEDIES = [
  'https',
  'database',
  'broker',
  'bucket',
  'mail',
  'passwordsMissing',
  'passwordsUnreadable',
  'factors',
  'patches',
  'clocks',
  'machine',
] as const;
export type Remedy = (typeof REMEDIES)[number];
