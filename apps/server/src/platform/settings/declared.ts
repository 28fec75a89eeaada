// Every setting of an operator, declared once: its name, how its text is parsed, its default and its meaning. The server reads
// them from here, and `npm run settings` writes the tables of docs/operations.md from here.
import { resolve } from 'node:path';
import {
  brokerUrl,
  matching,
  oneOf,
  parseDatabaseUrl,
  parseHost,
  parseLanguage,
  parseLoopbackUrl,
  parseOrigin,
  parsePort,
  parseProviderUrl,
  parseProxies,
  parseQuota,
  parseRoles,
  parseServiceAccount,
  parseSmtpUrl,
  parseSwitch,
  parseWebUrl,
  wholeNumber,
} from './parsers.ts';

export interface Setting<T> {
  /** Parses a text that is not empty. @throws SettingProblem */
  parse: (text: string) => T;
  /** The value of a setting that is not set. */
  fallback: T;
  /** The default in words, where `fallback` does not show it. */
  shownDefault?: string;
  /** The meaning, as the page of settings says it. */
  meaning: string;
  /** True for a secret: `NAME_FILE` may name a file that holds it, as container platforms provide secrets. */
  isSecret?: boolean;
}

const setting = <T>(declaration: Setting<T>): Setting<T> => declaration;
/** A setting without a default. */
const optional = <T>(declaration: Omit<Setting<T>, 'fallback'>): Setting<T | null> => ({ fallback: null, ...declaration });

const longSecret = matching(/^[\x21-\x7e]{32,}$/, 'must be at least 32 characters without spaces');
const anyText = (text: string): string => text;
const fullName = (pattern: RegExp, example: string) => matching(pattern, `must be a whole name like ${example}`);
const ANOTHER_SERVER = 'https, or http on this machine';

export const settings = {
  PORT: setting({ parse: parsePort, fallback: 3000, meaning: 'the one port for pages, calls and sockets; 0 takes a free one' }),
  HOST: optional({ parse: parseHost, shownDefault: '127.0.0.1; in production 0.0.0.0', meaning: 'the address to listen on' }),
  ROLES: setting({
    parse: parseRoles,
    fallback: 'web,jobs',
    meaning: 'what a start without `--role` runs: one process for people and one for jobs, supervised by a third, small one; or `all` in one',
  }),
  JOBS_PORT: optional({
    parse: parsePort,
    meaning: 'where a process for jobs serves `/healthz`, `/readyz` and `/metrics`, on `HOST`; nowhere without it',
  }),
  DATA_DIR: setting({
    parse: anyText,
    fallback: './data',
    meaning: "the embedded database, uploaded files, the school's words",
  }),
  DATABASE_URL: optional({
    parse: parseDatabaseUrl,
    isSecret: true,
    meaning: '`postgres://user:password@host:5432/database` of a server of your own, PostgreSQL 15 or newer, UTF8; the user owns the database',
  }),
  DATABASE_DIRECT_URL: optional({
    parse: parseDatabaseUrl,
    isSecret: true,
    shownDefault: '`DATABASE_URL`',
    meaning: 'the same database past a pooler, for what needs a session of its own: migrations, backups; see *PgBouncer*',
  }),
  DATABASE_READ_URL: optional({
    parse: parseDatabaseUrl,
    isSecret: true,
    meaning:
      'a replica of the server in `DATABASE_URL`, which dashboards, exports, large lists and searches are read from while it keeps up; see *A replica for heavy reads*',
  }),
  DATABASE_CONNECTIONS: setting({
    parse: wholeNumber({ min: 2, max: 200 }, 'must be a whole number from 2 to 200'),
    fallback: 20,
    meaning:
      'how many connections the calls of a process share, 2 to 200. Five more are for background work, and two for a backup. If the server has none left, the product waits',
  }),
  PUBLIC_URL: optional({
    parse: parseOrigin,
    meaning:
      'the address at which people reach it, e.g. `https://school.example`; set it behind a proxy, and whenever people type a name; see *Names it is reached under*',
  }),
  SMTP_URL: optional({
    parse: parseSmtpUrl,
    isSecret: true,
    meaning:
      "the school's mail server, `smtp://user:password@mail.example:587` or `smtps://…:465`; needs `PUBLIC_URL`, to which links in mails lead. Without it nothing is mailed, and administrators hand out links and cards. Mail to another machine is encrypted or not sent; `?ignoreTLS=true` at the end allows a server without encryption in your own network",
  }),
  MAIL_FROM: optional({
    parse: matching(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be an address like Riverside School <school@example.org>'),
    shownDefault: '`no-reply@` the public host',
    meaning: 'the sender, e.g. `Riverside <office@school.example>`',
  }),
  TRUSTED_PROXIES: setting({
    parse: parseProxies,
    fallback: [],
    shownDefault: '–',
    meaning: 'addresses or ranges, separated by commas, whose forwarded addresses are believed',
  }),
  NODE_ENV: optional({ parse: anyText, meaning: '`production`: listen everywhere, log calls, never a demo, not as root' }),
  WARM_UP: setting({
    parse: parseSwitch,
    fallback: true,
    meaning: '`off`: a process is ready at once, and does not first hold a lesson that is rolled back; for trials',
  }),
  ALLOW_ROOT: setting({ parse: parseSwitch, fallback: false, meaning: '`on`: production may run as root, as some containers require' }),
  EMBEDDED_IN_PRODUCTION: setting({
    parse: parseSwitch,
    fallback: false,
    meaning: '`on`: production may run on the packaged PostgreSQL although it lacks two or more patches; see *The packaged PostgreSQL*',
  }),
  DEMO: optional({
    parse: parseSwitch,
    shownDefault: 'on with the embedded database on this machine',
    meaning: '`off`, or `on` with a database of your own; refused where others could reach it',
  }),
  SCHOOL_LANGUAGE: setting({
    parse: parseLanguage,
    fallback: 'en',
    meaning:
      'the language of screens, mails and everything else that it writes: `en`, `es`, or one that was added ([adding-a-language.md](adding-a-language.md)). `en-XA` (accents and brackets, a third longer) and `ar-XB` (from right to left) are for tests: they show texts that are not translated, cut off, or wrongly put together',
  }),
  MESSAGES_FILE: optional({
    parse: (text) => resolve(text),
    shownDefault: '`DATA_DIR/messages.json` if it is there',
    meaning: "the school's own words: a JSON object from catalogue key to text",
  }),
  LEAKED_PASSWORDS_FILE: optional({
    parse: (text) => resolve(text),
    meaning:
      'a file of the SHA-1 hashes of leaked passwords, one a line as `HASH:count`, sorted by hash, as the downloader of Have I Been Pwned writes it. Nobody can choose a password of it. It is searched on the disk, and nothing is sent anywhere',
  }),
  BACKUP_DIR: optional({
    parse: (text) => resolve(text),
    shownDefault: '`DATA_DIR/backups`',
    meaning:
      'the folder for backups that administrators ask for on the page *System*, on another disk best. It must be there and be writable for the process for jobs',
  }),
  BACKUP_KEEP: setting({
    parse: wholeNumber({ min: 1, max: 1000 }, 'must be a whole number from 1 to 1000'),
    fallback: 7,
    meaning: 'how many of these backups stay; those that you make with a command are never deleted',
  }),
  ARCHIVE_TO: optional({
    parse: anyText,
    meaning:
      'where a continuous archive of the embedded database goes: a folder on another disk, or `s3://bucket/path` with the server and the key of the S3 settings; see *Nothing older than a minute is lost*',
  }),
  ARCHIVE_EVERY: setting({
    parse: wholeNumber({ min: 5, max: 60 }, 'must be a whole number from 5 to 60'),
    fallback: 45,
    meaning: 'after how many seconds at the latest the archive has what was saved, 5 to 60',
  }),
  ARCHIVE_KEEP: setting({
    parse: wholeNumber({ min: 1, max: 365 }, 'must be a whole number from 1 to 365'),
    fallback: 14,
    meaning: 'for how many days every moment can be restored from the archive',
  }),
  BOOK_STORE_URL: optional({
    parse: parseWebUrl,
    meaning:
      'a book store of your own instead of the one for reward points, for every school that has entered none under School Settings; http or https. It is opened with a hand-off code, see *What a school sets up itself*',
  }),
  GOOGLE_CLIENT_ID: optional({
    parse: matching(/^[\x21-\x7e]+$/, 'must be the client’s id, without spaces'),
    meaning: 'sign-in with Google: the id of the client that you registered there; needs `GOOGLE_CLIENT_SECRET`',
  }),
  GOOGLE_CLIENT_SECRET: optional({
    parse: matching(/^[\x21-\x7e]+$/, 'must be the client’s secret, without spaces'),
    isSecret: true,
    meaning: 'the secret of that client',
  }),
  GOOGLE_ISSUER: optional({
    parse: parseProviderUrl,
    shownDefault: '`https://accounts.google.com`',
    meaning: `another OpenID provider instead of Google; ${ANOTHER_SERVER}`,
  }),
  GOOGLE_CLASSROOM: setting({
    parse: parseSwitch,
    fallback: false,
    meaning: '`on`: teachers can connect Google Classroom, with the client of `GOOGLE_CLIENT_ID`; see *Google Classroom*',
  }),
  GOOGLE_CLASSROOM_URL: setting({
    parse: parseProviderUrl,
    fallback: new URL('https://classroom.googleapis.com'),
    meaning: `another server instead; ${ANOTHER_SERVER}`,
  }),
  GOOGLE_CLASSROOM_QUOTA: setting({
    parse: parseQuota,
    fallback: { project: 3000, person: 1200 },
    shownDefault: '3000,1200',
    meaning: 'calls a minute that Google allows to your project, and to each person in it',
  }),
  GOOGLE_PUBSUB_SUBSCRIPTION: optional({
    parse: fullName(/^projects\/[a-z0-9.:-]{1,100}\/subscriptions\/[A-Za-z][\w.~+%-]{2,254}$/, 'projects/my-project/subscriptions/classwright'),
    meaning: "Google's change notifications: the full name, `projects/…/subscriptions/…`; needs the topic and the key below",
  }),
  GOOGLE_PUBSUB_TOPIC: optional({
    parse: fullName(/^projects\/[a-z0-9.:-]{1,100}\/topics\/[A-Za-z][\w.~+%-]{2,254}$/, 'projects/my-project/topics/classroom'),
    meaning: 'the full name of the topic, `projects/…/topics/…`',
  }),
  GOOGLE_PUBSUB_CREDENTIALS: optional({
    parse: parseServiceAccount,
    isSecret: true,
    meaning: 'the JSON key of the service account that pulls; best as `GOOGLE_PUBSUB_CREDENTIALS_FILE`, which names the file',
  }),
  GOOGLE_PUBSUB_URL: setting({
    parse: parseProviderUrl,
    fallback: new URL('https://pubsub.googleapis.com'),
    meaning: `another server instead; ${ANOTHER_SERVER}`,
  }),
  SECRETS_KEY: optional({
    parse: longSecret,
    isSecret: true,
    shownDefault: '`DATA_DIR/secrets.key`, made at first use',
    meaning:
      "the key that seals Google's tokens in the database; at least 32 characters, the same for every process that does not share the data folder. With another key they cannot be opened, and everybody connects again",
  }),
  GOOGLE_DRIVE_PICKER: setting({
    parse: parseSwitch,
    fallback: false,
    meaning: '`on`: files from Google Drive, see *Files from Google Drive*; needs the client and the key and number below',
  }),
  GOOGLE_PICKER_API_KEY: optional({
    parse: matching(/^[\w-]{10,200}$/, 'must be an API key, without spaces'),
    meaning: "an API key, needed by Google's picker",
  }),
  GOOGLE_PICKER_APP_ID: optional({
    parse: matching(/^\d{3,20}$/, 'must be the number of the project at Google'),
    meaning: "the number of the project, needed by Google's picker",
  }),
  GOOGLE_DRIVE_URL: setting({
    parse: parseProviderUrl,
    fallback: new URL('https://www.googleapis.com'),
    meaning: `another server instead of Google Drive; ${ANOTHER_SERVER}`,
  }),
  GOOGLE_PICKER_SCRIPT_URL: setting({
    parse: parseLoopbackUrl,
    fallback: new URL('https://apis.google.com/js/api.js'),
    shownDefault: "Google's",
    meaning: "for tests: a script on this machine instead of Google's picker",
  }),
  FILE_SPACE_MB: setting({
    parse: wholeNumber({ min: 60, max: 99_999_999 }, 'must be a whole number of megabytes from 60'),
    fallback: 2000,
    meaning: "how much one person's files may take up, in megabytes",
  }),
  S3_BUCKET: optional({
    parse: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
    meaning: 'a bucket for uploaded files instead of the data folder; see *Files*',
  }),
  S3_REGION: optional({
    parse: matching(/^[a-z0-9-]+$/, 'must be the name of a region, like eu-central-1'),
    shownDefault: 'us-east-1',
    meaning: 'its region',
  }),
  S3_ENDPOINT: optional({
    parse: parseOrigin,
    shownDefault: "Amazon's",
    meaning: 'the address of another S3 server, e.g. `https://s3.school.example`',
  }),
  S3_ACCESS_KEY_ID: optional({
    parse: anyText,
    isSecret: true,
    shownDefault: "the machine's role",
    meaning: 'the id of the key; needs `S3_SECRET_ACCESS_KEY`',
  }),
  S3_SECRET_ACCESS_KEY: optional({ parse: anyText, isSecret: true, shownDefault: "the machine's role", meaning: 'the key' }),
  S3_PATH_STYLE: optional({
    parse: parseSwitch,
    shownDefault: 'on with `S3_ENDPOINT`',
    meaning: '`on`: the bucket is part of the path instead of the host name',
  }),
  REDIS_URL: optional({
    parse: brokerUrl(
      { protocols: ['redis:', 'rediss:'], path: /^(\/\d{0,4})?$/ },
      'must be an address like redis://user:password@redis.example:6379, or rediss:// with TLS',
    ),
    isSecret: true,
    meaning: 'a broker for messages between processes, instead of the database, see *Between processes*; the same for every process',
  }),
  NATS_URL: optional({
    parse: brokerUrl({ protocols: ['nats:', 'tls:'], path: /^\/?$/ }, 'must be an address like nats://user:password@nats.example:4222, or tls:// with TLS'),
    isSecret: true,
    meaning: 'such a broker as well; at most one of the two',
  }),
  PUSHER_APP_ID: optional({
    parse: matching(/^[\w-]{1,50}$/, 'must be letters, digits, - and _, at most 50'),
    meaning: 'allows a program of yours to publish events and to ask which channels are occupied, see *Programs that publish*; needs `PUSHER_APP_SECRET`',
  }),
  PUSHER_APP_SECRET: optional({ parse: longSecret, isSecret: true, meaning: 'its secret, of at least 32 characters' }),
  METRICS_TOKEN: optional({
    parse: matching(/^[\x21-\x7e]{16,}$/, 'must be at least 16 characters without spaces'),
    isSecret: true,
    meaning: 'allows other machines to read `/metrics`; at least 16 characters',
  }),
  ASK_LOOPBACK: setting({
    parse: parseSwitch,
    fallback: false,
    meaning: '`on`, for trials: a source of rosters may be this machine itself, also over http; refused in production',
  }),
  LOG_LEVEL: optional({
    parse: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    shownDefault: 'warn; in production info',
    meaning: 'trace, debug, info, warn, error, fatal, silent',
  }),
};

/** The settings of tests and trials, which are texts without a default. */
export const testSettings = {
  TEST_DATABASE_URL: 'a server to make test databases on, instead of an embedded one',
  TEST_REDIS_URL: 'a broker to use, instead of starting `redis-server`',
  TEST_NATS_URL: 'a broker to use, instead of starting `nats-server`',
  TRIAL_DATA: 'a folder of real data; tests that need it are skipped without',
};
