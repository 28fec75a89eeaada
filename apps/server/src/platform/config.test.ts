import { describe, expect, test } from 'vitest';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listPlainConnections, listUnverifiedConnections, readConfig } from './config.ts';
import { settings } from './settings/declared.ts';
import { StartRefusal } from './start-refusal.ts';

const refusal = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
  return 'accepted';
};

describe('settings', () => {
  test('[B154] every setting has its row on the page of settings, those of mail among them', () => {
    const names = Object.keys(settings);
    expect(names).toEqual(expect.arrayContaining(['PORT', 'SMTP_URL', 'MAIL_FROM', 'DEMO']));
    const page = readFileSync(new URL('../../../../docs/operations.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('|'));
    expect(names.filter((name) => !rows.some((row) => (row.split('|')[1] ?? '').includes(`\`${name}\``)))).toEqual([]);
  });

  test('nothing set gives the embedded database, this machine only, with the demo', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      isDemo: true,
      isProduction: false,
      logLevel: 'warn',
      roles: 'web,jobs',
    });
  });

  test('the language is English unless said; one that is not there is refused with those that are', () => {
    expect(readConfig({}).language).toBe('en');
    expect(readConfig({ SCHOOL_LANGUAGE: 'ar-XB', LANGUAGE: 'de_DE:de' }).language).toBe('ar-XB');
    expect(refusal({ SCHOOL_LANGUAGE: 'tlh' })).toContain('SCHOOL_LANGUAGE must be one of en, es, en-XA, ar-XB');
  });

  test('an empty value counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  test.each([
    ['a database of one’s own', { DATABASE_URL: 'postgres://u@h/d' }, false],
    ['a database of one’s own and DEMO', { DATABASE_URL: 'postgres://u@h/d', DEMO: 'on' }, true],
    ['DEMO off', { DEMO: 'off' }, false],
    ['an address that others reach', { HOST: '0.0.0.0' }, false],
    ['production', { NODE_ENV: 'production' }, false],
  ])('the demo with %s: %o → %s', (_, environment, isDemo) => {
    expect(readConfig(environment as Record<string, string>).isDemo).toBe(isDemo);
  });

  test('production listens on every address and logs calls', () => {
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ host: '0.0.0.0', logLevel: 'info' });
  });

  test.each([
    ['PORT', 'abc', 'whole number'],
    ['PORT', '70000', 'whole number'],
    ['PORT', '-1', 'whole number'],
    ['HOST', 'a b', 'an address or a host name'],
    ['DATABASE_URL', 'mysql://h/d', 'postgres://'],
    ['DATABASE_URL', 'postgres://host-without-database', 'postgres://'],
    ['PUBLIC_URL', 'school.example', 'https://school.example'],
    ['PUBLIC_URL', 'https://school.example/path', 'without a path'],
    ['TRUSTED_PROXIES', '10.0.0.0/99', 'addresses or ranges'],
    ['METRICS_TOKEN', 'short', '16 characters'],
    ['LOG_LEVEL', 'loud', 'trace'],
    ['DEMO', 'maybe', 'on or off'],
    ['ROLES', 'web', 'must be web,jobs'],
    ['JOBS_PORT', 'x', 'whole number'],
    ['DATABASE_DIRECT_URL', 'mysql://h/d', 'postgres://'],
  ])('a malformed %s (%s) stops the start with one line that names it', (name, value, hint) => {
    const line = refusal({ [name]: value });
    expect(line).toContain(name);
    expect(line).toContain(hint);
    expect(line).not.toContain('\n');
  });

  test('a malformed database address is not repeated, since it may hold a password', () => {
    expect(refusal({ DATABASE_URL: 'mysql://root:hunter2@h/d' })).not.toContain('hunter2');
  });

  test.each(['CLASSWRIGHT_PORT', 'S3_BUKET', 'GOOGLE_CLIENT'])('a name that looks like ours and is not known (%s) stops the start', (name) => {
    expect(refusal({ [name]: 'x' })).toContain(`${name} is not a setting`);
  });

  test('names of other programs do not', () => {
    expect(refusal({ GOOGLE_APPLICATION_CREDENTIALS: 'x', GOOGLE_CLOUD_PROJECT: 'y', PATH: '/bin' })).toBe('accepted');
  });

  test('all mistakes stand in one line', () => {
    expect(refusal({ PORT: 'x', LOG_LEVEL: 'y', S3_X: 'z' })).toMatch(/^The settings need a change: S3_X.*; PORT.*; LOG_LEVEL.*\.$/);
  });

  test.each([
    ['NODE_ENV', 'production'],
    ['HOST', '0.0.0.0'],
  ])('DEMO is refused where others could use its passwords: %s %s', (name, value) => {
    expect(refusal({ [name]: value, DEMO: 'on' })).toContain('DEMO can');
  });

  test.each(['javascript:alert(1)', 'books.example', 'ftp://books.example', 'https://user:secret@books.example', '/store'])(
    '[B698] BOOK_STORE_URL is no %s',
    (value) => {
      expect(refusal({ BOOK_STORE_URL: value })).toContain('BOOK_STORE_URL must be an address like https://books.example/shelf');
    },
  );

  test('[B698] BOOK_STORE_URL is a web address, with a path too, or none', () => {
    expect([readConfig({}).bookStoreUrl, readConfig({ BOOK_STORE_URL: 'http://books.example/in?shelf=1' }).bookStoreUrl]).toEqual([
      null,
      'http://books.example/in?shelf=1',
    ]);
  });

  test('[B2928] an archive goes to another disk or a bucket, and never into the folder that it is to outlive', () => {
    expect(readConfig({}).archive).toBeNull();
    expect(readConfig({ ARCHIVE_TO: '/mnt/other', ARCHIVE_EVERY: '20' }).archive).toMatchObject({
      bucket: null,
      folder: '/mnt/other',
      everySeconds: 20,
      keepDays: 14,
    });
    const bucket = { S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example' };
    expect(readConfig({ ARCHIVE_TO: 's3://archives/one/two/', ...bucket }).archive).toMatchObject({
      bucket: { bucket: 'archives', endpoint: 'https://s3.example' },
      folder: 'one/two',
    });
    expect(refusal({ ARCHIVE_TO: 's3://archives' })).toContain('needs S3_BUCKET');
    for (const folder of ['/srv/data', '/srv/data/archive', '/srv/data/../data/x'])
      expect(refusal({ ARCHIVE_TO: folder, DATA_DIR: '/srv/data' })).toContain('ARCHIVE_TO must not be in DATA_DIR');
    expect(readConfig({ ARCHIVE_TO: '/srv/data-archive', DATA_DIR: '/srv/data' }).archive).not.toBeNull();
    expect(refusal({ ARCHIVE_TO: '/mnt/other', DATABASE_URL: 'postgres://a@b/c' })).toContain('for the embedded database');
    expect(refusal({ ARCHIVE_TO: '/mnt/other', ARCHIVE_EVERY: '90' })).toContain('ARCHIVE_EVERY');
  });

  test('a Redis or a NATS carries what processes tell each other where one is set, and never both', () => {
    expect(readConfig({}).broker).toBeNull();
    for (const url of ['redis://redis.example', 'rediss://user:p%40ss@redis.example:6380/2', 'redis://:hush@[::1]:6379'])
      expect(readConfig({ REDIS_URL: url }).broker).toEqual({ kind: 'redis', url });
    for (const url of ['nats://nats.example', 'tls://user:hush@nats.example:4222', 'nats://token@127.0.0.1:4222'])
      expect(readConfig({ NATS_URL: url }).broker).toEqual({ kind: 'nats', url });
    expect(refusal({ REDIS_URL: 'redis://a', NATS_URL: 'nats://b' })).toContain('REDIS_URL and NATS_URL say the same');
  });

  test.each([
    'redis.example:6379',
    'redis://',
    'http://redis.example',
    'redis://redis.example/first',
    'redis://:100%hush@redis.example',
    'nats://nats.example',
    'redis://a?db=1',
  ])('REDIS_URL cannot be %s, and what it holds is not repeated', (value) => {
    expect(refusal({ REDIS_URL: value })).toContain('REDIS_URL must be an address like redis://user:password@redis.example:6379');
    expect(refusal({ REDIS_URL: value })).not.toContain('hush');
  });

  test.each(['nats.example', 'nats://', 'redis://nats.example', 'nats://nats.example/rooms'])('NATS_URL cannot be %s', (value) => {
    expect(refusal({ NATS_URL: value })).toContain('NATS_URL must be an address like nats://user:password@nats.example:4222');
  });

  test('[B059] sign-in with Google needs the id and the secret of a client; the provider can be another one', () => {
    expect(readConfig({}).google).toBeNull();
    const client = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'hush' };
    expect(readConfig(client).google).toEqual({ issuer: new URL('https://accounts.google.com'), clientId: client.GOOGLE_CLIENT_ID, clientSecret: 'hush' });
    expect(readConfig({ ...client, GOOGLE_ISSUER: 'http://127.0.0.1:4000' }).google?.issuer.port).toBe('4000');
    expect(refusal({ GOOGLE_CLIENT_ID: 'x' })).toContain('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET');
    expect(refusal({ GOOGLE_CLIENT_SECRET: 'hush' })).toContain('GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID');
    expect(refusal({ GOOGLE_ISSUER: 'https://login.example' })).toContain('GOOGLE_ISSUER needs GOOGLE_CLIENT_ID');
    for (const issuer of ['login.example', 'http://login.example', 'https://u:p@login.example', 'https://login.example?x'])
      expect(refusal({ ...client, GOOGLE_ISSUER: issuer })).toContain('GOOGLE_ISSUER must be an address');
    expect(refusal({ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'two words of hush' })).not.toContain('hush');
  });

  test('[K409] [B1140] files from Google Drive need the client and what Google’s picker asks for; scripts of others come from Google or this machine', () => {
    expect(readConfig({}).drive).toBeNull();
    const client = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'hush' };
    const picker = { GOOGLE_PICKER_API_KEY: 'AIza-key_of_1', GOOGLE_PICKER_APP_ID: '123456789012' };
    const on = { ...client, ...picker, GOOGLE_DRIVE_PICKER: 'on' };
    expect(readConfig({ ...client, ...picker }).drive).toBeNull();
    expect(readConfig({ ...on, GOOGLE_DRIVE_PICKER: 'off' }).drive).toBeNull();
    expect(readConfig(on).drive).toEqual({
      url: new URL('https://www.googleapis.com'),
      apiKey: 'AIza-key_of_1',
      appId: '123456789012',
      scriptUrl: new URL('https://apis.google.com/js/api.js'),
    });
    expect(refusal({ ...picker, GOOGLE_DRIVE_PICKER: 'on' })).toContain('GOOGLE_DRIVE_PICKER needs GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET');
    expect(refusal({ ...client, GOOGLE_DRIVE_PICKER: 'on', GOOGLE_PICKER_APP_ID: '123' })).toContain('needs GOOGLE_PICKER_API_KEY and GOOGLE_PICKER_APP_ID');
    expect(refusal({ ...on, GOOGLE_PICKER_API_KEY: 'a b' })).toContain('GOOGLE_PICKER_API_KEY must be an API key');
    expect(refusal({ ...on, GOOGLE_PICKER_APP_ID: 'my-project' })).toContain('GOOGLE_PICKER_APP_ID must be the number');
    expect(readConfig({ ...on, GOOGLE_DRIVE_URL: 'http://127.0.0.1:4600' }).drive?.url.port).toBe('4600');
    expect(refusal({ ...on, GOOGLE_DRIVE_URL: 'http://drive.example' })).toContain('GOOGLE_DRIVE_URL must be an address');
    expect(readConfig({ ...on, GOOGLE_PICKER_SCRIPT_URL: 'http://127.0.0.1:4600/api.js' }).drive?.scriptUrl.port).toBe('4600');
    for (const url of ['https://apis.google.com/js/api.js', 'https://scripts.example/api.js', 'http://u:p@127.0.0.1/a.js', 'file:///a.js'])
      expect(refusal({ ...on, GOOGLE_PICKER_SCRIPT_URL: url })).toContain('GOOGLE_PICKER_SCRIPT_URL must be an address on this machine');
  });

  test('[B1170] Google tells of changes where topic, subscription and the key of who pulls are set; each mistake names its setting and what it must be', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const key = { type: 'service_account', client_email: 'pull@my-project.iam.gserviceaccount.com', private_key: privateKey, private_key_id: 'k1' };
    const on = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hush', GOOGLE_CLASSROOM: 'on' };
    const subscription = 'projects/my-project/subscriptions/classwright';
    const topic = 'projects/my-project/topics/classroom';
    const push = { GOOGLE_PUBSUB_SUBSCRIPTION: subscription, GOOGLE_PUBSUB_TOPIC: topic, GOOGLE_PUBSUB_CREDENTIALS: JSON.stringify(key) };
    expect(readConfig(on).classroom?.push).toBeUndefined();
    expect(readConfig({ ...on, ...push, GOOGLE_CLASSROOM: 'off' }).classroom).toBeNull();
    expect(readConfig({ ...on, ...push }).classroom?.push).toEqual({
      ...{ url: new URL('https://pubsub.googleapis.com'), subscription, topic },
      credentials: { email: key.client_email, keyId: 'k1', privateKey, tokenUrl: new URL('https://oauth2.googleapis.com/token') },
    });
    const folder = mkdtempSync(path.join(tmpdir(), 'key-'));
    const { GOOGLE_PUBSUB_CREDENTIALS: text, ...names } = push;
    writeFileSync(path.join(folder, 'key.json'), `${text}\n`);
    expect(readConfig({ ...on, ...names, GOOGLE_PUBSUB_CREDENTIALS_FILE: path.join(folder, 'key.json') }).classroom?.push?.credentials.email).toBe(
      key.client_email,
    );
    rmSync(folder, { recursive: true });
    for (const name of Object.keys(push)) {
      const { [name as keyof typeof push]: _, ...others } = push;
      expect(refusal({ ...on, ...others })).toContain('GOOGLE_PUBSUB_SUBSCRIPTION, GOOGLE_PUBSUB_TOPIC and GOOGLE_PUBSUB_CREDENTIALS');
    }
    for (const value of ['classwright', 'projects/p/topics/classroom', `${subscription}/x`, 'projects/p/subscriptions/../x'])
      expect(refusal({ ...on, ...push, GOOGLE_PUBSUB_SUBSCRIPTION: value })).toContain('GOOGLE_PUBSUB_SUBSCRIPTION must be a whole name like projects/');
    expect(refusal({ ...on, ...push, GOOGLE_PUBSUB_TOPIC: 'classroom' })).toContain('GOOGLE_PUBSUB_TOPIC must be a whole name like projects/');
    expect(refusal({ ...on, ...push, GOOGLE_PUBSUB_URL: 'http://pubsub.example' })).toContain('GOOGLE_PUBSUB_URL must be an address');
    expect(readConfig({ ...on, ...push, GOOGLE_PUBSUB_URL: 'http://127.0.0.1:4600' }).classroom?.push?.url.port).toBe('4600');
    const wrong = [
      '/etc/key.json',
      '[]',
      'null',
      '{"type":"authorized_user"}',
      JSON.stringify({ ...key, private_key: 'hush-hush' }),
      JSON.stringify({ ...key, token_uri: 'http://tokens.example' }),
    ];
    for (const value of wrong) {
      const said = refusal({ ...on, ...push, GOOGLE_PUBSUB_CREDENTIALS: value });
      expect(said).toContain('GOOGLE_PUBSUB_CREDENTIALS must be the JSON key of a service account');
      expect(said).not.toContain('hush-hush');
    }
  });

  test('mail needs an SMTP server, and the public address that its links lead to', () => {
    expect(readConfig({}).mail).toBeNull();
    expect(refusal({ SMTP_URL: 'smtp://mail.example' })).toContain('SMTP_URL needs PUBLIC_URL');
    expect(refusal({ SMTP_URL: 'mail.example' })).toContain('SMTP_URL must be an address like smtp://');
    expect(refusal({ MAIL_FROM: 'nobody' })).toContain('MAIL_FROM must be an address');
    const settings = { SMTP_URL: 'smtp://mail.example:587', PUBLIC_URL: 'https://school.example' };
    expect(readConfig(settings).mail).toEqual({ smtpUrl: 'smtp://mail.example:587', from: 'no-reply@school.example' });
    expect(readConfig({ ...settings, MAIL_FROM: 'Riverside <office@school.example>' }).mail?.from).toBe('Riverside <office@school.example>');
  });

  test('a program that publishes has an id and a secret, and the secret is told to nobody', () => {
    const secret = 'a-secret-of-forty-characters-and-no-less';
    expect(readConfig({}).pusher).toBeNull();
    expect(readConfig({ PUSHER_APP_ID: 'timetable', PUSHER_APP_SECRET: secret }).pusher).toEqual({ id: 'timetable', secret });
    expect(refusal({ PUSHER_APP_ID: 'timetable' })).toContain('PUSHER_APP_ID needs PUSHER_APP_SECRET');
    expect(refusal({ PUSHER_APP_SECRET: secret })).toContain('PUSHER_APP_SECRET needs PUSHER_APP_ID');
    expect(refusal({ PUSHER_APP_ID: 'a/b', PUSHER_APP_SECRET: secret })).toContain('PUSHER_APP_ID must be');
    expect(refusal({ PUSHER_APP_ID: 'timetable', PUSHER_APP_SECRET: 'too-short' })).toContain('at least 32 characters');
    expect(refusal({ PUSHER_APP_ID: 'timetable', PUSHER_APP_SECRET: 'too-short' })).not.toContain('too-short');
  });

  test('a bucket for files is set up by its name; the other settings of S3 do nothing alone', () => {
    expect(readConfig({}).s3).toBeNull();
    expect(readConfig({ S3_BUCKET: 'school-files' }).s3).toEqual({
      bucket: 'school-files',
      region: 'us-east-1',
      endpoint: null,
      credentials: null,
      isPathStyle: false,
    });
    const own = { S3_BUCKET: 'school-files', S3_ENDPOINT: 'https://s3.school.example', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(readConfig(own).s3).toMatchObject({
      endpoint: 'https://s3.school.example',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      isPathStyle: true,
    });
    expect(readConfig({ ...own, S3_PATH_STYLE: 'off' }).s3?.isPathStyle).toBe(false);
    expect(refusal({ S3_REGION: 'eu-central-1' })).toContain('need S3_BUCKET');
    expect(refusal({ S3_BUCKET: 'school-files', S3_ACCESS_KEY_ID: 'id' })).toContain('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together');
    expect(refusal({ S3_BUCKET: 'My Bucket' })).toContain('S3_BUCKET must be the name of a bucket');
    expect(refusal({ S3_BUCKET: 'school-files', S3_ENDPOINT: 's3.school.example' })).toContain('S3_ENDPOINT must be an address');
  });

  test.each(['59', 'lots', '-1'])('FILE_SPACE_MB cannot be %s', (value) => {
    expect(refusal({ FILE_SPACE_MB: value })).toContain('FILE_SPACE_MB must be a whole number of megabytes from 60');
  });
});

describe('[B141] secrets from files', () => {
  test('each is read from the file that is named for it, without the line end', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'cw-secrets-'));
    try {
      const file = (name: string, text: string): string => {
        writeFileSync(path.join(folder, name), text);
        return path.join(folder, name);
      };
      const config = readConfig({
        DATABASE_URL_FILE: file('database', 'postgres://u:p@127.0.0.1/d\n'),
        METRICS_TOKEN_FILE: file('metrics', '0123456789abcdef\n'),
        PUBLIC_URL: 'https://school.example',
        SMTP_URL_FILE: file('smtp', 'smtp://u:p@mail.example\n'),
        GOOGLE_CLIENT_ID: 'id',
        GOOGLE_CLIENT_SECRET_FILE: file('google', 'hidden'),
        S3_BUCKET: 'school-files',
        S3_ACCESS_KEY_ID_FILE: file('key', 'key'),
        S3_SECRET_ACCESS_KEY_FILE: file('secret', 'secret'),
        REDIS_URL_FILE: file('redis', 'redis://:hush@redis.example\n'),
      });
      expect(config).toMatchObject({
        databaseUrl: 'postgres://u:p@127.0.0.1/d',
        metricsToken: '0123456789abcdef',
        mail: { smtpUrl: 'smtp://u:p@mail.example' },
        google: { clientSecret: 'hidden' },
        s3: { credentials: { accessKeyId: 'key', secretAccessKey: 'secret' } },
        broker: { kind: 'redis', url: 'redis://:hush@redis.example' },
      });
      expect(readConfig({ NATS_URL_FILE: file('nats', 'nats://token@nats.example') }).broker?.kind).toBe('nats');
      expect(refusal({ METRICS_TOKEN: '0123456789abcdef', METRICS_TOKEN_FILE: path.join(folder, 'metrics') })).toContain('only one of them may be set');
      expect(refusal({ METRICS_TOKEN_FILE: path.join(folder, 'none') })).toContain('METRICS_TOKEN_FILE must name a file that can be read');
      expect(refusal({ METRICS_TOKEN_FILE: file('empty', ' \n') })).toContain('METRICS_TOKEN_FILE names an empty file');
      expect(refusal({ S3_BUCKET_FILE: 'x' })).toContain('S3_BUCKET_FILE is not a setting');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what goes over a network unencrypted is told at the start', () => {
  const told = (environment: Record<string, string>): string => listPlainConnections(readConfig(environment)).join(' ');
  test.each([
    ['production in a network without https', { NODE_ENV: 'production' }, 'plain http'],
    ['production under an http address', { NODE_ENV: 'production', PUBLIC_URL: 'http://school.example' }, 'plain http'],
    ['a database elsewhere', { DATABASE_URL: 'postgres://u:p@db.example/d' }, 'database on db.example is not encrypted'],
    ['a bucket elsewhere', { S3_BUCKET: 'files', S3_ENDPOINT: 'http://s3.example:9000' }, 'Files go to s3.example by plain http'],
    ['a Redis elsewhere with a password', { REDIS_URL: 'redis://:hush@redis.example' }, 'Let the address begin with rediss://'],
    ['a NATS elsewhere with a token', { NATS_URL: 'nats://token@nats.example' }, 'Let the address begin with tls://'],
  ])('%s', (_what, environment, words) => {
    expect(told(environment)).toContain(words);
  });
  test.each([
    ['a trial on this machine', {}],
    ['production behind https', { NODE_ENV: 'production', PUBLIC_URL: 'https://school.example' }],
    ['production for a proxy on this machine', { NODE_ENV: 'production', HOST: '127.0.0.1' }],
    ['a database on this machine', { DATABASE_URL: 'postgres://u:p@[::1]:5432/d' }],
    ['a database elsewhere whose encryption is settled', { DATABASE_URL: 'postgres://u:p@db.example/d?sslmode=disable' }],
    ['a bucket on this machine', { S3_BUCKET: 'files', S3_ENDPOINT: 'http://127.0.0.1:9000' }],
    ['a Redis on this machine', { REDIS_URL: 'redis://:hush@127.0.0.1' }],
    ['a Redis elsewhere by TLS', { REDIS_URL: 'rediss://:hush@redis.example' }],
    ['a NATS without a password', { NATS_URL: 'nats://nats.example' }],
    ['a bucket elsewhere by https', { S3_BUCKET: 'files', S3_ENDPOINT: 'https://s3.example' }],
  ])('nothing of %s', (_what, environment) => {
    expect(told(environment as Record<string, string>)).toBe('');
  });
});

describe('[B2806] connections that are not both encrypted and checked', () => {
  const DB = 'postgres://u:p@db.example/d';
  const [MAIL, S3] = [{ PUBLIC_URL: 'https://school.example' }, { S3_BUCKET: 'files' }];
  test.each<[string, Record<string, string>, string[]]>([
    ['a database elsewhere', { DATABASE_URL: DB }, ['database']],
    ['a database elsewhere whose certificate is not checked', { DATABASE_URL: `${DB}?sslmode=require` }, ['database']],
    ['a private network', { DATABASE_URL: `${DB}?sslmode=disable` }, ['database']],
    ['the way past the pooler', { DATABASE_URL: `${DB}?sslmode=verify-full`, DATABASE_DIRECT_URL: DB }, ['database']],
    ['a checked database', { DATABASE_URL: `${DB}?sslmode=verify-full` }, []],
    ['a database on this machine', { DATABASE_URL: 'postgres://u:p@127.0.0.1/d' }, []],
    ['a database behind a socket', { DATABASE_URL: 'postgres://u@x/d?host=/run/postgresql' }, []],
    ['the embedded database', {}, []],
    ['a Redis elsewhere', { REDIS_URL: 'redis://redis.example' }, ['broker']],
    ['a Redis elsewhere by TLS', { REDIS_URL: 'rediss://redis.example' }, []],
    ['a NATS elsewhere', { NATS_URL: 'nats://nats.example' }, ['broker']],
    ['a NATS elsewhere by TLS', { NATS_URL: 'tls://nats.example' }, []],
    ['a bucket elsewhere', { ...S3, S3_ENDPOINT: 'http://s3.example:9000' }, ['bucket']],
    ['a bucket at Amazon', S3, []],
    ['a mail server without encryption', { ...MAIL, SMTP_URL: 'smtp://mail.example:25?ignoreTLS=true' }, ['mail']],
    ['a mail server', { ...MAIL, SMTP_URL: 'smtp://mail.example:587' }, []],
  ])('%s', (_what, environment, connections) => {
    expect(listUnverifiedConnections(readConfig(environment))).toEqual(connections);
  });
});
