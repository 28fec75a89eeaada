export const UNVERIFIED_CONNECTIONS = ['database', 'broker', 'bucket', 'mail'] as const;
export type UnverifiedConnection = (typeof UNVERIFIED_CONNECTIONS)[number];

/** The facts about a start that operators are shown. None of them names a path, a host or a secret. */
export interface Surroundings {
  isProduction: boolean;
  hasEmbeddedDatabase: boolean;
  /** True when a broker carries the messages between processes, and not the database. */
  hasBroker: boolean;
  /** The connections to other machines that are not both encrypted and checked. */
  unverified: readonly UnverifiedConnection[];
  /** True when a program may publish events. */
  publishes: boolean;
  /** True when the program runs from a clone, with its source control data. */
  isClone: boolean;
}

/** The surroundings of a trial on one machine. */
export const TRIAL: Surroundings = { isProduction: false, hasEmbeddedDatabase: false, hasBroker: false, unverified: [], publishes: false, isClone: false };
