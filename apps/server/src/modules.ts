import type { Manifest } from './manifest.ts';
import { accessModule } from './modules/people/access/index.ts';
import { type AccountsOptions, accountsModule, describeAccount, hasAdministrator } from './modules/people/accounts/index.ts';
import { announcementsModule } from './modules/class/announcements/index.ts';
import { assessmentsModule } from './modules/class/assessments/index.ts';
import { auditModule } from './modules/overview/audit/index.ts';
import { censorshipModule, createCensor } from './modules/class/censorship/index.ts';
import { calendarModule } from './modules/class/calendar/index.ts';
import { announcePeriods, classesModule, createClassRoom } from './modules/class/classes/index.ts';
import { classworkModule, followAssessment } from './modules/class/classwork/index.ts';
import { configModule } from './modules/school/config/index.ts';
import { failedJobsModule } from './modules/school/failed-jobs/index.ts';
import { filesModule } from './modules/school/files/index.ts';
import { gradebookModule } from './modules/class/gradebook/index.ts';
import { handOffModule } from './modules/people/hand-off/index.ts';
import { homeModule } from './modules/overview/home/index.ts';
import { importsModule } from './modules/school/imports/index.ts';
import { invitationGroupsModule } from './modules/class/invitation-groups/index.ts';
import { invitationsModule } from './modules/class/invitations/index.ts';
import { createAnalysis, itemAnalysisModule } from './modules/lesson/item-analysis/index.ts';
import { extraTimeModule } from './modules/class/extra-time/index.ts';
import { liveModule } from './modules/lesson/live/index.ts';
import { createNotifier, notificationsModule } from './modules/school/notifications/index.ts';
import { profilesModule } from './modules/people/profiles/index.ts';
import { oneRosterModule } from './modules/connections/oneroster/index.ts';
import { questionFormatsModule } from './modules/bank/question-formats/index.ts';
import { rostersModule } from './modules/connections/rosters/index.ts';
import { questionsModule } from './modules/bank/questions/index.ts';
import { submissionsModule } from './modules/class/submissions/index.ts';
import { createReferenceRow, dropSchool, findOnlySchoolName, makeSchool, referenceModule } from './modules/school/reference/index.ts';
import { rewardsModule } from './modules/school/rewards/index.ts';
import { settingsModule } from './modules/class/settings/index.ts';
import { lessonFacts, resultsModule, writeFacts } from './modules/lesson/results/index.ts';
import { dashboardsModule } from './modules/overview/dashboards/index.ts';
import { createProductMaking, workProductsModule } from './modules/lesson/work-products/index.ts';
import { driveModule } from './modules/school/drive/index.ts';
import { endsModule } from './modules/class/ends/index.ts';
import { sourcesModule } from './modules/class/sources/index.ts';
import { syncModule } from './modules/connections/sync/index.ts';
import { studentsModule } from './modules/class/students/index.ts';
import type { ServerOptions } from './options.ts';
import type { Parts } from './parts.ts';
import { appNow } from './platform/clock.ts';
import type { Db, Tx } from './platform/database/index.ts';
import { createOutbound } from './platform/outbound/index.ts';
import { createSealer } from './platform/secrets.ts';
import { createUserContext } from './user-context.ts';

/** Creates every module, by the name of its folder, with what it needs. */
/** Returns true when Google Classroom is set up. */
export const hasClassroom = ({ google = null, classroom }: ServerOptions): boolean => google !== null && Boolean(classroom);

export function createModules(parts: Parts, options: ServerOptions) {
  const { db, backgroundDb, log, t, access, fileLinks, mailLinks, storage, jobs, mail, language, limits } = parts;
  const { publicUrl, bookStoreUrl = null, google = null, drive: driveSetting = null, version, messages = {}, demoSignIns, guessClock } = options;
  const { realtimeKey, linkSecret } = parts.installation;
  const { realtime, rooms } = parts.sockets;
  const describeUser = createUserContext({ access, fileLinks });
  const picturesNow = async (tx: Db) => fileLinks.at(await appNow(tx));
  /** Notifies people, and updates the open pages of a class when something changes in it. */
  const notifier = createNotifier({ realtime, sendsMail: mail !== null });
  const classRoom = createClassRoom(rooms);
  const [analyse, makeProducts] = [createAnalysis(jobs), createProductMaking(jobs)];
  const sessionFinished = async (tx: Tx, sessionId: number): Promise<void> => {
    await writeFacts(tx, sessionId);
    await analyse(tx, sessionId);
    await makeProducts(tx, sessionId);
  };
  const drive = google && driveSetting;
  const isClassroomSetUp = hasClassroom(options);
  const notSetUp = isClassroomSetUp ? [] : ['classroom-sync'];
  const outbound = createOutbound({ allowsLoopback: options.asksLoopback ?? false });
  const accounts: AccountsOptions = {
    db,
    t,
    locale: language.locale,
    access,
    realtime,
    describeUser,
    createSchool: (tx, school) => createReferenceRow(tx, 'schools', school),
    publicUrl,
    mail,
    google,
    notSetUp,
    makeLimiter: limits.make,
    placeSecret: linkSecret,
    ...(guessClock ? { guessClock } : {}),
  };
  const ofImports = { db, t, access, jobs, mailer: mail, makeSchool: makeSchool({ access }), dropSchool: dropSchool({ t }) };
  const besides = {
    config: configModule({
      version,
      realtimeKey,
      publicUrl,
      demoSignIns: [...demoSignIns],
      messages,
      sendsMail: mail !== null,
      hasGoogle: google !== null,
      hasDrivePicker: drive !== null,
      hasClassroom: isClassroomSetUp,
      hasAdministrator: () => hasAdministrator(db, { hasGoogle: google !== null }),
      schoolName: () => findOnlySchoolName(db),
    }),
    access: accessModule({ t }),
    audit: auditModule({ t }),
    'failed-jobs': failedJobsModule({ t, jobs }),
    accounts: accountsModule(accounts),
    'hand-off': handOffModule({ db, access, describe: async (tx, id) => (await describeAccount(tx, { access, describeUser, notSetUp }, id)).user }),
    profiles: profilesModule({ t, pictureUrl: async (tx, fileId) => (await picturesNow(tx))(fileId) }),
    notifications: notificationsModule({ db, t, realtime, mail, mailLinks }),
    settings: settingsModule({ t, bookStoreUrl, hasClassroom: isClassroomSetUp }),
    home: homeModule(),
    imports: importsModule(ofImports),
    censorship: censorshipModule({ t }),
    classes: classesModule({ db, t, publicUrl, notifier, room: classRoom }),
    submissions: submissionsModule({ t, notifier, room: classRoom, realtime, fileLinks }),
    gradebook: gradebookModule({ t, room: classRoom, realtime }),
    rosters: rostersModule({
      db: backgroundDb,
      t,
      access,
      jobs,
      room: classRoom,
      storage,
      stagingFolder: parts.stagingFolder,
      installationId: parts.installation.id,
      hasClassroom: isClassroomSetUp,
    }),
    oneroster: oneRosterModule({
      announcing: { notifier, room: classRoom, realtime },
      db,
      backgroundDb,
      t,
      publicUrl,
      makeLimiter: limits.make,
      stagingFolder: parts.stagingFolder,
      installationId: parts.installation.id,
      ...{ log, jobs, access, notifier, outbound, sealer: createSealer(options.secretsKey ?? null, options.dataDir) },
    }),
    students: studentsModule({ t, publicUrl, pictures: picturesNow, realtime }),
    'invitation-groups': invitationGroupsModule({ t }),
    rewards: rewardsModule({ t, notifier, pictures: picturesNow }),
    calendar: calendarModule({ t, access, publicUrl, installationId: parts.installation.id }),
    invitations: invitationsModule({ db, t, notifier, room: classRoom, pictures: picturesNow, mail }),
    questions: questionsModule({ t, fileLinks, storage }),
    results: resultsModule({ db: backgroundDb, t }),
    dashboards: dashboardsModule({ db: backgroundDb, t, weekly: mail === null ? null : { db: backgroundDb, access, notifier } }),
    'item-analysis': itemAnalysisModule({ db }),
    'question-formats': questionFormatsModule({ db, t, access, jobs, storage }),
    assessments: assessmentsModule({ t, fileLinks, storage, assessmentChanged: (tx, id, how) => followAssessment(tx, id, { notifier, room: classRoom }, how) }),
    classwork: classworkModule({ db, t, notifier, room: classRoom, fileLinks }),
    'extra-time': extraTimeModule({ t }),
    live: liveModule({
      db,
      deadlinesDb: backgroundDb,
      log,
      t,
      realtime,
      rooms,
      fileLinks,
      censor: createCensor(),
      makeLimiter: limits.make,
      notifier,
      sessionFinished,
      facts: lessonFacts,
      onBatch: ({ size }) => parts.histograms.observe('herd', size, { herd: 'lesson' }),
    }),
    announcements: announcementsModule({ db, t, jobs, notifier, room: classRoom, fileLinks, censor: createCensor() }),
    drive: driveModule({
      ...{ db, t, publicUrl, storage, links: fileLinks, stagingFolder: parts.stagingFolder },
      ...{ google, settings: drive, secretsKey: options.secretsKey ?? null, dataDir: options.dataDir },
    }),
    sources: sourcesModule(),
    ends: endsModule(),
    sync: syncModule({
      ...{
        db: backgroundDb,
        log,
        t,
        jobs,
        publicUrl,
        google,
        settings: options.classroom ?? null,
        secretsKey: options.secretsKey ?? null,
        dataDir: options.dataDir,
      },
      hasDrivePicker: drive !== null,
      telling: { notifier, room: classRoom, realtime },
    }),
    'work-products': workProductsModule({ db: backgroundDb, t, language, jobs, storage, fileLinks, notifier, room: classRoom, realtime }),
  };
  const uses = Object.values<Manifest>(besides).flatMap(({ fileUses = [] }) => fileUses);
  const files = filesModule({ db, log, t, links: fileLinks, storage, uses, uploadFolder: parts.uploadFolder, stagingFolder: parts.stagingFolder });
  const reference = referenceModule({
    t,
    besides: [...Object.values<Manifest>(besides), files],
    onPeriodsChanged: (tx, schoolIds) => announcePeriods(tx, classRoom, schoolIds),
  });
  return { ...besides, files, reference };
}

export type Modules = ReturnType<typeof createModules>;
