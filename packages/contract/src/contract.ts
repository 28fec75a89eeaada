import * as access from './access.ts';
import * as accountLinks from './account-links.ts';
import * as accounts from './accounts.ts';
import * as apiClients from './api-clients.ts';
import * as announcements from './announcements.ts';
import * as assessments from './assessments.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as censorship from './censorship.ts';
import * as classRoom from './class-room.ts';
import * as classPeople from './class-people.ts';
import * as config from './config.ts';
import * as courses from './courses.ts';
import * as courseWorks from './course-works.ts';
import type { Endpoint } from './core/endpoint.ts';
import { endpointsOf } from './core/reference-list.ts';
import * as failedJobs from './failed-jobs.ts';
import * as drive from './drive.ts';
import { dashboardCalls } from './dashboards/index.ts';
import * as files from './files.ts';
import { referenceLists } from './lists/index.ts';
import * as gradeBook from './grade-book.ts';
import * as gradeActs from './grade-acts.ts';
import * as gradeFiles from './grade-files.ts';
import * as gradeSettings from './grade-settings.ts';
import * as handOff from './hand-off.ts';
import * as home from './home.ts';
import * as imports from './import.ts';
import * as invitationGroups from './invitation-groups.ts';
import * as invitations from './invitations.ts';
import * as live from './live.ts';
import * as liveProjector from './live-projector.ts';
import * as compare from './compare.ts';
import * as liveSnapshots from './live-snapshots.ts';
import { oneRosterCalls, oneRosterToken } from './one-roster.ts';
import * as notifications from './notifications.ts';
import * as profile from './profile.ts';
import * as rewards from './rewards.ts';
import * as store from './store.ts';
import * as calendar from './calendar.ts';
import * as requestedClasses from './requested-classes.ts';
import * as schoolSettings from './school-settings.ts';
import * as questionTemplates from './question-templates.ts';
import * as questionImport from './question-import.ts';
import * as questionArchive from './question-archive.ts';
import * as questions from './questions.ts';
import * as peopleSource from './people-source.ts';
import * as rosters from './rosters.ts';
import * as rosterSources from './roster-sources.ts';
import * as settings from './settings.ts';
import * as itemAnalysis from './item-analysis.ts';
import * as students from './students.ts';
import * as attention from './attention.ts';
import * as extraTime from './extra-time.ts';
import * as privateNotes from './private-notes.ts';
import * as submissions from './submissions.ts';
import * as suggest from './suggest.ts';
import * as sync from './sync.ts';
import * as topics from './topics.ts';
import * as workProducts from './work-products.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every declared endpoint, in the order of declaration. */
export const contract: readonly Endpoint[] = [
  ...[
    config,
    auth,
    accountLinks,
    accounts,
    imports,
    handOff,
    profile,
    settings,
    itemAnalysis,
    schoolSettings,
    students,
    live,
    liveProjector,
    liveSnapshots,
    compare,
    censorship,
    questionArchive,
    questions,
    questionTemplates,
    questionImport,
    assessments,
    access,
    audit,
    failedJobs,
    notifications,
    submissions,
    attention,
    extraTime,
    privateNotes,
    gradeActs,
    home,
    suggest,
    invitationGroups,
    courses,
    invitations,
    classPeople,
    requestedClasses,
    sync,
    topics,
    classRoom,
    courseWorks,
    gradeBook,
    gradeFiles,
    gradeSettings,
    rewards,
    store,
    calendar,
    announcements,
    workProducts,
    files,
    drive,
    rosters,
    peopleSource,
    rosterSources,
    apiClients,
  ].flatMap((module) => Object.values(module).filter(isEndpoint)),
  ...dashboardCalls,
  oneRosterToken,
  ...oneRosterCalls.map((each) => each.endpoint),
  ...referenceLists.flatMap(endpointsOf),
];
