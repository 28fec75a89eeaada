import path from 'node:path';
import { createTranslate, en, type MessageKey, type Translate } from '@classwright/contract';
import type { Folded } from './manifest.ts';
import { createServerHistograms, type ServerHistograms } from './histograms.ts';
import type { ServerOptions } from './options.ts';
import { type Db, type HeavyReads, readsOn } from './platform/database/index.ts';
import { createSharedClock, type SharedClock } from './platform/clock.ts';
import { computeConnectionRoom, getDescriptorLimit } from './platform/descriptors.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import { type InstallationLanguage, readLanguage } from './platform/languages.ts';
import { createSharedLimits, type SharedLimits } from './platform/limits/index.ts';
import { createLogSwitch, type Log } from './platform/log.ts';
import type { MakeLimiter } from './platform/waiting/index.ts';
import type { Realtime, Rooms } from './platform/live/index.ts';
import type { Mailer } from './platform/mail/index.ts';
import { createOutbound, type Outbound } from './platform/outbound/index.ts';
import { Readings } from './platform/readings/index.ts';
import { createFigures, createServerProcess, servesPeople, type ServerProcess } from './platform/processes/index.ts';
import { Crowd } from './platform/waiting/index.ts';
import { createSealer, type Sealer } from './platform/secrets.ts';
import { listSchoolHosts } from './platform/sites-queries.ts';
import { createSites, type Sites } from './platform/sites.ts';
import { isAddressSuspended } from './platform/suspensions-queries.ts';
import { type Surroundings, TRIAL } from './platform/surroundings.ts';
import { getInstallation, type Installation } from './queries.ts';
import { createSockets, type Sockets } from './sockets.ts';

type Setting<Name extends keyof ServerOptions> = NonNullable<ServerOptions[Name]>;

/**
 * The services of the platform and the settings that modules share. What a module makes for others is in its manifest.
 */
export interface Parts {
  db: Db;
  /** A small separate database pool, which never waits behind calls. */
  backgroundDb: Db;
  /** The heavy reads, which run on a replica that keeps up, or on the main server. */
  heavyReads: HeavyReads;
  log: Log;
  /** This process, as one of those that serve the installation. */
  process: ServerProcess;
  language: InstallationLanguage;
  t: Translate<MessageKey>;
  installation: Installation;
  installationId: string;
  version: string;
  publicUrl: URL | null;
  /** The address where phones of the local network reach the demo; null where it has none of its own. */
  phonesUrl: URL | null;
  dataDir: string;
  /** The folder on this machine for uploads that are not files yet. */
  uploadFolder: string;
  /** The folder for the files of forms until their call ends. */
  stagingFolder: string;
  connectionRoom: ReturnType<typeof computeConnectionRoom>;
  /** The addresses of the installation and of its schools. */
  sites: Sites;
  sockets: Sockets;
  realtime: Realtime;
  rooms: Rooms;
  /** The limits for callers, over all processes. */
  limits: SharedLimits;
  makeLimiter: MakeLimiter;
  /** The clock that all processes share. */
  clock: SharedClock;
  jobs: Jobs;
  /** The readings of people's records that this process gathers. */
  readings: Readings;
  /** The current rate of calls. */
  crowd: Crowd;
  /** The measurements for `/metrics`. */
  histograms: ServerHistograms;
  /** Null when no mail can be sent, or the address for its links is unknown. */
  mail: { jobs: Jobs; mailer: Mailer; publicUrl: URL; addressOf: (schoolId: number | null) => Promise<URL> } | null;
  /** Encrypts the secrets of other services. */
  sealer: Sealer;
  /** Asks other servers. */
  outbound: Outbound;
  google: Setting<'google'> | null;
  classroomSettings: Setting<'classroom'> | null;
  /** True when Google Classroom is set up. */
  hasClassroom: boolean;
  /** The settings for picking files from Google Drive; null also without a Google client. */
  driveSettings: Setting<'drive'> | null;
  s3: Setting<'s3'> | null;
  fileSpaceMegabytes: number | undefined;
  bookStoreUrl: string | null;
  messages: Setting<'messages'>;
  demoSignIns: ServerOptions['demoSignIns'];
  adminsNeedFactor: boolean;
  leakedPasswordsFile: string | null;
  surroundings: Surroundings;
  /** The notes of this version, as Markdown; null when there are none. */
  changeNotes: string | null;
  /** Null when this server can make no backups. */
  backup: Setting<'backup'> | null;
  guessClock?: Setting<'guessClock'>;
  /** Returns what all modules provide. It exists once they are created. */
  folded: () => Folded;
}

/**
 * Creates the services that modules share. `folded` returns what all modules provide, which need these services first.
 */
export async function createParts(options: ServerOptions, folded: () => Folded): Promise<Parts> {
  const { db, log, backgroundDb = db, language = readLanguage('en'), publicUrl, trustedProxies, dataDir, mailer, version, role = 'all' } = options;
  const { google = null, classroom = null, drive = null, replica = null } = options;
  const installation = await getInstallation(db);
  const t = createTranslate(en, options.messages ?? {}, language);
  const connectionRoom = computeConnectionRoom(getDescriptorLimit());
  const sites = createSites({
    rules: { publicUrl, listensOn: options.host ?? '127.0.0.1', phonesUrl: options.phonesUrl ?? null },
    listHosts: () => listSchoolHosts(backgroundDb),
  });
  const { hasBroker } = options.surroundings ?? TRIAL;
  const process = createServerProcess({
    db: backgroundDb,
    log,
    role,
    version,
    ground: options.ground,
    measure: createFigures({
      db: backgroundDb,
      dataDir,
      isBrokerLost: () => (hasBroker ? sockets.bus.counts.lost > sockets.bus.counts.reconnected : null),
      replica,
    }),
    onLogsMore: createLogSwitch(log),
  });
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
    isOurHost: sites.isOurs,
    trustedProxies,
    folded,
  });
  const { realtime, rooms } = sockets;
  const limits = createSharedLimits({ db: backgroundDb, log });
  const crowd = new Crowd();
  const jobs = createJobs({ db, log, kinds: () => folded().jobs, crowd, isAlone: !servesPeople(role) });
  return {
    db,
    backgroundDb,
    heavyReads: replica ?? readsOn(db),
    log,
    process,
    language,
    t,
    installation,
    installationId: installation.id,
    version,
    publicUrl,
    phonesUrl: options.phonesUrl ?? null,
    dataDir,
    uploadFolder: path.join(dataDir, 'uploads'),
    stagingFolder: path.join(dataDir, 'staging'),
    connectionRoom,
    sites,
    sockets,
    realtime,
    rooms,
    limits,
    makeLimiter: limits.make,
    clock,
    jobs,
    readings: new Readings(),
    crowd,
    histograms,
    mail: mailer && publicUrl ? { jobs, mailer: createMailOfSchools(mailer, { db: backgroundDb, log, folded }), publicUrl, addressOf: sites.addressOf } : null,
    sealer: createSealer(options.secretsKey ?? null, dataDir),
    outbound: createOutbound({ allowsLoopback: options.asksLoopback ?? false }),
    google,
    classroomSettings: classroom,
    hasClassroom: google !== null && classroom !== null,
    driveSettings: google && drive,
    s3: options.s3 ?? null,
    fileSpaceMegabytes: options.fileSpaceMegabytes,
    bookStoreUrl: options.bookStoreUrl ?? null,
    messages: options.messages ?? {},
    demoSignIns: options.demoSignIns,
    adminsNeedFactor: options.adminsNeedFactor ?? false,
    leakedPasswordsFile: options.leakedPasswordsFile ?? null,
    surroundings: options.surroundings ?? TRIAL,
    changeNotes: options.changeNotes ?? null,
    backup: options.backup ?? null,
    ...(options.guessClock ? { guessClock: options.guessClock } : {}),
    folded,
  };
}

/**
 * Sends emails from the sender of the person's school, except those to people of a suspended school, which are dropped: the notices
 * on Home remain.
 */
function createMailOfSchools(mailer: Mailer, { db, log, folded }: { db: Db; log: Pick<Log, 'info'>; folded: () => Folded }): Mailer {
  return {
    async send(mail) {
      if (await isAddressSuspended(db, mail.to.address)) {
        log.info({ event: 'mail dropped' }, 'an email to a person of a suspended school is not sent');
        return;
      }
      const from = await folded().service('findSender')(db, mail.to.address);
      await mailer.send(from ? { ...mail, from } : mail);
    },
    check: () => mailer.check(),
    close: () => mailer.close(),
  };
}
