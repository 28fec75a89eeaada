import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { LITTLE_SPACE_BYTES } from './disk-space.ts';
import { isLoopback } from './network.ts';
import { UNVERIFIED_CONNECTIONS, type UnverifiedConnection } from './surroundings.ts';
import { type ServiceAccount } from './settings/parsers.ts';
import { type Environment, readSettings, settingNames, type Settings } from './settings/read.ts';
import { StartRefusal } from './start-refusal.ts';

/**
 * All settings, read once from the environment and checked against each other. `settings/declared.ts` declares each.
 */
export interface Config {
  isProduction: boolean;
  /** The port. 0 uses a free port. */
  port: number;
  host: string;
  /** The processes that a start without a role runs: one for people and one for jobs, or one for all. */
  roles: Settings['ROLES'];
  /** The port where a process for jobs only reports its health. Null: none. 0 uses a free port. */
  jobsPort: number | null;
  dataDir: string;
  /** The database's address. Null: the embedded database in the data folder. */
  databaseUrl: string | null;
  /**
   * The same database without the pooler, for things that need a session: migrations, backups, LISTEN. The default is
   * `databaseUrl`.
   */
  databaseDirectUrl: string | null;
  /** A replica for heavy reads. */
  databaseReadUrl: string | null;
  /** The number of connections that calls share. Background work has a few more. */
  databaseConnections: number;
  publicUrl: URL | null;
  /** The address of the book store for schools that set up none. Null: ours. */
  bookStoreUrl: string | null;
  /** Addresses or ranges of proxies whose forwarded addresses are trusted. */
  trustedProxies: readonly string[];
  metricsToken: string | null;
  /** The school's SMTP server and the sender's address. Null: no mail is sent. */
  mail: { smtpUrl: string; from: string } | null;
  /**
   * The client that the school registered with Google, or with another OpenID provider. Null: no sign-in with Google.
   */
  google: { issuer: URL; clientId: string; clientSecret: string } | null;
  /** Google Classroom, with the same client. Null: no sync. */
  classroom: ClassroomSettings | null;
  /** Files from Google Drive, with the same client. Null: no file picker. */
  drive: DriveSettings | null;
  /** The key that encrypts other services' tokens in the database. Null: a file in the data folder. */
  secretsKey: string | null;
  /** A bucket for uploaded files. Null: the data folder. */
  s3: S3Settings | null;
  /**
   * The credentials of the school's app that publishes events by the protocol's server HTTP API. Null: there is none.
   */
  pusher: { id: string; secret: string } | null;
  /** The broker for messages between processes about rooms. Null: the database. */
  broker: BrokerSetting | null;
  /** The maximum total size of one person's files, in megabytes of a million bytes. */
  fileSpaceMegabytes: number;
  /** The language, one of `listLanguages`. */
  language: string;
  /**
   * The file with the school's own texts. `isRequired` is true when the setting names the file, and false for the
   * default path.
   */
  messagesFile: { path: string; isRequired: boolean };
  /** The file of the hashes of leaked passwords. Null: the product's own list alone. */
  leakedPasswordsFile: string | null;
  /** The folder of the backups that administrators ask for, and how many of them stay. */
  backups: { folder: string; isOwnFolder: boolean; keep: number };
  /** The continuous archive of the embedded database. Null: there is none. */
  archive: ArchiveSettings | null;
  /** True when an address that a person types may lead to this machine itself, also by http: for trials. */
  asksLoopback: boolean;
  logLevel: string;
  /** True when a production server may run as root. */
  allowsRoot: boolean;
  /** True when a production server may run on a packaged database that lacks several patches. */
  allowsEmbedded: boolean;
  /** True when a process prepares itself by a lesson before it is ready. */
  warmsUp: boolean;
  /** True when the demo school is created on a first start and its sign-ins are offered. */
  isDemo: boolean;
}

export interface ClassroomSettings {
  /** The address of Google Classroom, without the version: https://classroom.googleapis.com. */
  url: URL;
  /** The number of calls per minute that Google allows to the project, and to each person. */
  quota: { project: number; person: number };
  /** The settings for Google's notifications of changes by Pub/Sub. Without them changes are found by polling. */
  push?: PushSettings;
  /** The maximum wait for a response. The default is half a minute. */
  timeoutMs?: number;
}

export interface PushSettings {
  /** The address of Google's Pub/Sub, without the version: https://pubsub.googleapis.com. */
  url: URL;
  /** The subscription, as projects/p/subscriptions/s, of the topic projects/p/topics/t. */
  subscription: string;
  topic: string;
  /** The key of the account that pulls. */
  credentials: ServiceAccount;
}

export interface DriveSettings {
  /** The address of Google's APIs, without Drive's path: https://www.googleapis.com. */
  url: URL;
  /** The key of the school's project for Google's picker, in the browser, and the project's number. */
  apiKey: string;
  appId: string;
  /** The address of Google's script for the picker. */
  scriptUrl: URL;
}

export interface ArchiveSettings {
  /** The bucket, or null for a folder. */
  bucket: S3Settings | null;
  /** The folder, or the path in the bucket, without a slash at its ends. */
  folder: string;
  /** The maximum age of what the archive does not have, in seconds. */
  everySeconds: number;
  keepDays: number;
  /** With less free space than this, in bytes, nothing waits for an archive that is away. */
  roomBytes: number;
}

export interface BrokerSetting {
  kind: 'redis' | 'nats';
  /** The address, with the password if there is one. */
  url: string;
}

export interface S3Settings {
  bucket: string;
  region: string;
  /** The address of the service. Null: Amazon's own. */
  endpoint: string | null;
  /** The credentials. Null: from the machine's role or AWS's own variables and files. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  /** True when the bucket is in the path, not in the host name, as most servers other than Amazon's need it. */
  isPathStyle: boolean;
}

/**
 * Returns this process's environment with further settings, for a program that it starts. What npm says about its own run
 * is left out: the program outlives that run.
 */
export function environmentWith(further: Readonly<Record<string, string>>): Record<string, string> {
  return { ...readSurroundings(), ...further };
}

/** Returns this process's environment with these settings in place of all settings that it has. */
export function environmentOf(settings: Readonly<Record<string, string>>): Record<string, string> {
  return { ...Object.fromEntries(Object.entries(readSurroundings()).filter(([name]) => !settingNames.has(name))), ...settings };
}

function readSurroundings(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('npm_')));
}

/** Reads the settings. @throws StartRefusal with one line that names every setting that is unknown or malformed. */
export function readConfig(given: Environment = process.env): Config {
  const problems: string[] = [];
  const settings = readSettings(given, problems);
  const isProduction = settings.NODE_ENV === 'production';
  const { DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseDirectUrl, DATABASE_READ_URL: databaseReadUrl } = settings;
  const { PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl } = settings;
  const dataDir = resolve(settings.DATA_DIR);
  const host = settings.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1');
  const canHaveDemo = !isProduction && isLoopback(host);
  if (databaseDirectUrl !== null && databaseUrl === null) problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the same database through its pooler');
  if (databaseReadUrl !== null && databaseUrl === null) problems.push('DATABASE_READ_URL needs DATABASE_URL, the server of which it is a replica');
  if (settings.DEMO === true && isProduction) problems.push('DEMO cannot be on in production, since everybody knows its passwords');
  else if (settings.DEMO === true && !canHaveDemo)
    problems.push('DEMO can only be on while HOST is this machine (127.0.0.1), since everybody knows its passwords');
  if (smtpUrl !== null && publicUrl === null) problems.push('SMTP_URL needs PUBLIC_URL, since links in mails lead there');
  if (settings.ASK_LOOPBACK && isProduction) problems.push('ASK_LOOPBACK cannot be on in production, since people could ask what else runs on this machine');
  const google = toGoogle(settings, problems);
  const config: Config = {
    isProduction,
    host,
    roles: settings.ROLES,
    jobsPort: settings.JOBS_PORT,
    dataDir,
    databaseUrl,
    databaseDirectUrl: databaseDirectUrl ?? databaseUrl,
    databaseReadUrl,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    port: settings.PORT,
    publicUrl,
    bookStoreUrl: settings.BOOK_STORE_URL,
    mail: smtpUrl === null ? null : { smtpUrl, from: settings.MAIL_FROM ?? `no-reply@${publicUrl?.hostname ?? host}` },
    google,
    classroom: toClassroom(settings, problems, google !== null),
    drive: toDrive(settings, problems, google !== null),
    secretsKey: settings.SECRETS_KEY,
    trustedProxies: settings.TRUSTED_PROXIES,
    metricsToken: settings.METRICS_TOKEN,
    s3: toS3(settings, problems),
    broker: toBroker(settings, problems),
    pusher: toPusher(settings, problems),
    fileSpaceMegabytes: settings.FILE_SPACE_MB,
    language: settings.SCHOOL_LANGUAGE,
    messagesFile: { path: settings.MESSAGES_FILE ?? resolve(dataDir, 'messages.json'), isRequired: settings.MESSAGES_FILE !== null },
    leakedPasswordsFile: settings.LEAKED_PASSWORDS_FILE,
    backups: { folder: settings.BACKUP_DIR ?? resolve(dataDir, 'backups'), isOwnFolder: settings.BACKUP_DIR === null, keep: settings.BACKUP_KEEP },
    archive: toArchive(settings, problems),
    asksLoopback: settings.ASK_LOOPBACK,
    logLevel: settings.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    allowsRoot: settings.ALLOW_ROOT,
    allowsEmbedded: settings.EMBEDDED_IN_PRODUCTION,
    warmsUp: settings.WARM_UP,
    isDemo: canHaveDemo && (settings.DEMO ?? databaseUrl === null),
  };
  if (config.leakedPasswordsFile !== null && !existsSync(config.leakedPasswordsFile)) problems.push('LEAKED_PASSWORDS_FILE names no file');
  if (problems.length > 0) throw new StartRefusal(`The settings need a change: ${problems.join('; ')}.`);
  return config;
}

/**
 * Reads the settings of tests: servers to use in place of those that tests start themselves, and a folder of real data
 * for trials.
 */
export function readTestSettings(environment: Environment = process.env): TestSettings {
  return {
    databaseUrl: environment.TEST_DATABASE_URL || null,
    redisUrl: environment.TEST_REDIS_URL || null,
    natsUrl: environment.TEST_NATS_URL || null,
    trialData: environment.TRIAL_DATA || null,
  };
}

type TestSettings = Record<'databaseUrl' | 'redisUrl' | 'natsUrl' | 'trialData', string | null>;

/**
 * Lists the connections that the settings leave unencrypted over a network, as sentences for the operator. On a private
 * network of the school `sslmode=disable` confirms this for the database.
 */
export function listPlainConnections({ isProduction, host, publicUrl, databaseUrl, databaseReadUrl, s3, broker }: Config): string[] {
  const found: string[] = [];
  if (isProduction && publicUrl?.protocol !== 'https:' && !isLoopback(host))
    found.push('People reach it by plain http, so passwords can be read on the way. Put a proxy with https in front, and set PUBLIC_URL to its https address.');
  for (const [setting, address] of Object.entries({ DATABASE_URL: databaseUrl, DATABASE_READ_URL: databaseReadUrl })) {
    const database = address === null ? null : URL.parse(address);
    if (database && database.hostname !== '' && !isLoopback(bareHost(database)) && !database.searchParams.has('sslmode') && !database.searchParams.has('host'))
      found.push(
        `The connection to the database on ${database.hostname} is not encrypted. Add ?sslmode=verify-full to ${setting}, or ?sslmode=disable where the network between is yours alone.`,
      );
  }
  const bucket = s3?.endpoint ? URL.parse(s3.endpoint) : null;
  if (bucket?.protocol === 'http:' && !isLoopback(bareHost(bucket)))
    found.push(`Files go to ${bucket.hostname} by plain http. Give S3_ENDPOINT an https address.`);
  const carrier = broker && URL.parse(broker.url);
  if (carrier && ['redis:', 'nats:'].includes(carrier.protocol) && carrier.username + carrier.password !== '' && !isLoopback(bareHost(carrier)))
    found.push(
      carrier.protocol === 'redis:'
        ? `The password of REDIS_URL goes to ${carrier.hostname} unencrypted. Let the address begin with rediss://.`
        : `The password of NATS_URL goes to ${carrier.hostname} unencrypted. Let the address begin with tls://.`,
    );
  return found;
}

/**
 * Lists the connections to other machines that are not both encrypted and checked by name. It is stricter than
 * `listPlainConnections`: nothing but `sslmode=verify-full` counts for the database, and no private network is an exception.
 */
export function listUnverifiedConnections({ databaseUrl, databaseDirectUrl, databaseReadUrl, s3, broker, mail }: Config): UnverifiedConnection[] {
  const leaves = (url: URL): boolean => url.hostname !== '' && !isLoopback(bareHost(url));
  const isOpen = (address: string | null | undefined, isVerified: (url: URL) => boolean): boolean => {
    const url = address ? URL.parse(address) : null;
    return url !== null && leaves(url) && !isVerified(url);
  };
  const isVerifiedDatabase = ({ searchParams }: URL): boolean =>
    searchParams.get('sslmode') === 'verify-full' || searchParams.get('host')?.startsWith('/') === true;
  const open = {
    database: [databaseUrl, databaseDirectUrl, databaseReadUrl].some((address) => isOpen(address, isVerifiedDatabase)),
    broker: isOpen(broker?.url, ({ protocol }) => ['rediss:', 'tls:'].includes(protocol)),
    bucket: isOpen(s3?.endpoint, ({ protocol }) => protocol === 'https:'),
    mail: isOpen(mail?.smtpUrl, ({ searchParams }) => searchParams.get('ignoreTLS') !== 'true'),
  };
  return UNVERIFIED_CONNECTIONS.filter((one) => open[one]);
}

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

/** Returns true when a setting with this prefix has a problem, which then is reported alone. */
const hasProblem = (problems: readonly string[], prefix: string): boolean => problems.some((problem) => problem.startsWith(prefix));

/** Returns the S3 settings. Only a bucket turns S3 on; the other settings alone have no effect. */
function toS3(settings: Settings, problems: string[]): S3Settings | null {
  const { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (hasProblem(problems, 'S3_')) return null;
  if ((accessKeyId === null) !== (secretAccessKey === null)) problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together');
  if (bucket === null) {
    if ([region, endpoint, accessKeyId, settings.S3_PATH_STYLE].some((value) => value !== null)) problems.push('the other S3 settings need S3_BUCKET');
    return null;
  }
  const credentials = accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null;
  return { bucket, region: region ?? 'us-east-1', endpoint: endpoint?.origin ?? null, credentials, isPathStyle: settings.S3_PATH_STYLE ?? endpoint !== null };
}

/** Returns the archive. A place in the data folder would be lost with it. */
function toArchive(settings: Settings, problems: string[]): ArchiveSettings | null {
  const { ARCHIVE_TO: to, ARCHIVE_EVERY: everySeconds, ARCHIVE_KEEP: keepDays, DATA_DIR, DATABASE_URL: databaseUrl } = settings;
  if (to === null) return null;
  if (databaseUrl !== null)
    problems.push('ARCHIVE_TO is for the embedded database; for the server in DATABASE_URL use pgBackRest or WAL-G (docs/operations.md)');
  const shared = { everySeconds, keepDays, roomBytes: LITTLE_SPACE_BYTES };
  const [, name, path] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(to) ?? [];
  if (name !== undefined) {
    const s3 = toS3(settings, []);
    if (s3 === null) problems.push('ARCHIVE_TO in a bucket needs S3_BUCKET and the other S3 settings, whose server and key it uses');
    return s3 && { ...shared, bucket: { ...s3, bucket: name }, folder: path as string };
  }
  const folder = resolve(to);
  if (`${folder}/`.startsWith(`${resolve(DATA_DIR)}/`)) problems.push('ARCHIVE_TO must not be in DATA_DIR: it is for the day on which that disk is lost');
  return { ...shared, bucket: null, folder };
}

/**
 * Returns the broker. At most one may be set: processes with different brokers would not receive each other's messages.
 */
function toBroker({ REDIS_URL: redis, NATS_URL: nats }: Settings, problems: string[]): BrokerSetting | null {
  if (redis !== null && nats !== null) problems.push('REDIS_URL and NATS_URL say the same, so only one of them may be set');
  if (redis !== null) return { kind: 'redis', url: redis };
  return nats === null ? null : { kind: 'nats', url: nats };
}

/** Returns the publisher's credentials. Id and secret are required together. The key is that of the sockets. */
function toPusher({ PUSHER_APP_ID: id, PUSHER_APP_SECRET: secret }: Settings, problems: string[]): Config['pusher'] {
  if (hasProblem(problems, 'PUSHER_')) return null;
  if (id !== null && secret !== null) return { id, secret };
  if (id !== null) problems.push('PUSHER_APP_ID needs PUSHER_APP_SECRET');
  if (secret !== null) problems.push('PUSHER_APP_SECRET needs PUSHER_APP_ID');
  return null;
}

const DEFAULT_ISSUER = 'https://accounts.google.com';

/** Returns the Google settings. Id and secret are required together; the issuer alone has no effect. */
function toGoogle({ GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_ISSUER: issuer }: Settings, problems: string[]): Config['google'] {
  if (['GOOGLE_CLIENT', 'GOOGLE_ISSUER'].some((prefix) => hasProblem(problems, prefix))) return null;
  if (clientId !== null && clientSecret !== null) return { issuer: issuer ?? new URL(DEFAULT_ISSUER), clientId, clientSecret };
  if (clientId !== null) problems.push('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET');
  if (clientSecret !== null) problems.push('GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID');
  if (issuer !== null && clientId === null && clientSecret === null) problems.push('GOOGLE_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  return null;
}

/**
 * Returns the Google Classroom settings. They need the client of GOOGLE_CLIENT_ID. Another address replaces Google's.
 */
function toClassroom(settings: Settings, problems: string[], hasClient: boolean): Config['classroom'] {
  const push = toPush(settings, problems);
  if (!settings.GOOGLE_CLASSROOM) return null;
  if (!hasClient) problems.push('GOOGLE_CLASSROOM needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  return { url: settings.GOOGLE_CLASSROOM_URL, quota: settings.GOOGLE_CLASSROOM_QUOTA, ...(push ? { push } : {}) };
}

/** Returns the Pub/Sub settings. Topic, subscription and key are required together. */
function toPush(settings: Settings, problems: string[]): PushSettings | null {
  const { GOOGLE_PUBSUB_SUBSCRIPTION: subscription, GOOGLE_PUBSUB_TOPIC: topic, GOOGLE_PUBSUB_CREDENTIALS: credentials, GOOGLE_PUBSUB_URL: url } = settings;
  if (subscription !== null && topic !== null && credentials !== null) return { url, subscription, topic, credentials };
  const isAsked = subscription !== null || topic !== null || credentials !== null;
  if (isAsked && !hasProblem(problems, 'GOOGLE_PUBSUB_'))
    problems.push('GOOGLE_PUBSUB_SUBSCRIPTION, GOOGLE_PUBSUB_TOPIC and GOOGLE_PUBSUB_CREDENTIALS (or GOOGLE_PUBSUB_CREDENTIALS_FILE) belong together');
  return null;
}

/** Returns the Google Drive settings. They need the client of GOOGLE_CLIENT_ID and the settings of Google's picker. */
function toDrive(settings: Settings, problems: string[], hasClient: boolean): Config['drive'] {
  if (!settings.GOOGLE_DRIVE_PICKER) return null;
  if (!hasClient) problems.push('GOOGLE_DRIVE_PICKER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  const { GOOGLE_PICKER_API_KEY: apiKey, GOOGLE_PICKER_APP_ID: appId } = settings;
  if (apiKey === null || appId === null) {
    if (!hasProblem(problems, 'GOOGLE_PICKER_')) problems.push('GOOGLE_DRIVE_PICKER needs GOOGLE_PICKER_API_KEY and GOOGLE_PICKER_APP_ID');
    return null;
  }
  return { url: settings.GOOGLE_DRIVE_URL, apiKey, appId, scriptUrl: settings.GOOGLE_PICKER_SCRIPT_URL };
}
