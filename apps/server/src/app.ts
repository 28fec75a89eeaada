import { contract, type ErrorCode } from '@classwright/contract';
import { platformJob, schoolYearsJob, signalsJob, startHousekeeping } from './housekeeping.ts';
import { observeCall } from './histograms.ts';
import { type Folded, foldManifests } from './manifest.ts';
import { registerOperationMetrics } from './metrics.ts';
import { createModules, type Modules } from './modules.ts';
import type { ServerOptions } from './options.ts';
import { createParts, type Parts } from './parts.ts';
import { createHttpServer, type HttpServer, registerStatic } from './platform/http/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { bindListeners } from './platform/module-events.ts';
import { createOwnEventRule } from './own-events.ts';
import { registerBusMetrics, registerLiveMetrics, type Realtime, registerServerApi, shareCrowd } from './platform/live/index.ts';
import type { Readings } from './platform/readings/index.ts';
import { doesJobs, servesPeople } from './platform/processes/index.ts';
import type { Crowd } from './platform/waiting/index.ts';

export type { ErrorCode, ServerOptions };

export interface ClasswrightServer extends HttpServer {
  modules: Modules;
  /** Everything that the modules provide, combined. */
  folded: Folded;
  realtime: Realtime;
  /** The readings of people’s records that this process has gathered. */
  readings: Readings;
  /** The current rate of calls, of all processes. */
  crowd: Crowd;
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
  const { sockets, realtime, rooms, jobs, log } = parts;
  const modules = createModules(parts);
  const folded = foldManifests([
    { jobs: [platformJob(parts.backgroundDb), signalsJob(parts.backgroundDb), schoolYearsJob(parts.backgroundDb)] },
    sockets,
    ...Object.values(modules),
  ]);
  const unbind = [...new Set([parts.db, parts.backgroundDb])].map((db) => bindListeners(db, folded.listens));
  await folded.prepare();
  const http = createHttp(parts, options, folded);
  const { role } = parts.process;
  const stops: (() => void)[] = [...folded.stops];
  const detach = servesPeople(role) ? realtime.attach(http.app.server) : () => undefined;
  const start = async (): Promise<void> => {
    stops.push(startHousekeeping(folded.housekeeping, log), parts.limits.start());
    if (servesPeople(role)) stops.push(sockets.watchAccess());
    await parts.process.start();
    await sockets.start();
    stops.push(shareCrowd(parts.crowd, sockets.bus));
    if (doesJobs(role)) jobs.start();
    if (servesPeople(role) && options.watchDeadlines !== false) for (const work of folded.untilStopped) work.start();
  };
  let begun: Promise<void> | null = null;
  const begin = (): Promise<void> => (begun ??= start());
  http.app.addHook('onListen', begin);
  return {
    ...http,
    begin,
    modules,
    folded,
    realtime,
    readings: parts.readings,
    crowd: parts.crowd,
    jobs,
    leave: parts.process.stop,
    async close() {
      for (const stop of stops) stop();
      await jobs.stop();
      for (const work of folded.untilStopped) await work.stop();
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
 * Creates the HTTP server with its routes and metrics. A process that serves nobody reports its health and nothing
 * else.
 */
function createHttp(parts: Parts, options: ServerOptions, folded: Folded): HttpServer {
  const isForPeople = servesPeople(parts.process.role);
  const {
    db,
    backgroundDb,
    heavyReads,
    log,
    language,
    t,
    sockets,
    sites,
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
    heavyReads,
    log,
    t,
    version,
    https: publicUrl?.protocol === 'https:',
    trustedProxies,
    metricsToken,
    findSite: sites.find,
    accountLimit,
    makeLimiter: limits.make,
    stagingFolder,
    fileRoomOf: folded.service('fileRoomOf'),
    readings: { noted: parts.readings, declared: folded.shows },
    databaseFolder,
    authenticate: folded.service('authenticate'),
    redeemHandOff: folded.service('redeemHandOff'),
    implementations: isForPeople ? folded.implementations : [],
    failureForms: folded.failureForms,
    contract: isForPeople ? contract : [],
    crowd,
    onAnswered(endpoint, status, seconds) {
      observeCall(histograms, endpoint, status, seconds);
    },
  });
  histograms.register(http.metrics.registry);
  registerLiveMetrics(http.metrics.registry, sockets.realtime.counters);
  registerBusMetrics(http.metrics.registry, sockets.bus.counts);
  registerOperationMetrics(http.metrics.registry, {
    db: backgroundDb,
    pool,
    replica: options.replica ?? null,
    dataDir,
    version,
    role: parts.process.role,
    jobs,
    databaseRestarts,
  });
  http.app.server.maxConnections = connectionRoom.connections;
  if (!isForPeople) return http;
  registerServerApi(http.app, {
    application: options.pusher ?? null,
    key: installation.realtimeKey,
    clock,
    realtime: sockets.realtime,
    countAddress: http.countAddress,
    isReserved: createOwnEventRule(folded.eventWords),
  });
  for (const register of folded.routes) register(http.app, http);
  const pages = Object.entries(folded.pages);
  registerStatic(http.app, {
    webRoot: options.webRoot,
    contract,
    entries: Object.fromEntries(pages.map(([address, { file }]) => [address, file])),
    policies: Object.fromEntries(pages.flatMap(([address, { policy }]) => (policy ? [[address, policy]] : []))),
    language,
    t,
  });
  return http;
}
