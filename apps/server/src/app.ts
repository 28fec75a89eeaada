import { contract, type ErrorCode } from '@classwright/contract';
import { platformJob, startHousekeeping } from './housekeeping.ts';
import { type Folded, foldManifests } from './manifest.ts';
import { registerOperationMetrics } from './metrics.ts';
import { createModules, type Modules } from './modules.ts';
import { authenticate } from './modules/accounts/index.ts';
import { getFileRoom, registerFileRoutes } from './modules/files/index.ts';
import { createCodeOpener } from './modules/hand-off/index.ts';
import type { ServerOptions } from './options.ts';
import { createParts, type Parts } from './parts.ts';
import { createHttpServer, type HttpServer, registerStatic } from './platform/http/index.ts';
import type { Jobs } from './platform/jobs/index.ts';
import { registerLiveMetrics, type Realtime } from './platform/live/index.ts';

export type { ErrorCode, ServerOptions };

export interface ClasswrightServer extends HttpServer {
  modules: Modules;
  live: Modules['live'];
  /** What the modules hand over, put together. */
  folded: Folded;
  realtime: Realtime;
  /** What is done after the answer; works by itself as long as the server listens. */
  jobs: Jobs;
  /** Lets what has begun come to its end: closings, numbered events, sockets, calls. */
  close: () => Promise<void>;
}

/** Puts the modules together. Not listening yet. */
export async function buildServer(options: ServerOptions): Promise<ClasswrightServer> {
  const parts = await createParts(options, () => folded);
  const { sockets, jobs, log } = parts;
  const { realtime, rooms } = sockets;
  const modules = createModules(parts, options);
  const folded = foldManifests([{ jobs: [platformJob(parts.backgroundDb)] }, sockets, ...Object.values(modules)]);
  const { live } = modules;
  const http = createHttp(parts, options, folded);
  const detach = realtime.attach(http.app.server);
  const stops: (() => void)[] = [];
  http.app.addHook('onListen', async () => {
    stops.push(sockets.watchAccess(), startHousekeeping(folded.housekeeping, log));
    await rooms.start();
    jobs.start();
    if (options.watchDeadlines !== false) live.deadlines.start();
  });
  return {
    ...http,
    modules,
    live,
    folded,
    realtime,
    jobs,
    async close() {
      for (const stop of stops) stop();
      await jobs.stop();
      await live.stop();
      await rooms.stop();
      await realtime.drain();
      detach();
      await http.app.close();
    },
  };
}

/** The HTTP server with its routes and its figures. */
function createHttp(parts: Parts, options: ServerOptions, { implementations }: Folded): HttpServer {
  const { db, backgroundDb, log, language, t, access, fileLinks, storage, sockets, isOurHost, stagingFolder, connectionRoom } = parts;
  const { version, publicUrl, trustedProxies, metricsToken, accountLimit, dataDir, pool, databaseRestarts = () => 0 } = options;
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
    stagingFolder,
    fileRoomOf: (accountId) => getFileRoom(db, accountId, storage),
    dataDir,
    authenticate: (token) => authenticate(db, access, token),
    redeemHandOff: createCodeOpener({ db, access }),
    implementations,
    contract,
  });
  registerLiveMetrics(http.metrics.registry, sockets.realtime.counters);
  registerOperationMetrics(http.metrics.registry, { db: backgroundDb, pool, dataDir, version, databaseRestarts });
  registerFileRoutes(http.app, { db, storage, links: fileLinks, countAddress: http.countAddress });
  registerStatic(http.app, { webRoot: options.webRoot, contract, entries: { '/student-live-learning': 'join.html' }, language, t });
  http.app.server.maxConnections = connectionRoom.connections;
  return http;
}
