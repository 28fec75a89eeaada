import type pg from 'pg';
import type { GoogleSetting, GuessClock } from './modules/people/accounts/index.ts';
import type { ClassroomSettings, DriveSettings, S3Settings } from './platform/config.ts';
import type { BackupSetting } from './backup/index.ts';
import type { CommonGround } from './platform/processes/index.ts';
import type { Surroundings } from './platform/surroundings.ts';
import type { Db, Replica } from './platform/database/index.ts';
import type { InstallationLanguage } from './platform/languages.ts';
import type { Bus } from './platform/live/index.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/index.ts';
import type { ServerRole } from './platform/processes/index.ts';

/** The settings and services that a server is built from. */
export interface ServerOptions {
  /** True to check every cell of large responses against its declaration. The default is true. */
  checksCells?: boolean;
  db: Db;
  pool: pg.Pool;
  /**
   * The database pool for numbering events and closing forms. Best a small separate pool, so that it never waits behind
   * calls.
   */
  backgroundDb?: Db;
  /** A replica for heavy reads. The default is none. */
  replica?: Replica | null;
  log: Log;
  version: string;
  /** The part of the product's work that this process does. The default is everything. */
  role?: ServerRole;
  /** Notifies other processes that there is something new to read. Without a bus, each process finds it by polling. */
  bus?: Bus;
  /** The language. The default is English. */
  language?: InstallationLanguage;
  /** The settings that it shares with other processes, for comparison. */
  ground?: CommonGround;
  /** The school's own texts by catalogue key. */
  messages?: Readonly<Record<string, string>>;
  /** The built web app; null serves the API alone. */
  webRoot: string | null;
  dataDir: string;
  /** The folder of an embedded database; null where the database runs elsewhere. */
  databaseFolder?: string | null;
  /** A bucket for uploaded files. The default is the data folder. */
  s3?: S3Settings | null;
  /** The maximum total size of one person's files. */
  fileSpaceMegabytes?: number;
  publicUrl: URL | null;
  /** The address where phones of the local network reach the demo; null where it has none of its own. */
  phonesUrl?: URL | null;
  /** The address or name to listen on. The default is this machine only. */
  host?: string;
  trustedProxies: readonly string[];
  metricsToken: string | null;
  /** Returns how often the embedded database was restarted, for the metrics. */
  databaseRestarts?: () => number;
  /** The demo's sign-ins, offered on the sign-in page; empty outside the demo. */
  demoSignIns: readonly { label: string; email: string; password: string }[];
  /** The clock for delays of slowed sign-ins. Tests replace it. */
  guessClock?: GuessClock;
  /** Sends emails. Null when no SMTP server is set up. Links in them lead to `publicUrl`. */
  mailer?: Mailer | null;
  /** The setting for sign-in with Google, or null. */
  google?: GoogleSetting | null;
  /** The settings for sync with Google Classroom, or null. */
  classroom?: ClassroomSettings | null;
  /** The settings for picking files from Google Drive, or null. */
  drive?: DriveSettings | null;
  /** The key that encrypts other services' tokens. Null: a file in the data folder. */
  secretsKey?: string | null;
  /** True when administrators need a second factor from their first day, as in production. The default is false. */
  adminsNeedFactor?: boolean;
  /** The file of the SHA-1 hashes of leaked passwords, sorted, one a line. The default is none. */
  leakedPasswordsFile?: string | null;
  /** The facts about the start that the page for operators judges. The default is a trial. */
  surroundings?: Surroundings;
  /** The notes of this version, as Markdown. The default is none. */
  changeNotes?: string | null;
  /** The place of the backups that administrators ask for. The default is nowhere. */
  backup?: BackupSetting | null;
  /** True when an address that a person types may lead to this machine itself, also by http: for trials. */
  asksLoopback?: boolean;
  /**
   * The credentials for publishing events and asking about channels by the protocol's server HTTP API. Null: nobody
   * may.
   */
  pusher?: { id: string; secret: string } | null;
  /** The book store of schools that set up none. Null: ours. */
  bookStoreUrl?: string | null;
  /** The number of points that an account may spend. Tests that play many people as one have more. */
  accountLimit?: { perMinute: number; burst: number };
  /**
   * True to close forms at their deadlines while the server listens. Tests that move the clock close them themselves.
   */
  watchDeadlines?: boolean;
}
