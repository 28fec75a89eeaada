import path from 'node:path';
import { createTranslate, en, type MessageKey, type Translate } from '@classwright/contract';
import type { Folded } from './manifest.ts';
import { createServerHistograms, type ServerHistograms } from './histograms.ts';
import { type AccessEngine, createAccessEngine } from './modules/people/access/index.ts';
import { createFileLinks, createFileStorage, type FileLinks, type FileStorage } from './modules/school/files/index.ts';
import { createMailLinks, type MailLinks } from './modules/school/notifications/index.ts';
import type { ServerOptions } from './options.ts';
import type { Db } from './platform/database/index.ts';
import { createSharedClock, type SharedClock } from './platform/clock.ts';
import { computeConnectionRoom, getDescriptorLimit } from './platform/descriptors.ts';
import { createHostRule } from './platform/hosts.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import { type InstallationLanguage, readLanguage } from './platform/languages.ts';
import { createSharedLimits, type SharedLimits } from './platform/limits/index.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/index.ts';
import { createServerProcess, servesPeople, type ServerProcess } from './platform/processes/index.ts';
import { Crowd } from './platform/waiting/index.ts';
import { getInstallation, type Installation } from './queries.ts';
import { createSockets, type Sockets } from './sockets.ts';

/** The services that modules share. */
export interface Parts {
  db: Db;
  /** A small separate database pool, which never waits behind calls. */
  backgroundDb: Db;
  log: Log;
  /** This process, as one of those that serve the installation. */
  process: ServerProcess;
  language: InstallationLanguage;
  t: Translate<MessageKey>;
  installation: Installation;
  access: AccessEngine;
  fileLinks: FileLinks;
  mailLinks: MailLinks;
  storage: FileStorage;
  /** The folder on this machine for uploads that are not files yet. */
  uploadFolder: string;
  /** The folder for the files of forms until their call ends. */
  stagingFolder: string;
  connectionRoom: ReturnType<typeof computeConnectionRoom>;
  isOurHost: (host: string | undefined) => boolean;
  sockets: Sockets;
  /** The limits for callers, over all processes. */
  limits: SharedLimits;
  /** The clock that all processes share. */
  clock: SharedClock;
  jobs: Jobs;
  /** The current rate of calls. */
  crowd: Crowd;
  /** The measurements for `/metrics`. */
  histograms: ServerHistograms;
  /** Null when no mail can be sent, or the address for its links is unknown. */
  mail: { jobs: Jobs; mailer: Mailer; publicUrl: URL } | null;
}

/**
 * Creates the services that modules share. `folded` returns the parts of all modules, which need these services first.
 */
export async function createParts(options: ServerOptions, folded: () => Folded): Promise<Parts> {
  const { db, log, backgroundDb = db, language = readLanguage('en'), publicUrl, trustedProxies, dataDir, mailer, version, role = 'all' } = options;
  const installation = await getInstallation(db);
  const t = createTranslate(en, options.messages ?? {}, language);
  const access = createAccessEngine(t);
  const connectionRoom = computeConnectionRoom(getDescriptorLimit());
  const isOurHost = createHostRule({ publicUrl, listensOn: options.host ?? '127.0.0.1' });
  const process = createServerProcess({ db: backgroundDb, log, role, version, ground: options.ground });
  const histograms = createServerHistograms();
  const clock = createSharedClock(backgroundDb);
  const sockets = createSockets({
    process,
    sharedClock: clock,
    bus: options.bus,
    histograms,
    maxSockets: connectionRoom.sockets,
    db,
    roomsDb: backgroundDb,
    log,
    key: installation.realtimeKey,
    secret: installation.realtimeSecret,
    publicUrl,
    isOurHost,
    trustedProxies,
    access,
    authoriseChannel: (listener, channel) => folded().authoriseChannel(listener, channel),
    allowsClientEvent: (channel, name, data) => folded().allowsClientEvent(channel, name, data),
  });
  const crowd = new Crowd();
  const jobs = createJobs({ db, log, kinds: () => folded().jobs, crowd, isAlone: !servesPeople(role) });
  return {
    db,
    backgroundDb,
    log,
    process,
    language,
    t,
    installation,
    access,
    fileLinks: createFileLinks(installation.linkSecret),
    mailLinks: createMailLinks(installation.linkSecret),
    storage: createFileStorage(dataDir, options.s3, options.fileSpaceMegabytes),
    uploadFolder: path.join(dataDir, 'uploads'),
    stagingFolder: path.join(dataDir, 'staging'),
    connectionRoom,
    isOurHost,
    sockets,
    limits: createSharedLimits({ db: backgroundDb, log }),
    clock,
    jobs,
    crowd,
    histograms,
    mail: mailer && publicUrl ? { jobs, mailer, publicUrl } : null,
  };
}
