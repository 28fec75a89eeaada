/**
 * The duties of the people who run an installation: what OWASP ASVS 5.0 asks for and the program cannot do alone. Each names the
 * requirements of the standard that it covers; `tools/asvs/requirements.tsv` has them as the operator's.
 */
export const DUTIES = {
  https: { asvs: ['V4.4.1', 'V12.2.1'] },
  proxy: { asvs: ['V4.1.2', 'V12.1.1', 'V12.1.2', 'V12.2.2'] },
  connections: { asvs: ['V12.3.1', 'V12.3.3', 'V12.3.4'] },
  passwords: { asvs: ['V6.2.12'] },
  factors: { asvs: ['V6.3.3'] },
  patches: { asvs: ['V15.2.1'] },
  clocks: { asvs: ['V16.2.2'] },
  programs: { asvs: ['V11.4.1'] },
  machine: { asvs: ['V13.4.1'] },
  secrets: { asvs: ['V13.2.1', 'V13.3.1'] },
  viruses: { asvs: ['V5.4.3'] },
  logs: { asvs: ['V16.4.2', 'V16.4.3'] },
} as const satisfies Record<string, { asvs: readonly string[] }>;

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
