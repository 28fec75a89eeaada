import type pg from 'pg';
import type { GoogleSetting, GuessClock } from './modules/people/accounts/index.ts';
import type { ClassroomSettings, DriveSettings, S3Settings } from './platform/config.ts';
import type { CommonGround } from './platform/processes/index.ts';
import type { Db } from './platform/database/index.ts';
import type { InstallationLanguage } from './platform/languages.ts';
import type { Bus } from './platform/live/index.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/index.ts';
import type { ServerRole } from './platform/processes/index.ts';

/** What a server is made of. */
export interface ServerOptions {
  /** Whether every cell of large answers is held against its declaration; it is unless said. */
  checksCells?: boolean;
  db: Db;
  pool: pg.Pool;
  /** Numbers events and closes forms: best a small pool of its own, so that it never waits behind the calls it is about. */
  backgroundDb?: Db;
  log: Log;
  version: string;
  /** What it does of the product's work; everything unless said. */
  role?: ServerRole;
  /** How it tells other processes that there is something to look at; without one each finds it by looking. */
  bus?: Bus;
  /** English unless said. */
  language?: InstallationLanguage;
  /** What it shares with other processes, for them to compare. */
  ground?: CommonGround;
  /** The school's own words by catalogue key. */
  messages?: Readonly<Record<string, string>>;
  /** The built web app; null serves the API alone. */
  webRoot: string | null;
  dataDir: string;
  /** The folder of an embedded database; null where the database runs elsewhere. */
  databaseFolder?: string | null;
  /** A bucket for uploaded files; else they are in the data folder. */
  s3?: S3Settings | null;
  /** How much one person's files may take up. */
  fileSpaceMegabytes?: number;
  publicUrl: URL | null;
  /** The address or name that is listened on; this machine's own unless said. */
  host?: string;
  trustedProxies: readonly string[];
  metricsToken: string | null;
  /** How often the embedded database was started again; it is told in the metrics. */
  databaseRestarts?: () => number;
  /** The demo's sign-ins, offered on the sign-in page; empty outside the demo. */
  demoSignIns: readonly { label: string; email: string; password: string }[];
  /** By which a slowed sign-in waits; tests do not. */
  guessClock?: GuessClock;
  /** Sends mails; null where no SMTP server is set up. Links in them lead to `publicUrl`. */
  mailer?: Mailer | null;
  /** Null where people do not sign in with Google. */
  google?: GoogleSetting | null;
  /** Null where nothing is synced with Google Classroom. */
  classroom?: ClassroomSettings | null;
  /** Null where nobody picks files of Google Drive. */
  drive?: DriveSettings | null;
  /** What seals others' tokens; null: a file of the data folder. */
  secretsKey?: string | null;
  /** Whether an address that a person types may lead to this machine itself, by http too: for trials. */
  asksLoopback?: boolean;
  /** Who may publish events and ask about channels by the protocol's server HTTP API; nobody unless said. */
  pusher?: { id: string; secret: string } | null;
  /** The book store of schools that set up none; null: ours. */
  bookStoreUrl?: string | null;
  /** Points that an account may spend; tests that play many people as one have more. */
  accountLimit?: { perMinute: number; burst: number };
  /** Close forms at their deadlines as long as it listens; tests that move the clock close them themselves. */
  watchDeadlines?: boolean;
}
