import { channels, contract, createTranslate, en, type ErrorCode } from '@classwright/contract';
import type pg from 'pg';
import { createAccessEngine, implementAccess } from './modules/access/index.ts';
import {
  type AccountsDependencies,
  authenticate,
  describeAccount,
  findListener,
  type GoogleSetting,
  hasAdministrator,
  implementAccounts,
  linkMailJobs,
  type SignInThrottle,
} from './modules/accounts/index.ts';
import { assessmentFiles, implementAssessments } from './modules/assessments/index.ts';
import { createCensor, implementCensorship } from './modules/censorship/index.ts';
import { implementClasses, listClassesOf } from './modules/classes/index.ts';
import { implementAudit } from './modules/audit/index.ts';
import { implementConfig } from './modules/config/index.ts';
import { createFileLinks, createFileStorage, getFileRoom, implementFiles, registerFileRoutes } from './modules/files/index.ts';
import { createCodeOpener, implementHandOff } from './modules/hand-off/index.ts';
import { accountTakeBack, type DropSchool, implementImports, importJob, type MakeSchool, takeBackJob } from './modules/imports/index.ts';
import { implementInvitationGroups } from './modules/invitation-groups/index.ts';
import { analysisJob, createAnalysis, implementItemAnalysis, implementQuestions, questionFiles } from './modules/questions/index.ts';
import { authoriseLiveChannel, createLive, findActiveAssessment, lessonFiles, type LiveModule } from './modules/live/index.ts';
import { implementProfiles } from './modules/profiles/index.ts';
import { implementQuestionFormats, questionImportJob, questionTakeBack } from './modules/question-formats/index.ts';
import { archiveReferenceRow, createReferenceRow, holdUnchangedRow, implementReferenceLists, listReferenceRows } from './modules/reference/index.ts';
import { implementSettings } from './modules/settings/index.ts';
import { implementStudents } from './modules/students/index.ts';
import path from 'node:path';
import { audit } from './platform/audit/index.ts';
import { findDependents } from './platform/reference-lists/index.ts';
import { appNow } from './platform/clock.ts';
import type { S3Settings } from './platform/config.ts';
import type { Db } from './platform/database/index.ts';
import { computeConnectionRoom, getDescriptorLimit } from './platform/descriptors.ts';
import { appError } from './platform/errors.ts';
import { createHttpServer, type HttpServer, type Implementation, registerStatic } from './platform/http/index.ts';
import { createJobs, type Jobs } from './platform/jobs/index.ts';
import { registerLiveMetrics, type Realtime } from './platform/live/index.ts';
import { createHostRule } from './platform/hosts.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail/index.ts';
import { startHousekeeping } from './housekeeping.ts';
import { registerOperationMetrics } from './metrics.ts';
import { getInstallation } from './queries.ts';
import { createSockets } from './sockets.ts';

export interface ServerOptions {
  db: Db;
  pool: pg.Pool;
  /** Numbers events and closes forms: best a small pool of its own, so that it never waits behind the calls it is about. */
  backgroundDb?: Db;
  log: Log;
  version: string;
  /** The school's own words by catalogue key. */
  messages?: Readonly<Record<string, string>>;
  /** The built web app; null serves the API alone. */
  webRoot: string | null;
  dataDir: string;
  /** A bucket for uploaded files; else they are in the data folder. */
  s3?: S3Settings | null;
  /** How much one person's files may take up. */
  fileSpaceMegabytes?: number;
  publicUrl: URL | null;
  /** The address or name that is listened on; this machine's own unless said. */
  host?: string;
  trustedProxies: readonly string[];
  metricsToken: string | null;
  /** How often the embedded database was started again; it is told in the metrics. */
  databaseRestarts?: () => number;
  /** The demo's sign-ins, offered on the sign-in page; empty outside the demo. */
  demoSignIns: readonly { label: string; email: string; password: string }[];
  throttle?: SignInThrottle;
  /** Sends mails; null where no SMTP server is set up. Links in them lead to `publicUrl`. */
  mailer?: Mailer | null;
  /** Null where people do not sign in with Google. */
  google?: GoogleSetting | null;
  /** Points that an account may spend; tests that play many people as one have more. */
  accountLimit?: { perMinute: number; burst: number };
  /** Close forms at their deadlines as long as it listens; tests that move the clock close them themselves. */
  watchDeadlines?: boolean;
}

export type { ErrorCode };

export interface ClasswrightServer extends HttpServer {
  live: LiveModule;
  realtime: Realtime;
  /** What is done after the answer; works by itself as long as the server listens. */
  jobs: Jobs;
  /** Lets what has begun come to its end: closings, numbered events, sockets, calls. */
  close: () => Promise<void>;
}

/** Puts the modules together: the only place that knows them all. Not listening yet. */
export async function buildServer(options: ServerOptions): Promise<ClasswrightServer> {
  const { db, log, backgroundDb = db, publicUrl, trustedProxies, messages = {}, version } = options;
  const t = createTranslate(en, messages);
  const { realtimeKey, realtimeSecret, linkSecret } = await getInstallation(db);
  const access = createAccessEngine();
  const fileLinks = createFileLinks(linkSecret);
  const storage = createFileStorage(options.dataDir, options.s3, options.fileSpaceMegabytes);
  const [uploadFolder, stagingFolder] = [path.join(options.dataDir, 'uploads'), path.join(options.dataDir, 'staging')];
  const connectionRoom = computeConnectionRoom(getDescriptorLimit());
  const isOurHost = createHostRule({ publicUrl, listensOn: options.host ?? '127.0.0.1' });
  const sockets = createSockets({
    maxSockets: connectionRoom.sockets,
    db,
    roomsDb: backgroundDb,
    log,
    key: realtimeKey,
    secret: realtimeSecret,
    publicUrl,
    isOurHost,
    trustedProxies,
    access,
    authoriseChannel: (listener, channel) => authoriseLiveChannel(db, listener, channel),
  });
  const { realtime, rooms } = sockets;
  const jobs = createJobs({ db, log, kinds: () => jobKinds });
  const live = createLive({
    db,
    deadlinesDb: backgroundDb,
    log,
    realtime,
    rooms,
    fileLinks,
    censor: createCensor(),
    sessionFinished: createAnalysis(jobs),
  });
  const mail = options.mailer && publicUrl ? { jobs, mailer: options.mailer, publicUrl } : null;
  const onTokenEnded = (tokenId: number): void => realtime.endToken(tokenId);

  const accounts: AccountsDependencies = {
    db,
    t,
    access,
    async describeUser(tx, { id, pictureFileId }) {
      const person = await findListener(tx, access, id);
      const courses = (await listClassesOf(tx, id)).map(({ id: courseId, name, section }) => ({ id: courseId, name, section }));
      const lesson = person ? await findActiveAssessment(tx, person) : { activeAssessment: null, hasActiveAssessment: false };
      return { courses, ...lesson, pictureUrl: pictureFileId === null ? null : fileLinks.at(await appNow(tx))(pictureFileId) };
    },
    onNewDevice(accountId, ended) {
      for (const { tokenId, fingerprint } of ended) {
        realtime.publish(channels.account(accountId), 'new-device-login', { token_fingerprint: fingerprint, message: t('auth.newDevice') });
        realtime.endToken(tokenId);
      }
    },
    onTokenEnded,
    createSchool: (tx, school) => createReferenceRow(tx, 'schools', school),
    publicUrl,
    mail,
    google: options.google ?? null,
    placeSecret: linkSecret,
    ...(options.throttle ? { throttle: options.throttle } : {}),
  };
  const makeSchool: MakeSchool = async (tx, person, school_name, requestId) => {
    if (!(await access.personOf(tx, person)).rights.has('schools:create')) throw appError('NOT_ALLOWED');
    const id = await createReferenceRow(tx, 'schools', { school_name });
    await audit(tx, person, { action: 'school.create', subjectType: 'school', subjectId: id, after: { school_name }, requestId });
    return id;
  };
  const dropSchool: DropSchool = async (tx, person, id, since, requestId) => {
    const school_name = await holdUnchangedRow(tx, 'schools', id, since);
    if (school_name === null || (await findDependents(tx, 'schools', id, t)).length > 0) return;
    await archiveReferenceRow(tx, 'schools', id);
    await audit(tx, person, { action: 'school.delete', subjectType: 'school', subjectId: id, before: { school_name }, requestId });
  };
  const jobKinds = [
    analysisJob({ db }),
    importJob({ db, access, mailer: mail, makeSchool }),
    takeBackJob({ db, access, ...accountTakeBack({ t, dropSchool }) }),
    questionImportJob({ db, t, access, storage }),
    takeBackJob({ db, access, ...questionTakeBack({ t }) }),
    ...(mail ? linkMailJobs({ db, t, mail }) : []),
  ];
  const implementations: Implementation[] = [
    ...implementAccounts(accounts),
    ...implementImports({ t, jobs, mailer: mail, makeSchool, dropSchool }),
    ...implementHandOff({ db, access, describe: async (tx, accountId) => (await describeAccount(tx, accounts, accountId)).user }),
    ...implementProfiles({ t, pictureUrl: async (tx, fileId) => fileLinks.at(await appNow(tx))(fileId) }),
    ...implementSettings({ t }),
    ...implementStudents({ t, publicUrl, pictures: async (tx) => fileLinks.at(await appNow(tx)), onTokenEnded }),
    ...implementConfig({
      version,
      realtimeKey,
      publicUrl,
      demoSignIns: [...options.demoSignIns],
      messages,
      sendsMail: mail !== null,
      hasGoogle: (options.google ?? null) !== null,
      hasAdministrator: () => hasAdministrator(db, { hasGoogle: accounts.google !== null }),
      schoolName: async () => {
        const schools = await listReferenceRows(db, 'schools');
        return schools.length === 1 ? (schools[0]?.school_name ?? null) : null;
      },
    }),
    ...sockets.implementations,
    ...implementQuestions({ t, fileLinks, storage }),
    ...implementQuestionFormats({ t, jobs, storage }),
    ...implementClasses({ t }),
    ...implementAssessments({ t, fileLinks, storage }),
    ...implementFiles({
      db,
      log,
      t,
      links: fileLinks,
      storage,
      uses: [questionFiles, assessmentFiles, lessonFiles],
      uploadFolder,
    }),
    ...live.implementations,
    ...implementItemAnalysis(),
    ...implementCensorship({ t }),
    ...implementInvitationGroups({ t }),
    ...implementAudit({ t }),
    ...implementAccess({ t, onChanged: () => realtime.reauthoriseAll() }),
  ];
  // lists that no other module implements
  implementations.push(...implementReferenceLists({ t, besides: implementations }));
  const http = createHttpServer({
    db,
    log,
    t,
    version,
    https: publicUrl?.protocol === 'https:',
    trustedProxies,
    metricsToken: options.metricsToken,
    isOurHost,
    accountLimit: options.accountLimit,
    stagingFolder,
    fileRoomOf: (accountId) => getFileRoom(db, accountId, storage),
    dataDir: options.dataDir,
    authenticate: (token) => authenticate(db, access, token),
    redeemHandOff: createCodeOpener({ db, access }),
    implementations,
    contract,
  });
  registerLiveMetrics(http.metrics.registry, realtime.counters);
  const { pool, dataDir, databaseRestarts = () => 0 } = options;
  registerOperationMetrics(http.metrics.registry, { db: backgroundDb, pool, dataDir, version, databaseRestarts });
  registerFileRoutes(http.app, { db, storage, links: fileLinks, countAddress: http.countAddress });
  registerStatic(http.app, { webRoot: options.webRoot, contract, entries: { '/student-live-learning': 'join.html' } });

  http.app.server.maxConnections = connectionRoom.connections;
  const detach = realtime.attach(http.app.server);
  let stopWatchingAccess = (): void => undefined;
  let stopHousekeeping = (): void => undefined;
  http.app.addHook('onListen', async () => {
    stopWatchingAccess = sockets.watchAccess();
    stopHousekeeping = startHousekeeping({ db: backgroundDb, log, realtime, uploadFolders: [uploadFolder, stagingFolder], storage });
    await rooms.start();
    jobs.start();
    if (options.watchDeadlines !== false) live.deadlines.start();
  });
  return {
    ...http,
    live,
    realtime,
    jobs,
    async close() {
      stopWatchingAccess();
      stopHousekeeping();
      await jobs.stop();
      await live.stop();
      await rooms.stop();
      await realtime.drain();
      detach();
      await http.app.close();
    },
  };
}
