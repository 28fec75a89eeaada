import type { AddressInfo } from 'node:net';
import { en } from '@classwright/contract';
import { buildServer } from '../app.ts';
import { makeSetUpLink } from '../modules/accounts/index.ts';
import { type Config, listPlainConnections } from '../platform/config.ts';
import { dataSteps } from '../data-steps.ts';
import { connect, runDataSteps } from '../platform/database/index.ts';
import { readLanguage } from '../platform/languages.ts';
import { createLog } from '../platform/log.ts';
import { createMailer } from '../platform/mail/index.ts';
import { StartRefusal } from '../platform/start-refusal.ts';
import { addressFor, announce } from './announce.ts';
import { prepareDemo } from './demo-school.ts';
import { drain } from './drain.ts';
import { refuseAddress, requireFreeAddress } from './listen.ts';
import { readMessagesFile } from './messages-file.ts';
import { openDatabase } from './open-database.ts';
import { readVersion } from './version.ts';
import { watchMachine } from './watch-machine.ts';

export interface RunningServer {
  /** Drains and stops everything; safe to call once. */
  stop: () => Promise<void>;
}

const backgroundConnections = 3;

/** Starts the product and says so on standard output. Throws StartRefusal, having stopped again what it had started. */
export async function run(config: Config, webRoot: string | null): Promise<RunningServer> {
  const language = readLanguage(config.language);
  const messages = readMessagesFile(config.messagesFile, { ...en, ...language.words });
  const log = createLog(config.logLevel);
  const onTrouble = (message: string, error?: unknown) => log.error({ err: error }, message);
  const onWait = (message: string) => console.log(message);
  const isRootInProduction = config.isProduction && process.getuid?.() === 0;
  if (isRootInProduction && !config.allowsRoot)
    throw new StartRefusal(
      'In production it does not run as root, since whoever breaks into it would own the machine. Start it as a user of its own, who owns the data folder; where it cannot be otherwise, as in some containers, set ALLOW_ROOT=on.',
    );
  await requireFreeAddress(config.host, config.port);
  const database = await openDatabase({ config, onTrouble, onWait });
  let isStopping = false;
  const onError = (error: Error) => {
    if (!isStopping) onTrouble('A database connection broke.', error);
  };
  const { db, pool } = connect({ connection: database.connection, maxConnections: config.databaseConnections, onError });
  // closing forms and numbering events never waits behind the calls it is about
  const background = connect({ connection: database.connection, maxConnections: backgroundConnections, onError });
  const closePools = async () => void (await Promise.all([db.destroy(), background.db.destroy()]));
  const undo: (() => Promise<void>)[] = [database.stop, closePools];
  try {
    const mailer = config.mail && createMailer(config.mail.smtpUrl, config.mail.from);
    if (mailer) undo.push(async () => mailer.close());
    await runDataSteps(db, dataSteps, onWait);
    const demo = await prepareDemo(db, config, onWait);
    const server = await buildServer({
      db,
      pool,
      backgroundDb: background.db,
      log,
      language,
      messages,
      webRoot,
      version: readVersion(),
      dataDir: config.dataDir,
      s3: config.s3,
      fileSpaceMegabytes: config.fileSpaceMegabytes,
      publicUrl: config.publicUrl,
      host: config.host,
      trustedProxies: config.trustedProxies,
      metricsToken: config.metricsToken,
      databaseRestarts: database.restarts,
      demoSignIns: demo.signIns,
      mailer,
      checksCells: !config.isProduction,
      google: config.google,
      bookStoreUrl: config.bookStoreUrl,
    });
    undo.push(() => server.close());
    // stopping while it still begins would leave work behind that finds its connections closed
    const begun = new Promise<void>((resolve) => void server.app.addHook('onListen', async () => resolve()));
    await server.app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw refuseAddress(error, config.host, config.port);
    });
    await begun;
    const address = addressFor(config, server.app.server.address() as AddressInfo);
    const plain = listPlainConnections(config);
    for (const sentence of plain) log.warn({ event: 'not encrypted' }, sentence);
    console.log(
      announce({
        address,
        dataDir: config.dataDir,
        otherPlace: database.cluster?.startsWith(config.dataDir) === false ? database.cluster : null,
        setUpLink: await makeSetUpLink(db, address, { hasGoogle: config.google !== null }),
        demoPassword: demo.signIns[0]?.password ?? null,
        isRootInProduction,
        withoutEffect: config.withoutEffect,
        plain,
      }),
    );
    const stopWatching = watchMachine({ db: background.db, dataDir: config.dataDir, log });
    return {
      async stop() {
        isStopping = true;
        stopWatching();
        mailer?.close();
        await drain({ startDraining: server.startDraining, closeServer: server.close, closePools, stopDatabase: database.stop, onTrouble });
      },
    };
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined); // the first error is the one to tell
    throw error;
  }
}
