import { accessModule } from './modules/people/access/index.ts';
import { accountsModule } from './modules/people/accounts/index.ts';
import { allSchoolsModule } from './modules/overview/all-schools/index.ts';
import { announcementsModule } from './modules/class/announcements/index.ts';
import { assessmentsModule } from './modules/class/assessments/index.ts';
import { auditModule } from './modules/overview/audit/index.ts';
import { censorshipModule } from './modules/class/censorship/index.ts';
import { calendarModule } from './modules/class/calendar/index.ts';
import { classesModule } from './modules/class/classes/index.ts';
import { classworkModule } from './modules/class/classwork/index.ts';
import { configModule } from './modules/school/config/index.ts';
import { failedJobsModule } from './modules/school/failed-jobs/index.ts';
import { filesModule } from './modules/school/files/index.ts';
import { gradebookModule } from './modules/class/gradebook/index.ts';
import { consentsModule } from './modules/overview/consents/index.ts';
import { guardiansModule } from './modules/overview/guardians/index.ts';
import { handOffModule } from './modules/people/hand-off/index.ts';
import { homeModule } from './modules/overview/home/index.ts';
import { importsModule } from './modules/school/imports/index.ts';
import { invitationGroupsModule } from './modules/class/invitation-groups/index.ts';
import { invitationsModule } from './modules/class/invitations/index.ts';
import { ideasModule } from './modules/lesson/ideas/index.ts';
import { itemAnalysisModule } from './modules/lesson/item-analysis/index.ts';
import { extraTimeModule } from './modules/class/extra-time/index.ts';
import { liveModule } from './modules/lesson/live/index.ts';
import { notificationsModule } from './modules/school/notifications/index.ts';
import { profilesModule } from './modules/people/profiles/index.ts';
import { oneRosterModule } from './modules/connections/oneroster/index.ts';
import { incidentsModule } from './modules/overview/incidents/index.ts';
import { noticeModule } from './modules/overview/notice/index.ts';
import { readingsModule } from './modules/overview/readings/index.ts';
import { recordsModule } from './modules/overview/records/index.ts';
import { requestsModule } from './modules/overview/requests/index.ts';
import { retentionModule } from './modules/overview/retention/index.ts';
import { systemModule } from './modules/overview/system/index.ts';
import { questionFormatsModule } from './modules/bank/question-formats/index.ts';
import { rostersModule } from './modules/connections/rosters/index.ts';
import { questionsModule } from './modules/bank/questions/index.ts';
import { submissionsModule } from './modules/class/submissions/index.ts';
import { referenceModule } from './modules/school/reference/index.ts';
import { rewardsModule } from './modules/school/rewards/index.ts';
import { reviewsModule } from './modules/lesson/reviews/index.ts';
import { soloModule } from './modules/lesson/solo/index.ts';
import { settingsModule } from './modules/class/settings/index.ts';
import { rehearsalsModule } from './modules/lesson/rehearsals/index.ts';
import { resultsModule } from './modules/lesson/results/index.ts';
import { dashboardsModule } from './modules/overview/dashboards/index.ts';
import { workProductsModule } from './modules/lesson/work-products/index.ts';
import { driveModule } from './modules/school/drive/index.ts';
import { endsModule } from './modules/class/ends/index.ts';
import { sourcesModule } from './modules/class/sources/index.ts';
import { syncModule } from './modules/connections/sync/index.ts';
import { seatsModule } from './modules/lesson/seats/index.ts';
import { studentsModule } from './modules/class/students/index.ts';
import { listPersonalData, type Manifest } from './manifest.ts';
import type { Parts } from './parts.ts';

/**
 * Creates every module, by the name of its folder. Those that make parts for others come first. A module takes what it
 * needs from the parts and declares everything else itself.
 */
export function createModules(shared: Parts) {
  const access = accessModule(shared);
  const files = filesModule(shared);
  const notifications = notificationsModule(shared);
  const reference = referenceModule({ ...shared, ...access.parts });
  const accounts = accountsModule({ ...shared, ...access.parts, ...reference.parts });
  const classes = classesModule({ ...shared, ...notifications.parts });
  const censorship = censorshipModule(shared);
  const results = resultsModule(shared);
  const parts = {
    ...shared,
    ...access.parts,
    ...files.parts,
    ...notifications.parts,
    ...reference.parts,
    ...accounts.parts,
    ...classes.parts,
    ...censorship.parts,
    ...results.parts,
  };
  const live = liveModule(parts);
  const system = systemModule(parts);
  const modules = {
    config: configModule(parts),
    access,
    audit: auditModule(parts),
    'failed-jobs': failedJobsModule(parts),
    accounts,
    'hand-off': handOffModule(parts),
    profiles: profilesModule(parts),
    guardians: guardiansModule(parts),
    requests: requestsModule(parts),
    consents: consentsModule(parts),
    notifications,
    settings: settingsModule(parts),
    home: homeModule(system.parts),
    imports: importsModule(parts),
    censorship,
    classes,
    submissions: submissionsModule(parts),
    gradebook: gradebookModule(parts),
    rosters: rostersModule(parts),
    oneroster: oneRosterModule(parts),
    students: studentsModule(parts),
    'invitation-groups': invitationGroupsModule(parts),
    rewards: rewardsModule(parts),
    calendar: calendarModule(parts),
    invitations: invitationsModule(parts),
    questions: questionsModule(parts),
    results,
    dashboards: dashboardsModule(parts),
    'item-analysis': itemAnalysisModule(parts),
    ideas: ideasModule(parts),
    'question-formats': questionFormatsModule(parts),
    assessments: assessmentsModule(parts),
    classwork: classworkModule(parts),
    'extra-time': extraTimeModule(parts),
    live,
    rehearsals: rehearsalsModule({ ...parts, lessonCalls: live.implementations ?? [] }),
    seats: seatsModule(parts),
    reviews: reviewsModule(parts),
    solo: soloModule(parts),
    announcements: announcementsModule(parts),
    drive: driveModule(parts),
    sources: sourcesModule(parts),
    ends: endsModule(),
    sync: syncModule(parts),
    'work-products': workProductsModule(parts),
    files,
    reference,
    readings: readingsModule(parts),
    incidents: incidentsModule(parts),
    system,
    'all-schools': allSchoolsModule(parts),
  };
  const all = (): Manifest[] => [...Object.values<Manifest>(modules), notice, records, retention];
  const data = {
    ...parts,
    listDeclared: () => listPersonalData(all()),
    listFileUses: () => all().flatMap(({ fileUses = [] }) => fileUses),
  };
  const notice: Manifest = noticeModule(data);
  const records: Manifest = recordsModule(data);
  const retention: Manifest = retentionModule(data);
  return { ...modules, notice, records, retention };
}

export type Modules = ReturnType<typeof createModules>;
