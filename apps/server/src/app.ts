import { contract, type ErrorCode } from '@classwright/contract';
import { platformJob, signalsJob, startHousekeeping } from './housekeeping.ts';
import { observeCall } from './histograms.ts';
import { type Folded, foldManifests } from './manifest.ts';
import { registerOperationMetrics } from './metrics.ts';
import { createModules, hasClassroom, type Modules } from './modules.ts';
import { createAuthentication } from './modules/people/accounts/index.ts';
import { getFileRoom, registerFileRoutes } from './modules/school/files/index.ts';
import { oneRosterFailures } from './modules/connections/oneroster/index.ts';
import { registerOneClick } from './modules/school/notifications/index.ts';
import { createCodeOpener } from './modules/people/hand-off/index.ts';
import { saveClassroomSetup } from './modules/class/sources/index.ts';
import type { ServerOptions } from './options.ts';
import { createParts, type Parts } from './parts.ts';
import type { DriveSettings } from './platform/config.ts';
import { createHttpServer, type HttpServer, type PagePolicy, registerStatic } from './platform/http/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { bindListeners } from './platform/module-events.ts';
import { isOwnEventName } from './own-events.ts';
import { registerBusMetrics, registerLiveMetrics, type Realtime, registerServerApi } from './platform/live/index.ts';
import { doesJobs, servesPeople } from './platform/processes/index.ts';

export type { ErrorCode, ServerOptions };

export interface ClasswrightServer extends HttpServer {
  modules: Modules;
  live: Modules['live'];
  /** Everything that the modules provide, combined. */
  folded: Folded;
  realtime: Realtime;
  /** The work done after the response. It runs automatically as long as the server listens. */
  jobs: Jobs;
  /** Starts the background work. Listening starts it too. Resolves when all of it has started. */
  begin: () => Promise<void>;
  /** Lets everything that has started finish: closings, numbered events, sockets, calls. */
  close: () => Promise<void>;
  /** Removes this process from the list of active processes. Closing does it too. */
  leave: () => Promise<void>;
}

/** Assembles the modules into a server that does not listen yet. */
export async function buildServer(options: ServerOptions): Promise<ClasswrightServer> {
  const parts = await createParts(options, () => folded);
  const { sockets, jobs, log } = parts;
  const { realtime, rooms } = sockets;
  await saveClassroomSetup(parts.db, hasClassroom(options));
  const modules = createModules(parts, options);
  const folded = foldManifests([{ jobs: [platformJob(parts.backgroundDb), signalsJob(parts.backgroundDb)] }, sockets, ...Object.values(modules)]);
  const unbind = [...new Set([parts.db, parts.backgroundDb])].map((db) => bindListeners(db, folded.listens));
  const { live } = modules;
  const http = createHttp(parts, options, folded);
  const { role } = parts.process;
  const stops: (() => void)[] = [...folded.stops];
  const detach = servesPeople(role) ? realtime.attach(http.app.server) : () => undefined;
  const start = async (): Promise<void> => {
    stops.push(startHousekeeping(folded.housekeeping, log), parts.limits.start());
    if (servesPeople(role)) stops.push(sockets.watchAccess());
    await parts.process.start();
    await sockets.start();
    if (doesJobs(role)) jobs.start();
    if (servesPeople(role) && options.watchDeadlines !== false) live.deadlines.start();
  };
  let begun: Promise<void> | null = null;
  const begin = (): Promise<void> => (begun ??= start());
  http.app.addHook('onListen', begin);
  return {
    ...http,
    begin,
    modules,
    live,
    folded,
    realtime,
    jobs,
    leave: parts.process.stop,
    async close() {
      for (const stop of stops) stop();
      await jobs.stop();
      await live.stop();
      await rooms.stop();
      await realtime.drain();
      detach();
      await http.app.close();
      await parts.process.stop();
      await sockets.stop();
      for (const undo of unbind) undo();
    },
  };
}

/**
 * The page policy of the window with Google's picker, the only one that loads a script and frames of another site. Its
 * key is bound to our origin at Google, so Google has to see the origin.
 */
const pickerPolicy = ({ scriptUrl }: DriveSettings): PagePolicy => ({
  scripts: [scriptUrl.origin],
  frames: ['https://docs.google.com', 'https://drive.google.com'],
  tellsOrigin: true,
});

/**
 * Creates the HTTP server with its routes and metrics. A process that serves nobody reports its health and nothing
 * else.
 */
function createHttp(parts: Parts, options: ServerOptions, { implementations }: Folded): HttpServer {
  const isForPeople = servesPeople(parts.process.role);
  const {
    db,
    backgroundDb,
    log,
    language,
    t,
    access,
    fileLinks,
    mailLinks,
    storage,
    sockets,
    isOurHost,
    stagingFolder,
    connectionRoom,
    histograms,
    crowd,
    jobs,
    limits,
    clock,
    installation,
  } = parts;
  const { version, publicUrl, trustedProxies, metricsToken, accountLimit, dataDir, databaseFolder = null, pool, databaseRestarts = () => 0 } = options;
  const http = createHttpServer({
    ...(options.checksCells === undefined ? {} : { checksCells: options.checksCells }),
    db,
    log,
    t,
    version,
    https: publicUrl?.protocol === 'https:',
    trustedProxies,
    metricsToken,
    isOurHost,
    accountLimit,
    makeLimiter: limits.make,
    stagingFolder,
    fileRoomOf: (accountId) => getFileRoom(db, accountId, storage),
    databaseFolder,
    authenticate: createAuthentication(db, access),
    redeemHandOff: createCodeOpener({ db, access }),
    implementations: isForPeople ? implementations : [],
    failureForms: [oneRosterFailures],
    contract: isForPeople ? contract : [],
    onAnswered(endpoint, status, seconds) {
      crowd.add();
      observeCall(histograms, endpoint, status, seconds);
    },
  });
  histograms.register(http.metrics.registry);
  registerLiveMetrics(http.metrics.registry, sockets.realtime.counters);
  registerBusMetrics(http.metrics.registry, sockets.bus.counts);
  registerOperationMetrics(http.metrics.registry, { db: backgroundDb, pool, dataDir, version, role: parts.process.role, jobs, databaseRestarts });
  http.app.server.maxConnections = connectionRoom.connections;
  if (!isForPeople) return http;
  registerServerApi(http.app, {
    application: options.pusher ?? null,
    key: installation.realtimeKey,
    clock,
    realtime: sockets.realtime,
    countAddress: http.countAddress,
    isReserved: isOwnEventName,
  });
  registerFileRoutes(http.app, { db, storage, links: fileLinks, countAddress: http.countAddress });
  registerOneClick(http.app, { db, mailLinks, countAddress: http.countAddress });
  registerStatic(http.app, {
    webRoot: options.webRoot,
    contract,
    entries: { '/student-live-learning': 'join.html', '/student-live-snapshot': 'join.html', '/drive-picker': 'drive-picker.html' },
    policies: options.google && options.drive ? { '/drive-picker': pickerPolicy(options.drive) } : {},
    language,
    t,
  });
  return http;
}
