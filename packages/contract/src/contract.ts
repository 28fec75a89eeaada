import * as access from './people/access/calls.ts';
import * as accountLinks from './people/accounts/links.ts';
import * as accounts from './people/accounts/calls.ts';
import * as apiClients from './connections/oneroster/clients.ts';
import * as announcements from './class/announcements/calls.ts';
import * as assessments from './class/assessments/calls.ts';
import * as audit from './overview/audit/calls.ts';
import * as auth from './people/sign-in/calls.ts';
import * as factors from './people/sign-in/factors.ts';
import * as censorship from './class/censorship/calls.ts';
import * as classRoom from './class/classes/room.ts';
import * as classPeople from './class/classes/people.ts';
import * as config from './school/config/calls.ts';
import * as courses from './class/classes/calls.ts';
import * as courseWorks from './class/classwork/calls.ts';
import type { Endpoint } from './core/endpoint.ts';
import { endpointsOf } from './core/reference-list.ts';
import * as failedJobs from './school/failed-jobs/calls.ts';
import * as drive from './school/drive/calls.ts';
import { dashboardCalls } from './overview/dashboards/index.ts';
import * as files from './school/files/calls.ts';
import { referenceLists } from './lists/index.ts';
import * as gradeBook from './class/gradebook/calls.ts';
import * as gradeActs from './class/gradebook/acts.ts';
import * as gradeFiles from './class/gradebook/files.ts';
import * as gradeSettings from './class/gradebook/settings.ts';
import * as handOff from './people/hand-off/calls.ts';
import * as home from './overview/home/calls.ts';
import * as imports from './school/imports/calls.ts';
import * as invitationGroups from './class/invitation-groups/calls.ts';
import * as invitations from './class/invitations/calls.ts';
import * as live from './lesson/live/calls.ts';
import * as liveClassmates from './lesson/live/classmates.ts';
import * as rehearsals from './lesson/rehearsals/calls.ts';
import * as livePosts from './lesson/live/posts.ts';
import * as livePairs from './lesson/live/pairs.ts';
import * as liveProjector from './lesson/live/projector.ts';
import * as compare from './lesson/results/compare.ts';
import * as liveWall from './lesson/live/wall.ts';
import * as liveReasons from './lesson/live/reasons.ts';
import * as reviews from './lesson/reviews/calls.ts';
import * as solo from './lesson/solo/calls.ts';
import * as liveSnapshots from './lesson/live/snapshots.ts';
import { oneRosterCalls, oneRosterToken } from './connections/oneroster/calls.ts';
import * as notifications from './school/notifications/calls.ts';
import * as notice from './overview/notice/calls.ts';
import * as readings from './overview/readings/calls.ts';
import * as records from './overview/records/calls.ts';
import * as consents from './overview/consents/calls.ts';
import * as guardians from './overview/guardians/calls.ts';
import * as requests from './overview/requests/calls.ts';
import * as incidents from './overview/incidents/calls.ts';
import * as retention from './overview/retention/calls.ts';
import * as allSchools from './overview/all-schools/calls.ts';
import * as system from './overview/system/calls.ts';
import * as profile from './people/profiles/calls.ts';
import * as rewards from './school/rewards/calls.ts';
import * as store from './school/rewards/store.ts';
import * as calendar from './class/calendar/calls.ts';
import * as requestedClasses from './class/classes/requested.ts';
import * as schoolLogo from './school/school-settings/logo.ts';
import * as schoolSettings from './school/school-settings/calls.ts';
import * as questionTemplates from './bank/questions/templates.ts';
import * as questionImport from './bank/question-formats/calls.ts';
import * as questionArchive from './bank/questions/archive.ts';
import * as questions from './bank/questions/calls.ts';
import * as peopleSource from './class/sources/calls.ts';
import * as rosters from './connections/rosters/calls.ts';
import * as rosterSources from './connections/rosters/sources.ts';
import * as settings from './class/settings/calls.ts';
import * as ideas from './lesson/ideas/calls.ts';
import * as itemAnalysis from './lesson/item-analysis/calls.ts';
import * as seats from './lesson/seats/calls.ts';
import * as students from './class/students/calls.ts';
import * as attention from './lesson/results/attention.ts';
import * as classCards from './lesson/results/class-cards.ts';
import * as extraTime from './class/extra-time/calls.ts';
import * as privateNotes from './class/submissions/private-notes.ts';
import * as submissions from './class/submissions/calls.ts';
import * as suggest from './school/reference/suggest.ts';
import * as syncClasses from './connections/sync/classes.ts';
import * as syncConflicts from './connections/sync/conflicts.ts';
import * as syncConnections from './connections/sync/connections.ts';
import * as syncPeople from './connections/sync/people.ts';
import * as syncRuns from './connections/sync/runs.ts';
import * as topics from './class/classes/topics.ts';
import * as workProducts from './lesson/work-products/calls.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every declared endpoint, in the order of declaration. */
export const contract: readonly Endpoint[] = [
  ...[
    config,
    auth,
    factors,
    accountLinks,
    accounts,
    imports,
    handOff,
    consents,
    guardians,
    profile,
    notice,
    readings,
    requests,
    incidents,
    retention,
    allSchools,
    system,
    records,
    settings,
    itemAnalysis,
    ideas,
    seats,
    schoolSettings,
    schoolLogo,
    students,
    live,
    rehearsals,
    livePosts,
    livePairs,
    liveClassmates,
    liveProjector,
    liveWall,
    liveReasons,
    liveSnapshots,
    reviews,
    solo,
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
    classCards,
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
    syncClasses,
    syncConflicts,
    syncConnections,
    syncPeople,
    syncRuns,
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
