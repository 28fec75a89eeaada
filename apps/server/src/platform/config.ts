import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { listLanguages } from './language-tags.ts';
import { StartRefusal } from './start-refusal.ts';

/** All settings, read once from the environment. docs/operations.md explains each. */
export interface Config {
  isProduction: boolean;
  /** The port. 0 uses a free port. */
  port: number;
  host: string;
  /** The processes that a start without a role runs: one for people and one for jobs, or one for all. */
  roles: (typeof ROLE_CHOICES)[number];
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
  /** True when an address that a person types may lead to this machine itself, also by http: for trials. */
  asksLoopback: boolean;
  logLevel: string;
  /** True when a production server may run as root. */
  allowsRoot: boolean;
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
  /** The key of the account that pulls, as Google's console provides it. `privateKey`: PEM. */
  credentials: { email: string; keyId: string | null; privateKey: string; tokenUrl: URL };
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

const ROLE_CHOICES = ['web,jobs', 'all'] as const;

type Environment = Readonly<Record<string, string | undefined>>;

const settings = [
  'PORT',
  'HOST',
  'ROLES',
  'JOBS_PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_CONNECTIONS',
  'PUBLIC_URL',
  'TRUSTED_PROXIES',
  'METRICS_TOKEN',
  'SMTP_URL',
  'MAIL_FROM',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_ISSUER',
  'GOOGLE_CLASSROOM',
  'GOOGLE_CLASSROOM_URL',
  'GOOGLE_CLASSROOM_QUOTA',
  'GOOGLE_PUBSUB_SUBSCRIPTION',
  'GOOGLE_PUBSUB_TOPIC',
  'GOOGLE_PUBSUB_CREDENTIALS',
  'GOOGLE_PUBSUB_URL',
  'GOOGLE_DRIVE_PICKER',
  'GOOGLE_DRIVE_URL',
  'GOOGLE_PICKER_API_KEY',
  'GOOGLE_PICKER_APP_ID',
  'GOOGLE_PICKER_SCRIPT_URL',
  'SECRETS_KEY',
  'SCHOOL_LANGUAGE',
  'MESSAGES_FILE',
  'BOOK_STORE_URL',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_PATH_STYLE',
  'REDIS_URL',
  'NATS_URL',
  'PUSHER_APP_ID',
  'PUSHER_APP_SECRET',
  'ASK_LOOPBACK',
  'FILE_SPACE_MB',
  'LOG_LEVEL',
  'ALLOW_ROOT',
  'DEMO',
] as const;
type Setting = (typeof settings)[number];
/** Settings that hold a secret. `NAME_FILE` names a file that holds it, as container platforms provide secrets. */
const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'METRICS_TOKEN',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_PUBSUB_CREDENTIALS',
  'SECRETS_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'REDIS_URL',
  'NATS_URL',
  'PUSHER_APP_SECRET',
] as const satisfies readonly Setting[];
const fileSettings: readonly string[] = secrets.map((name) => `${name}_FILE`);
/** Prefixes of our settings. An unknown name with one of them is a mistake. */
const ourPrefixes = /^(CLASSWRIGHT|S3|GOOGLE)_/;
/** Variables of other programs with the same prefixes. */
const othersNames = /^GOOGLE_(APPLICATION_CREDENTIALS|CLOUD_.*|API_KEY|GENAI_.*)$/;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

/** Reads the settings. @throws StartRefusal with one line that names every setting that is unknown or malformed. */
export function readConfig(given: Environment = process.env): Config {
  const problems: string[] = [];
  const environment = withSecretFiles(given, problems);
  const read = <T>(name: Setting, fallback: T, parse: (value: string) => T | string): T => {
    const value = environment[name]?.trim();
    if (value === undefined || value === '') return fallback;
    const parsed = parse(value);
    if (typeof parsed !== 'string' || !parsed.startsWith('must ')) return parsed as T;
    problems.push(`${name} ${parsed}`);
    return fallback;
  };
  for (const name of Object.keys(environment).sort()) {
    if (ourPrefixes.test(name) && !othersNames.test(name) && !(settings as readonly string[]).includes(name) && !fileSettings.includes(name))
      problems.push(`${name} is not a setting`);
  }

  const isProduction = environment.NODE_ENV === 'production';
  const databaseUrl = read<string | null>('DATABASE_URL', null, parseDatabaseUrl);
  const databaseDirectUrl = read<string | null>('DATABASE_DIRECT_URL', null, parseDatabaseUrl);
  if (databaseDirectUrl !== null && databaseUrl === null) problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the same database through its pooler');
  const host = read('HOST', isProduction ? '0.0.0.0' : '127.0.0.1', (value) =>
    isIP(value) || /^[a-z0-9.-]+$/i.test(value) ? value : 'must be an address or a host name',
  );
  const canHaveDemo = !isProduction && isLoopback(host);
  const demo = read<boolean | null>('DEMO', null, parseSwitch);
  if (demo === true && isProduction) problems.push('DEMO cannot be on in production, since everybody knows its passwords');
  else if (demo === true && !canHaveDemo) problems.push('DEMO can only be on while HOST is this machine (127.0.0.1), since everybody knows its passwords');
  const dataDir = resolve(read('DATA_DIR', './data', (value) => value));
  const publicUrl = read<URL | null>('PUBLIC_URL', null, parsePublicUrl);
  const smtpUrl = read<string | null>('SMTP_URL', null, parseSmtpUrl);
  const from = read<string | null>('MAIL_FROM', null, (value) =>
    /^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(value) ? value : 'must be an address like Riverside School <school@example.org>',
  );
  if (smtpUrl !== null && publicUrl === null) problems.push('SMTP_URL needs PUBLIC_URL, since links in mails lead there');
  const google = readGoogle(read, problems);
  const classroom = readClassroom(read, problems, google !== null);
  const drive = readDrive(read, problems, google !== null);
  const s3 = readS3(read, problems);
  const broker = readBroker(read, problems);
  const pusher = readPusher(read, problems);
  const messages = read<string | null>('MESSAGES_FILE', null, (value) => resolve(value));

  const asksLoopback = read('ASK_LOOPBACK', false, parseSwitch) === true;
  if (asksLoopback && isProduction) problems.push('ASK_LOOPBACK cannot be on in production, since people could ask what else runs on this machine');
  const languages = listLanguages();

  const config: Config = {
    isProduction,
    host,
    roles: read<Config['roles']>('ROLES', 'web,jobs', parseRoles),
    jobsPort: read<number | null>('JOBS_PORT', null, parsePort),
    dataDir,
    databaseUrl,
    databaseDirectUrl: databaseDirectUrl ?? databaseUrl,
    databaseConnections: read('DATABASE_CONNECTIONS', 20, (value) =>
      /^\d{1,3}$/.test(value) && Number(value) >= 2 && Number(value) <= 200 ? Number(value) : 'must be a whole number from 2 to 200',
    ),
    port: read('PORT', 3000, parsePort),
    publicUrl,
    bookStoreUrl: read<string | null>('BOOK_STORE_URL', null, parseWebUrl),
    mail: smtpUrl === null ? null : { smtpUrl, from: from ?? `no-reply@${publicUrl?.hostname ?? host}` },
    google,
    classroom,
    drive,
    secretsKey: read<string | null>('SECRETS_KEY', null, (value) =>
      /^[\x21-\x7e]{32,}$/.test(value) ? value : 'must be at least 32 characters without spaces',
    ),
    trustedProxies: read<readonly string[]>('TRUSTED_PROXIES', [], parseProxies),
    metricsToken: read<string | null>('METRICS_TOKEN', null, (value) =>
      /^[\x21-\x7e]{16,}$/.test(value) ? value : 'must be at least 16 characters without spaces',
    ),
    s3,
    broker,
    pusher,
    fileSpaceMegabytes: read('FILE_SPACE_MB', 2000, (value) =>
      /^\d{1,8}$/.test(value) && Number(value) >= 60 ? Number(value) : 'must be a whole number of megabytes from 60',
    ),
    language: read('SCHOOL_LANGUAGE', 'en', (value) => (languages.includes(value) ? value : `must be one of ${languages.join(', ')}`)),
    messagesFile: { path: messages ?? resolve(dataDir, 'messages.json'), isRequired: messages !== null },
    asksLoopback,
    logLevel: read('LOG_LEVEL', isProduction ? 'info' : 'warn', (value) => (logLevels.includes(value) ? value : `must be one of ${logLevels.join(', ')}`)),
    allowsRoot: read('ALLOW_ROOT', false, parseSwitch) === true,
    isDemo: canHaveDemo && (demo ?? databaseUrl === null),
  };
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

/** Returns true when only this machine can reach a server that listens on the host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Returns the environment with each secret read from the file named for it. */
function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (environment[name]?.trim()) problems.push(`${name} and ${name}_FILE say the same, so only one of them may be set`);
    try {
      read[name] = readFileSync(file, 'utf8').trim();
      if (read[name] === '') problems.push(`${name}_FILE names an empty file`);
    } catch {
      problems.push(`${name}_FILE must name a file that can be read`);
    }
  }
  return { ...environment, ...read };
}

/**
 * Lists the connections that the settings leave unencrypted over a network, as sentences for the operator. On a private
 * network of the school `sslmode=disable` confirms this for the database.
 */
export function listPlainConnections({ isProduction, host, publicUrl, databaseUrl, s3, broker }: Config): string[] {
  const found: string[] = [];
  if (isProduction && publicUrl?.protocol !== 'https:' && !isLoopback(host))
    found.push('People reach it by plain http, so passwords can be read on the way. Put a proxy with https in front, and set PUBLIC_URL to its https address.');
  const database = databaseUrl === null ? null : URL.parse(databaseUrl);
  if (database && database.hostname !== '' && !isLoopback(bareHost(database)) && !database.searchParams.has('sslmode') && !database.searchParams.has('host'))
    found.push(
      `The connection to the database on ${database.hostname} is not encrypted. Add ?sslmode=verify-full to DATABASE_URL, or ?sslmode=disable where the network between is yours alone.`,
    );
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

const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

type Read = <T>(name: Setting, fallback: T, parse: (value: string) => T | string) => T;

/** Reads the S3 settings. Only a bucket turns S3 on; the other settings alone have no effect. */
function readS3(read: Read, problems: string[]): S3Settings | null {
  const bucket = read<string | null>('S3_BUCKET', null, (value) => (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value) ? value : 'must be the name of a bucket'));
  const region = read<string | null>('S3_REGION', null, (value) => (/^[a-z0-9-]+$/.test(value) ? value : 'must be the name of a region, like eu-central-1'));
  const endpoint = read<URL | null>('S3_ENDPOINT', null, parsePublicUrl);
  const accessKeyId = read<string | null>('S3_ACCESS_KEY_ID', null, (value) => value);
  const secretAccessKey = read<string | null>('S3_SECRET_ACCESS_KEY', null, (value) => value);
  const isPathStyle = read<boolean | null>('S3_PATH_STYLE', null, parseSwitch);
  if (problems.some((problem) => problem.startsWith('S3_'))) return null;
  if ((accessKeyId === null) !== (secretAccessKey === null)) problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together');
  if (bucket === null) {
    if ([region, endpoint, accessKeyId, isPathStyle].some((value) => value !== null)) problems.push('the other S3 settings need S3_BUCKET');
    return null;
  }
  const credentials = accessKeyId !== null && secretAccessKey !== null ? { accessKeyId, secretAccessKey } : null;
  return { bucket, region: region ?? 'us-east-1', endpoint: endpoint?.origin ?? null, credentials, isPathStyle: isPathStyle ?? endpoint !== null };
}

/**
 * Reads the broker setting. At most one may be set: processes with different brokers would not receive each other's
 * messages.
 */
function readBroker(read: Read, problems: string[]): BrokerSetting | null {
  const redis = read<string | null>('REDIS_URL', null, (value) =>
    isBrokerUrl(value, ['redis:', 'rediss:'], /^(\/\d{0,4})?$/)
      ? value
      : 'must be an address like redis://user:password@redis.example:6379, or rediss:// with TLS',
  );
  const nats = read<string | null>('NATS_URL', null, (value) =>
    isBrokerUrl(value, ['nats:', 'tls:'], /^\/?$/) ? value : 'must be an address like nats://user:password@nats.example:4222, or tls:// with TLS',
  );
  if (redis !== null && nats !== null) problems.push('REDIS_URL and NATS_URL say the same, so only one of them may be set');
  if (redis !== null) return { kind: 'redis', url: redis };
  return nats === null ? null : { kind: 'nats', url: nats };
}

/** Reads the publisher's credentials. Id and secret are required together. The key is that of the sockets. */
function readPusher(read: Read, problems: string[]): Config['pusher'] {
  const id = read<string | null>('PUSHER_APP_ID', null, (value) => (/^[\w-]{1,50}$/.test(value) ? value : 'must be letters, digits, - and _, at most 50'));
  const secret = read<string | null>('PUSHER_APP_SECRET', null, (value) =>
    /^[\x21-\x7e]{32,}$/.test(value) ? value : 'must be at least 32 characters without spaces',
  );
  if (problems.some((problem) => problem.startsWith('PUSHER_'))) return null;
  if (id !== null && secret !== null) return { id, secret };
  if (id !== null) problems.push('PUSHER_APP_ID needs PUSHER_APP_SECRET');
  if (secret !== null) problems.push('PUSHER_APP_SECRET needs PUSHER_APP_ID');
  return null;
}

function isBrokerUrl(value: string, protocols: readonly string[], path: RegExp): boolean {
  const url = URL.parse(value);
  if (!url || !protocols.includes(url.protocol) || url.hostname === '' || !path.test(url.pathname) || url.search || url.hash) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false; // a % that stands for itself is written %25
  }
}

const DEFAULT_ISSUER = 'https://accounts.google.com';

/** Reads the Google settings. Id and secret are required together; the issuer alone has no effect. */
function readGoogle(read: Read, problems: string[]): Config['google'] {
  const clientId = read<string | null>('GOOGLE_CLIENT_ID', null, (value) => (/^[\x21-\x7e]+$/.test(value) ? value : 'must be the client’s id, without spaces'));
  const clientSecret = read<string | null>('GOOGLE_CLIENT_SECRET', null, (value) =>
    /^[\x21-\x7e]+$/.test(value) ? value : 'must be the client’s secret, without spaces',
  );
  const issuer = read<URL | null>('GOOGLE_ISSUER', null, parseIssuer);
  if (problems.some((problem) => problem.startsWith('GOOGLE_'))) return null;
  if (clientId !== null && clientSecret !== null) return { issuer: issuer ?? new URL(DEFAULT_ISSUER), clientId, clientSecret };
  if (clientId !== null) problems.push('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET');
  if (clientSecret !== null) problems.push('GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID');
  if (issuer !== null && clientId === null && clientSecret === null) problems.push('GOOGLE_ISSUER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  return null;
}

/**
 * Reads the Google Classroom settings. They need the client of GOOGLE_CLIENT_ID. Another address replaces Google's.
 */
function readClassroom(read: Read, problems: string[], hasClient: boolean): Config['classroom'] {
  const isOn = read<boolean | null>('GOOGLE_CLASSROOM', null, parseSwitch);
  const url = read<URL>('GOOGLE_CLASSROOM_URL', new URL('https://classroom.googleapis.com'), parseIssuer);
  const quota = read<ClassroomSettings['quota']>('GOOGLE_CLASSROOM_QUOTA', { project: 3000, person: 1200 }, parseQuota);
  const push = readPush(read, problems);
  if (isOn !== true) return null;
  if (!hasClient) problems.push('GOOGLE_CLASSROOM needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  return { url, quota, ...(push ? { push } : {}) };
}

/** Reads the Pub/Sub settings. Topic, subscription and key are required together. */
function readPush(read: Read, problems: string[]): PushSettings | null {
  const named = (name: Setting, pattern: RegExp, example: string): string | null =>
    read<string | null>(name, null, (value) => (pattern.test(value) ? value : `must be a whole name like ${example}`));
  const subscription = named(
    'GOOGLE_PUBSUB_SUBSCRIPTION',
    /^projects\/[a-z0-9.:-]{1,100}\/subscriptions\/[A-Za-z][\w.~+%-]{2,254}$/,
    'projects/my-project/subscriptions/classwright',
  );
  const topic = named('GOOGLE_PUBSUB_TOPIC', /^projects\/[a-z0-9.:-]{1,100}\/topics\/[A-Za-z][\w.~+%-]{2,254}$/, 'projects/my-project/topics/classroom');
  const credentials = read<PushSettings['credentials'] | null>('GOOGLE_PUBSUB_CREDENTIALS', null, parseServiceAccount);
  const url = read<URL>('GOOGLE_PUBSUB_URL', new URL('https://pubsub.googleapis.com'), parseIssuer);
  if (subscription !== null && topic !== null && credentials !== null) return { url, subscription, topic, credentials };
  const isAsked = subscription !== null || topic !== null || credentials !== null;
  if (isAsked && !problems.some((problem) => problem.startsWith('GOOGLE_PUBSUB_')))
    problems.push('GOOGLE_PUBSUB_SUBSCRIPTION, GOOGLE_PUBSUB_TOPIC and GOOGLE_PUBSUB_CREDENTIALS (or GOOGLE_PUBSUB_CREDENTIALS_FILE) belong together');
  return null;
}

/** Parses the key file of a service account, as Google's console provides it. */
function parseServiceAccount(value: string): PushSettings['credentials'] | string {
  const form = 'must be the JSON key of a service account of Google, as its console gives it; GOOGLE_PUBSUB_CREDENTIALS_FILE names the file';
  try {
    const key = JSON.parse(value) as Partial<Record<'type' | 'client_email' | 'private_key' | 'private_key_id' | 'token_uri', unknown>>;
    const { client_email: email, private_key: privateKey, private_key_id: keyId, token_uri: tokenUri } = key;
    const tokenUrl = typeof tokenUri === 'string' ? parseIssuer(tokenUri) : new URL('https://oauth2.googleapis.com/token');
    const isWhole = key.type === 'service_account' && typeof email === 'string' && email.includes('@') && typeof privateKey === 'string';
    if (!isWhole || typeof tokenUrl === 'string' || createPrivateKey(privateKey).asymmetricKeyType !== 'rsa') return form;
    return { email, keyId: typeof keyId === 'string' ? keyId : null, privateKey, tokenUrl };
  } catch {
    return form;
  }
}

/** Reads the Google Drive settings. They need the client of GOOGLE_CLIENT_ID and the settings of Google's picker. */
function readDrive(read: Read, problems: string[], hasClient: boolean): Config['drive'] {
  const isOn = read<boolean | null>('GOOGLE_DRIVE_PICKER', null, parseSwitch);
  const url = read<URL>('GOOGLE_DRIVE_URL', new URL('https://www.googleapis.com'), parseIssuer);
  const apiKey = read<string | null>('GOOGLE_PICKER_API_KEY', null, (value) => (/^[\w-]{10,200}$/.test(value) ? value : 'must be an API key, without spaces'));
  const appId = read<string | null>('GOOGLE_PICKER_APP_ID', null, (value) =>
    /^\d{3,20}$/.test(value) ? value : 'must be the number of the project at Google',
  );
  const scriptUrl = read<URL>('GOOGLE_PICKER_SCRIPT_URL', new URL('https://apis.google.com/js/api.js'), parseLoopbackUrl);
  if (isOn !== true) return null;
  if (!hasClient) problems.push('GOOGLE_DRIVE_PICKER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
  if (apiKey === null || appId === null) {
    if (!problems.some((problem) => problem.startsWith('GOOGLE_PICKER_')))
      problems.push('GOOGLE_DRIVE_PICKER needs GOOGLE_PICKER_API_KEY and GOOGLE_PICKER_APP_ID');
    return null;
  }
  return { url, apiKey, appId, scriptUrl };
}

/** Parses the address of a script on this machine: scripts in people's browsers come from Google, or from a test. */
function parseLoopbackUrl(value: string): URL | string {
  const url = URL.parse(value);
  const isOurs = url !== null && /^https?:$/.test(url.protocol) && isLoopback(url.hostname) && !url.username && !url.hash;
  return isOurs ? url : 'must be an address on this machine, like http://127.0.0.1:4600/api.js';
}

function parseQuota(value: string): ClassroomSettings['quota'] | string {
  const [, project = 0, person = 0] = /^(\d{1,7}),\s*(\d{1,7})$/.exec(value)?.map(Number) ?? [];
  return project >= 20 && person >= 20 ? { project, person } : 'must be calls a minute of the project and of a person, at least 20 each, like 3000,1200';
}

function parseIssuer(value: string): URL | string {
  const url = URL.parse(value);
  const isTrusted = url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)));
  return isTrusted && !url.search && !url.hash && !url.username ? url : 'must be an address like https://accounts.google.com; plain http only on this machine';
}

function parsePort(value: string): number | string {
  return /^\d{1,5}$/.test(value) && Number(value) <= 65_535 ? Number(value) : 'must be a whole number from 0 to 65535';
}

function parseRoles(value: string): Config['roles'] | `must ${string}` {
  const roles = value.replaceAll(' ', '');
  return ROLE_CHOICES.find((choice) => choice === roles) ?? 'must be web,jobs (a process for people and one for jobs) or all (one for everything)';
}

function parseDatabaseUrl(value: string): string {
  const form = 'must be an address like postgres://user:password@host:5432/database';
  try {
    const url = new URL(value);
    return ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1 ? value : form;
  } catch {
    return form;
  }
}

function parsePublicUrl(value: string): URL | string {
  const form = 'must be an address like https://school.example, without a path';
  try {
    const url = new URL(value);
    return ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username ? url : form;
  } catch {
    return form;
  }
}

/** Parses a web address by the contract's `isWebAddress`, the rule for addresses that a school sets up. */
function parseWebUrl(value: string): string {
  const url = URL.parse(value);
  const isOne = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== '' && url.username === '' && url.password === '';
  return isOne ? value : 'must be an address like https://books.example/shelf, without a name or password';
}

function parseSmtpUrl(value: string): string {
  const form = 'must be an address like smtp://user:password@mail.example:587';
  try {
    const url = new URL(value);
    return ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '' ? value : form;
  } catch {
    return form;
  }
}

function parseProxies(value: string): readonly string[] | string {
  const proxies = value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isRange = (part: string) => {
    const [address = '', bits, more] = part.split('/');
    const version = isIP(address);
    return version !== 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
  };
  return proxies.every(isRange) ? proxies : 'must be addresses or ranges like 10.0.0.0/8, with commas between';
}

function parseSwitch(value: string): boolean | string {
  if (/^(on|true|yes|1)$/i.test(value)) return true;
  return /^(off|false|no|0)$/i.test(value) ? false : 'must be on or off';
}
