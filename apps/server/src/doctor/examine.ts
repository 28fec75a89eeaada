import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFileStorage } from '../modules/school/files/index.ts';
import { type ArchiveSaying, judgeArchive, readArchiveState, tryArchive } from '../archive/index.ts';
import { openInstallation } from '../backup/index.ts';
import { withConnection } from '../backup/connection.ts';
import { type Config, listPlainConnections, readConfig } from '../platform/config.ts';
import { prepareDataFolder } from '../platform/data-folder.ts';
import { hasCluster } from '../platform/database/embedded/index.ts';
import { connect, readPosition, readReplicaState } from '../platform/database/index.ts';
import { getDescriptorLimit } from '../platform/descriptors.ts';
import { LITTLE_SPACE_BYTES, readFreeBytes } from '../platform/disk-space.ts';
import { createBus } from '../platform/live/index.ts';
import { createLog } from '../platform/log.ts';
import { createMailer } from '../platform/mail/index.ts';
import { requireFreeAddress } from '../startup/listen.ts';
import { readMessagesFile } from '../startup/messages-file.ts';
import { checkPackagedDatabase } from '../startup/packaged-database.ts';
import { en } from '@classwright/contract';
import { readLanguage } from '../platform/languages.ts';
import { examineDatabase } from './database.ts';
import { bad, type Finding, good, sizeText, unsure } from './finding.ts';
import { examineAddress } from './public-address.ts';

/** A lesson of a thousand needs a socket and a line for calls each, next to files and the database. */
const FEW_DESCRIPTORS = 4_000;
/** A service that answers later than this is not well. */
const PATIENCE_MS = 10_000;
/** A replica that lacks more of the log than this is not just a moment behind. */
const MUCH_BEHIND_BYTES = 16 * 1024 * 1024;

/**
 * Examines everything that a start would refuse or warn of, and what a running installation needs, without changing
 * anything. Passes on each finding as soon as it is known, and ends early only where the settings cannot be read.
 */
export async function examine(tell: (finding: Finding) => void, environment?: Parameters<typeof readConfig>[0]): Promise<void> {
  let config: Config;
  try {
    config = readConfig(environment);
    tell(good('Settings', 'all are known and well formed'));
  } catch (error) {
    return tell(toFinding('Settings', error));
  }
  const examinations: readonly [string, (config: Config) => Promise<Finding | readonly Finding[]>][] = [
    ['User', examineUser],
    ['Texts', examineTexts],
    ['Data folder', examineFolder],
    ['Port', examinePort],
    ['Database', examineOwnDatabase],
    ['Replica', examineReplica],
    ['Mail', examineMail],
    ['Files', examineFiles],
    ['Archive', examineArchive],
    ['Broker', examineBroker],
    [
      'Encryption',
      async (given) => listPlainConnections(given).map((sentence) => unsure('Encryption', sentence, 'See Behind a proxy and Settings in docs/operations.md.')),
    ],
    ['Address', ({ publicUrl }) => examineAddress(publicUrl)],
    ['File descriptors', examineDescriptors],
  ];
  for (const [what, look] of examinations) for (const finding of [await look(config).catch((error: unknown) => toFinding(what, error))].flat()) tell(finding);
}

/** Returns the finding for an error. The sentence of a refusal holds the remedy. */
const toFinding = (what: string, error: unknown): Finding => bad(what, messageOf(error), null);

async function examineUser({ isProduction, allowsRoot }: Config): Promise<Finding> {
  if (process.getuid?.() !== 0) return good('User', 'it does not run as root');
  if (!isProduction) return unsure('User', 'it runs as root', 'Give it a user of its own, who owns the data folder.');
  return allowsRoot
    ? unsure('User', 'it runs as root, since ALLOW_ROOT allows it', 'Give it a user of its own, who owns the data folder.')
    : bad('User', 'in production it does not run as root', 'Start it as a user of its own, who owns the data folder, or set ALLOW_ROOT=on.');
}

async function examineTexts({ language, messagesFile }: Config): Promise<Finding> {
  const { words, locale } = readLanguage(language);
  readMessagesFile(messagesFile, { ...en, ...words });
  return good('Texts', `the school’s language is ${locale}${existsSync(messagesFile.path) ? ', with the school’s own words' : ''}`);
}

async function examineFolder({ dataDir }: Config): Promise<Finding> {
  if (!existsSync(dataDir)) return good('Data folder', `${dataDir} is not there yet; the first start makes it`);
  prepareDataFolder(dataDir, 100);
  const free = await readFreeBytes(dataDir);
  const says = `${dataDir} can be written to, with ${sizeText(free)} free`;
  return free < LITTLE_SPACE_BYTES ? unsure('Data folder', says, 'Make room on this disk, or move the folder to a larger one.') : good('Data folder', says);
}

async function examinePort({ host, port }: Config): Promise<Finding> {
  if (await isServing(port)) return good('Port', `Classwright answers on port ${port}`);
  await requireFreeAddress(host, port);
  return good('Port', `${port} is free`);
}

/** Returns true when a process of the product answers on the port of this machine. */
async function isServing(port: number): Promise<boolean> {
  if (port === 0) return false;
  return fetch(`http://127.0.0.1:${port}/healthz`, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    async (reply) => reply.ok && ((await reply.json()) as { status?: string }).status === 'success',
    () => false,
  );
}

async function examineOwnDatabase(config: Config): Promise<readonly Finding[]> {
  const packaged = checkPackagedDatabase(config);
  const warnings = packaged === null ? [] : [unsure('Database', packaged, null)];
  if (config.databaseUrl === null && !hasCluster(config.dataDir)) return [...warnings, good('Database', 'there is none yet; the first start makes it')];
  const { connection, close } = await openInstallation(config);
  try {
    return [...warnings, ...(await withConnection(connection, (client) => examineDatabase(client, config)))];
  } finally {
    await close();
  }
}

async function examineReplica({ databaseUrl, databaseReadUrl }: Config): Promise<Finding> {
  if (databaseUrl === null || databaseReadUrl === null) return good('Replica', 'none is set; the database does all reads');
  const [main, replica] = [databaseUrl, databaseReadUrl].map((connection) =>
    connect({ connection, maxConnections: 1, connectWithinMs: PATIENCE_MS, onError: () => undefined }),
  ) as [ReturnType<typeof connect>, ReturnType<typeof connect>];
  try {
    const { systemId, position } = await readPosition(main.db);
    const state = await readReplicaState(replica.db, position);
    const remedy = 'Name a streaming replica of the server in DATABASE_URL, or leave DATABASE_READ_URL out.';
    if (state.systemId !== systemId) return bad('Replica', 'the server in DATABASE_READ_URL has other data than the one in DATABASE_URL', remedy);
    if (!state.isReplica) return bad('Replica', 'the server in DATABASE_READ_URL is no replica', remedy);
    const missing = state.missingBytes ?? 0;
    const says = missing === 0 ? 'it has everything that the database has' : `it is ${sizeText(missing)} behind`;
    return missing > MUCH_BEHIND_BYTES ? unsure('Replica', says, 'Look at what keeps it busy, and at the network between the two.') : good('Replica', says);
  } finally {
    await Promise.all([main.db.destroy(), replica.db.destroy()]);
  }
}

async function examineMail({ mail }: Config): Promise<Finding> {
  if (mail === null) return unsure('Mail', 'none is sent', 'Set SMTP_URL where people are to get links and notifications by email.');
  const mailer = createMailer(mail.smtpUrl, mail.from);
  try {
    await mailer.check();
    return good('Mail', `${new URL(mail.smtpUrl).hostname} answers and lets us sign in; npm run mail:test sends one`);
  } catch (error) {
    return bad(
      'Mail',
      `${new URL(mail.smtpUrl).hostname} does not take mail (${messageOf(error)})`,
      'Check SMTP_URL: the name, the port, the user and the password.',
    );
  } finally {
    mailer.close();
  }
}

/** Stores a few bytes, reads them, and removes them. */
async function examineFiles({ dataDir, s3 }: Config): Promise<Finding> {
  if (s3 === null && !existsSync(dataDir)) return good('Files', 'they will be in the data folder');
  const place = s3 === null ? 'the data folder' : `the bucket ${s3.bucket}`;
  const storage = createFileStorage(dataDir, s3);
  const bytes = Buffer.from('classwright doctor');
  try {
    const key = await storage.put(bytes);
    const read = await storage.read(key, { start: 0, end: bytes.length - 1 });
    const parts: Buffer[] = [];
    for await (const part of read ?? []) parts.push(part as Buffer);
    await storage.remove(key);
    if (!Buffer.concat(parts).equals(bytes)) return bad('Files', `${place} gave back other bytes than were stored`, 'Ask who runs it.');
    return good('Files', `${place} takes a file, gives it back and removes it`);
  } catch (error) {
    const remedy = s3 === null ? 'Let the user of Classwright write to it.' : 'Check the S3 settings, and that the key may put, get and delete objects.';
    return bad('Files', `${place} does not take a file (${messageOf(error)})`, remedy);
  }
}

const ARCHIVE_SAYS = {
  off: 'nothing was stored yet',
  good: 'it has everything but the last minute',
  first: 'the first copy is not done yet',
  behind: 'it lacks what was saved since two minutes and more',
  gap: 'part of the changes is missing until the next copy',
  stopped: 'nothing was stored since Classwright stopped',
} as const satisfies Record<ArchiveSaying, string>;

async function examineArchive({ archive, databaseUrl, dataDir, isProduction }: Config): Promise<Finding> {
  if (databaseUrl !== null) return good('Archive', 'that of a database server of your own is kept by its own tools');
  if (archive === null)
    return isProduction
      ? unsure('Archive', 'none is kept, so with the disk everything since the last backup is lost', 'Name another disk or a bucket in ARCHIVE_TO.')
      : good('Archive', 'none is kept; trials need none');
  const remedy = 'Check that the disk or the bucket in ARCHIVE_TO is there, has room, and lets the user of Classwright write.';
  try {
    if (!(await tryArchive(archive))) return bad('Archive', 'its place gave back other bytes than were stored', remedy);
  } catch (error) {
    return bad('Archive', `its place takes nothing (${messageOf(error)})`, remedy);
  }
  const saying = judgeArchive(readArchiveState(dataDir));
  const says = `its place takes what it gets; ${ARCHIVE_SAYS[saying]}`;
  return saying === 'behind' || saying === 'gap' ? bad('Archive', says, remedy) : good('Archive', says);
}

async function examineBroker({ broker }: Config): Promise<Finding> {
  if (broker === null) return good('Broker', 'processes hear of each other by the database');
  const { hostname } = new URL(broker.url);
  const warnings: string[] = [];
  const log = createLog('warn', { write: (line: string) => void warnings.push(line) });
  const bus = createBus({ broker, installation: 'doctor', connection: '', log });
  try {
    await Promise.race([bus.start(), sleep(PATIENCE_MS).then(() => warnings.push('late'))]);
  } finally {
    await bus.stop();
  }
  const isThere = warnings.length === 0;
  return isThere
    ? good('Broker', `${hostname} answers`)
    : unsure('Broker', `${hostname} does not answer; processes look at the database each second until it does`, 'Start it, or check REDIS_URL or NATS_URL.');
}

async function examineDescriptors(): Promise<Finding> {
  const limit = getDescriptorLimit();
  const says = `a process may have ${limit} open`;
  return limit < FEW_DESCRIPTORS
    ? unsure('File descriptors', says, 'Allow more with LimitNOFILE=21000 in the unit, or ulimit -n 21000: each phone in a lesson takes two.')
    : good('File descriptors', says);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
