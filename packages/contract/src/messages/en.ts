import type { KeyOf } from './translate.ts';
import { questionFormatMessages } from '../bank/question-formats/messages.ts';
import { questionMessages } from '../bank/questions/messages.ts';
import { announcementMessages } from '../class/announcements/messages.ts';
import { assessmentMessages } from '../class/assessments/messages.ts';
import { calendarMessages } from '../class/calendar/messages.ts';
import { censorshipMessages } from '../class/censorship/messages.ts';
import { classMessages } from '../class/classes/messages.ts';
import { classworkMessages } from '../class/classwork/messages.ts';
import { extraTimeMessages } from '../class/extra-time/messages.ts';
import { gradeActMessages } from '../class/gradebook/acts-messages.ts';
import { gradeFileMessages } from '../class/gradebook/files-messages.ts';
import { gradebookMessages } from '../class/gradebook/messages.ts';
import { invitationGroupMessages } from '../class/invitation-groups/messages.ts';
import { invitationMessages } from '../class/invitations/messages.ts';
import { submissionMessages } from '../class/submissions/messages.ts';
import { oneRosterMessages } from '../connections/oneroster/messages.ts';
import { rosterMessages } from '../connections/rosters/messages.ts';
import { rosterSourceMessages } from '../connections/rosters/sources-messages.ts';
import { syncMessages } from '../connections/sync/messages.ts';
import { syncPageMessages } from '../connections/sync/page-messages.ts';
import { itemAnalysisMessages } from '../lesson/item-analysis/messages.ts';
import { classmatesMessages } from '../lesson/live/classmates-messages.ts';
import { seatMessages } from '../lesson/seats/messages.ts';
import { liveMessages } from '../lesson/live/messages.ts';
import { snapshotMessages } from '../lesson/live/snapshots-messages.ts';
import { reviewMessages } from '../lesson/reviews/messages.ts';
import { soloMessages } from '../lesson/solo/messages.ts';
import { rehearsalMessages } from '../lesson/rehearsals/messages.ts';
import { attentionMessages } from '../lesson/results/messages.ts';
import { workProductMessages } from '../lesson/work-products/messages.ts';
import { listMessages } from '../lists/messages.ts';
import { chartMessages } from './charts.ts';
import { commonMessages } from './common.ts';
import { editorMessages } from './editor.ts';
import { errorMessages } from './errors.ts';
import { formMessages } from './forms.ts';
import { joinMessages } from './join.ts';
import { menuPageMessages } from './menu-pages.ts';
import { pageMessages } from './page.ts';
import { shellMessages } from './shell.ts';
import { tableMessages } from './tables.ts';
import { auditMessages } from '../overview/audit/messages.ts';
import { noticeMessages } from '../overview/notice/messages.ts';
import { readingMessages } from '../overview/readings/messages.ts';
import { requestMessages } from '../overview/requests/messages.ts';
import { incidentMessages } from '../overview/incidents/messages.ts';
import { retentionMessages } from '../overview/retention/messages.ts';
import { allSchoolsMessages } from '../overview/all-schools/messages.ts';
import { systemMessages } from '../overview/system/messages.ts';
import { recordMessages } from '../overview/records/messages.ts';
import { dashboardMessages } from '../overview/dashboards/messages.ts';
import { homeMessages } from '../overview/home/messages.ts';
import { accessMessages } from '../people/access/messages.ts';
import { consentMessages } from '../overview/consents/messages.ts';
import { guardianMessages } from '../overview/guardians/messages.ts';
import { accountMessages } from '../people/accounts/messages.ts';
import { signInMessages } from '../people/sign-in/messages.ts';
import { driveMessages } from '../school/drive/messages.ts';
import { failedJobMessages } from '../school/failed-jobs/messages.ts';
import { fileMessages } from '../school/files/messages.ts';
import { ideaMessages } from '../lesson/ideas/messages.ts';
import { importMessages } from '../school/imports/messages.ts';
import { notificationMessages } from '../school/notifications/messages.ts';
import { rewardMessages } from '../school/rewards/messages.ts';
import { schoolSettingsMessages } from '../school/school-settings/messages.ts';

/** The whole English catalogue. A build cuts it: each part of the web app gets the texts that it names. */
export const en = {
  ...questionFormatMessages,
  ...questionMessages,
  ...announcementMessages,
  ...assessmentMessages,
  ...calendarMessages,
  ...censorshipMessages,
  ...classMessages,
  ...classworkMessages,
  ...extraTimeMessages,
  ...gradeActMessages,
  ...gradeFileMessages,
  ...gradebookMessages,
  ...invitationGroupMessages,
  ...invitationMessages,
  ...submissionMessages,
  ...oneRosterMessages,
  ...rosterMessages,
  ...rosterSourceMessages,
  ...syncMessages,
  ...syncPageMessages,
  ...itemAnalysisMessages,
  ...seatMessages,
  ...liveMessages,
  ...classmatesMessages,
  ...snapshotMessages,
  ...reviewMessages,
  ...soloMessages,
  ...rehearsalMessages,
  ...attentionMessages,
  ...workProductMessages,
  ...listMessages,
  ...chartMessages,
  ...commonMessages,
  ...editorMessages,
  ...errorMessages,
  ...formMessages,
  ...joinMessages,
  ...menuPageMessages,
  ...pageMessages,
  ...shellMessages,
  ...tableMessages,
  ...auditMessages,
  ...dashboardMessages,
  ...readingMessages,
  ...noticeMessages,
  ...recordMessages,
  ...requestMessages,
  ...incidentMessages,
  ...retentionMessages,
  ...allSchoolsMessages,
  ...systemMessages,
  ...homeMessages,
  ...accessMessages,
  ...consentMessages,
  ...guardianMessages,
  ...accountMessages,
  ...signInMessages,
  ...driveMessages,
  ...failedJobMessages,
  ...fileMessages,
  ...ideaMessages,
  ...importMessages,
  ...notificationMessages,
  ...rewardMessages,
  ...schoolSettingsMessages,
} as const;
export type MessageKey = KeyOf<typeof en>;
