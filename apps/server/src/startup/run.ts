import type { AddressInfo } from 'node:net';
import { setPriority } from 'node:os';
import { en } from '@classwright/contract';
import { buildServer, type ClasswrightServer } from '../app.ts';
import { makeSetUpLink } from '../modules/people/accounts/index.ts';
import { type Config, listPlainConnections, listUnverifiedConnections } from '../platform/config.ts';
import { dataSteps } from '../data-steps.ts';
import { connect, findMissingLimits, Replica, runDataSteps } from '../platform/database/index.ts';
import { createBus } from '../platform/live/index.ts';
import { readLanguage } from '../platform/languages.ts';
import { createLog, type Log } from '../platform/log.ts';
import { createMailer } from '../platform/mail/index.ts';
import { type ServerRole, servesPeople } from '../platform/processes/index.ts';
import { createProgress } from '../platform/progress.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import type { ServerOptions } from '../options.ts';
import { getInstallation } from '../queries.ts';
import { outliveUpgrade } from '../upgrade/serving.ts';
import { addressFor, announce } from './announce.ts';
import { computeCommonGround, requireCommonGround } from './common-ground.ts';
import { prepareDemo } from './demo-school.ts';
import { drain } from './drain.ts';
import { BACKLOG, refuseAddress, requireFreeAddress } from './listen.ts';
import { readMessagesFile } from './messages-file.ts';
import { openDatabase, type OpenDatabase, type OpenDatabaseOptions, prepareDatabase } from './open-database.ts';
import { findInhabitants } from './queries.ts';
import type { Launcher } from './supervise/launcher.ts';
import { checkPackagedDatabase } from './packaged-database.ts';
import { listenForPhones, requirePhonesUrl } from './phones.ts';
import { isClone, readChangeNotes, readVersion } from './version.ts';
import { watchMachine } from './watch-machine.ts';
import { warmUp } from './warm-up.ts';
import { untilBuilt } from './web-root.ts';

export interface RunningServer {
  /** Drains and stops everything. Call it only once. */
  stop: () => Promise<void>;
}

export interface RunOptions {
  role: ServerRole;
  /** The built web app; null serves the API alone. */
  webRoot: string | null;
  /** The number of the process that is building the web app; null means that it is built. */
  webBuilder: number | null;
  /** True when phones of the local network may join lessons of the demo. */
  phones?: boolean;
  /** The supervisor of this process, or null when none of ours started it. */
  launcher: Launcher | null;
}

const BACKGROUND_CONNECTIONS = 3;
const REPLICA_CONNECTIONS = 10;
/** A replica that takes longer for a connection counts as away. */
const REPLICA_CONNECTS_WITHIN_MS = 1_000;
/** The connections of a process that serves no calls. */
const JOBS_CONNECTIONS = 10;
/** The niceness of jobs: a third of the other process's share when both are busy. */
const JOBS_NICENESS = 5;

/**
 * Starts one process of the product and reports so on standard output. @throws StartRefusal, after stopping everything
 * it had started
 */
export async function run(config: Config, { role, webRoot, webBuilder, phones = false, launcher }: RunOptions): Promise<RunningServer> {
  const language = readLanguage(config.language);
  const messages = readMessagesFile(config.messagesFile, { ...en, ...language.words });
  const log = role === 'all' ? createLog(config.logLevel) : createLog(config.logLevel).child({ role });
  const onTrouble = (message: string, error?: unknown) => log.error({ err: error }, message);
  const progress = createProgress(process.stdout);
  const onWait = progress.say;
  const showAs =
    (title: string) =>
    (share: number): void => {
      progress.show(title, share);
      if (share === 1) progress.end();
    };
  const onProgress = showAs('Bringing the database to this version');
  const isRootInProduction = config.isProduction && process.getuid?.() === 0;
  if (isRootInProduction && !config.allowsRoot)
    throw new StartRefusal(
      'In production it does not run as root, since whoever breaks into it would own the machine. Start it as a user of its own, who owns the data folder; where it cannot be otherwise, as in some containers, set ALLOW_ROOT=on.',
    );
  const packagedDatabase = checkPackagedDatabase(config);
  if (launcher === null && role !== 'all' && config.databaseUrl === null)
    throw new StartRefusal(
      `A process of the role ${role} needs DATABASE_URL, since the database in a data folder belongs to the one start that runs it. Without a role a start runs both processes on it.`,
    );
  if (launcher !== null && !servesPeople(role)) yieldToPeople();
  const phonesUrl = phones && servesPeople(role) ? requirePhonesUrl(config) : null;
  const port = servesPeople(role) ? config.port : config.jobsPort;
  if (port !== null) await requireFreeAddress(config.host, port);
  const begin = launcher && (await launcher.begin());
  const database = await open(config, begin, { onTrouble, onWait, onProgress });
  let isStopping = false;
  const onError = (error: Error) => {
    if (!isStopping) onTrouble('A database connection broke.', error);
  };
  const maxConnections = servesPeople(role) ? config.databaseConnections : Math.min(config.databaseConnections, JOBS_CONNECTIONS);
  const { db, pool } = connect({ connection: database.connection, maxConnections, onError });
  // Closing forms and numbering events never waits behind calls.
  const background = connect({ connection: database.connection, maxConnections: BACKGROUND_CONNECTIONS, onError });
  const heavy =
    config.databaseReadUrl !== null && servesPeople(role)
      ? connect({
          connection: config.databaseReadUrl,
          maxConnections: REPLICA_CONNECTIONS,
          connectWithinMs: REPLICA_CONNECTS_WITHIN_MS,
          onError: () => undefined,
        })
      : null;
  const replica = heavy && new Replica({ main: db, replica: heavy.db, log });
  const closePools = async () => void (await Promise.all([db.destroy(), background.db.destroy(), heavy?.db.destroy()]));
  let closePhones = async (): Promise<void> => undefined;
  const undo: (() => Promise<void>)[] = [database.stop, closePools];
  try {
    const mailer = config.mail && createMailer(config.mail.smtpUrl, config.mail.from);
    if (mailer) undo.push(async () => mailer.close());
    const missing = await findMissingLimits(db);
    if (missing) warnOfLimits(missing, log, onWait);
    const { hasAccounts } = await findInhabitants(db);
    await runDataSteps(db, dataSteps, hasAccounts ? onWait : () => undefined); // a new database holds nothing of earlier versions
    const demo = servesPeople(role) ? await prepareDemo(db, config, { onWait, onProgress: showAs('Creating the demo school') }) : null;
    const ground = computeCommonGround({ dataDir: config.dataDir, language: config.language, messages, hasBucket: config.s3 !== null });
    await requireCommonGround(db, ground, log);
    const bus = createBus({
      broker: config.broker,
      installation: (await getInstallation(db)).id,
      connection: config.databaseDirectUrl ?? database.connection,
      log,
    });
    undo.push(() => bus.stop());
    await bus.start(); // before anybody is let in
    if (webRoot !== null && webBuilder !== null) await untilBuilt(webRoot, webBuilder);
    const options: ServerOptions = {
      bus,
      role,
      ground,
      db,
      pool,
      backgroundDb: background.db,
      replica,
      log,
      language,
      messages,
      webRoot,
      version: readVersion(),
      dataDir: config.dataDir,
      databaseFolder: config.databaseUrl === null ? config.dataDir : null,
      s3: config.s3,
      fileSpaceMegabytes: config.fileSpaceMegabytes,
      publicUrl: config.publicUrl,
      host: config.host,
      phonesUrl,
      trustedProxies: config.trustedProxies,
      metricsToken: config.metricsToken,
      databaseRestarts: launcher?.databaseRestarts ?? database.restarts,
      demoSignIns: demo?.signIns ?? [],
      mailer,
      checksCells: !config.isProduction,
      adminsNeedFactor: config.isProduction,
      leakedPasswordsFile: config.leakedPasswordsFile,
      surroundings: {
        isProduction: config.isProduction,
        hasEmbeddedDatabase: config.databaseUrl === null,
        hasBroker: config.broker !== null,
        unverified: listUnverifiedConnections(config),
        publishes: config.pusher !== null,
        isClone: isClone(),
      },
      changeNotes: readChangeNotes(),
      backup: { connection: config.databaseDirectUrl ?? database.connection, ...config.backups },
      google: config.google,
      classroom: config.classroom,
      drive: config.drive,
      secretsKey: config.secretsKey,
      bookStoreUrl: config.bookStoreUrl,
      asksLoopback: config.asksLoopback,
      pusher: config.pusher,
    };
    const server = await buildServer(options);
    undo.push(() => server.close());
    const listening = port === null ? null : await listen(server, config.host, begin?.port ?? port);
    if (phonesUrl && listening) {
      const close = await listenForPhones(server.app, phonesUrl, listening.port);
      undo.push(close);
      closePhones = close;
    }
    // Stopping during the start would leave work running whose connections are closed.
    await server.begin();
    let prepared: Promise<void> = Promise.resolve();
    if (servesPeople(role) && config.warmsUp) {
      prepared = warmUp(options, pool, maxConnections).catch((error: unknown) =>
        log.warn({ err: error }, 'the lesson with which a process prepares itself failed; the first phones of a class wait longer'),
      );
      server.notReadyUntil(prepared);
    }
    if (demo === null) {
      if (launcher === null)
        console.log(`Classwright does its jobs${listening ? `, and says how it is at ${addressFor({ publicUrl: null }, listening)}/readyz` : ''}.`);
    } else if (begin?.isFirst !== false) {
      const address = addressFor(config, listening as AddressInfo);
      const plain = listPlainConnections(config);
      for (const sentence of plain) log.warn({ event: 'not encrypted' }, sentence);
      if (packagedDatabase !== null) log.warn({ event: 'packaged database' }, packagedDatabase);
      console.log(
        announce({
          address,
          dataDir: config.dataDir,
          otherPlace: database.cluster?.startsWith(config.dataDir) === false ? database.cluster : null,
          setUpLink: await makeSetUpLink(db, address, { hasGoogle: config.google !== null }),
          demoPassword: demo.signIns[0]?.password ?? null,
          isRootInProduction,
          phonesAddress: phonesUrl && `${phonesUrl.origin}/j`,
          warnings: packagedDatabase === null ? plain : [...plain, packagedDatabase],
        }),
      );
    }
    launcher?.tellWorking(listening?.port ?? null);
    if (servesPeople(role))
      void prepared
        .then(() => outliveUpgrade(config.dataDir))
        .catch((error: unknown) => log.error({ err: error }, 'the record of an upgrade could not be ended'));
    const stopWatching = watchMachine({ db: background.db, dataDir: config.dataDir, log });
    const staying = setInterval(() => undefined, 2 ** 30); // one of jobs has no open port that keeps it
    return {
      async stop() {
        isStopping = true;
        await prepared;
        stopWatching();
        clearInterval(staying);
        mailer?.close();
        await drain({
          startDraining: server.startDraining,
          closeServer: async () => void (await Promise.all([closePhones(), server.close()])),
          leave: server.leave,
          closePools,
          stopDatabase: database.stop,
          onTrouble,
        });
      },
    };
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined); // the first error is the one to tell
    throw error;
  }
}

/** Lowers the priority of jobs on a machine that they share with the process that people wait for. */
function yieldToPeople(): void {
  try {
    setPriority(JOBS_NICENESS);
  } catch {
    // Not possible everywhere; then both get the same.
  }
}

/**
 * Warns about missing time limits, without which a stuck statement would never end. The pooler's own connections get
 * such settings when they are reopened.
 */
function warnOfLimits(commands: readonly string[], log: Log, onWait: (message: string) => void): void {
  const sentence = `The limits of time of our connections do not reach the database, since a pooler drops them. Set them there, then have the pooler open its connections anew: ${commands.join('; ')};`;
  log.warn({ event: 'no limits of time' }, sentence);
  onWait(sentence);
}

type Told = Pick<OpenDatabaseOptions, 'onTrouble' | 'onWait' | 'onProgress'>;

/** Opens the database at the newest schema: the launcher's, if it runs one. */
async function open(config: Config, begin: Awaited<ReturnType<Launcher['begin']>> | null, told: Told): Promise<OpenDatabase> {
  if (!begin?.database) return openDatabase({ config, ...told });
  await prepareDatabase(begin.database.connection, config, told);
  return { ...begin.database, restarts: () => 0, stop: async () => undefined };
}

async function listen(server: ClasswrightServer, host: string, port: number): Promise<AddressInfo> {
  await server.app.listen({ host, port, backlog: BACKLOG }).catch((error: unknown) => {
    throw refuseAddress(error, host, port);
  });
  return server.app.server.address() as AddressInfo;
}
