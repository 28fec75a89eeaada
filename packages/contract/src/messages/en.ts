import type { KeyOf } from './translate.ts';
import { accountMessages } from './accounts.ts';
import { accessMessages } from './access.ts';
import { auditFieldMessages } from './audit-fields.ts';
import { auditMessages } from './audit.ts';
import { bellMessages } from './bell.ts';
import { myNotificationMessages } from './my-notifications.ts';
import { notificationPreferenceMessages } from './notification-preferences.ts';
import { announcementMessages } from './announcements.ts';
import { assessmentMessages } from './assessments.ts';
import { censorshipMessages } from './censorship.ts';
import { dashboardMessages } from './dashboards.ts';
import { chartMessages } from './charts.ts';
import { dashboardScreenMessages } from './dashboard-screens.ts';
import { driveMessages } from './drive.ts';
import { driveWindowMessages } from './drive-window.ts';
import { driveAnswerMessages } from './drive-answers.ts';
import { dialogMessages } from './dialogs.ts';
import { classAnswerMessages } from './class-answers.ts';
import { classMessages } from './classes.ts';
import { classScreenMessages } from './class-screens.ts';
import { choiceMessages } from './choices.ts';
import { classworkMessages } from './classwork.ts';
import { classworkPageMessages } from './classwork-page.ts';
import { fieldMessages } from './fields.ts';
import { commonMessages } from './common.ts';
import { conflictMessages } from './conflict.ts';
import { contentMessages } from './content.ts';
import { editorMessages } from './editor.ts';
import { errorMessages } from './errors.ts';
import { apiClientMessages } from './api-clients.ts';
import { oneRosterMessages } from './one-roster.ts';
import { failedJobMessages } from './failed-jobs.ts';
import { fileMessages } from './files.ts';
import { formulaPaletteMessages } from './formula-palette.ts';
import { ownGradebookMessages } from './own-gradebook.ts';
import { whyMessages } from './why.ts';
import { gradebookAnswerMessages } from './gradebook-answers.ts';
import { homeMessages } from './home.ts';
import { notFoundMessages } from './not-found.ts';
import { homeToDoMessages } from './home-to-do.ts';
import { firstStepMessages } from './first-steps.ts';
import { googleMessages } from './google.ts';
import { mailChoiceMessages } from './mail-choice.ts';
import { keptGradeMessages } from './kept-grades.ts';
import { gradeFileDialogMessages } from './grade-file-dialogs.ts';
import { gradeFileMessages } from './grade-files.ts';
import { invitationGroupMessages } from './invitation-groups.ts';
import { invitationAnswerMessages } from './invitation-answers.ts';
import { importRemedyMessages } from './import-remedies.ts';
import { importUndoMessages } from './import-undo.ts';
import { itemAnalysisMessages } from './item-analysis.ts';
import { jobKindMessages } from './job-kinds.ts';
import { joinMessages } from './join.ts';
import { listManyMessages } from './list-many.ts';
import { listMessages } from './lists.ts';
import { liveMessages } from './live.ts';
import { menuPageMessages } from './menu-pages.ts';
import { notificationAnswerMessages } from './notification-answers.ts';
import { notificationMessages } from './notifications.ts';
import { peoplePageMessages } from './people-page.ts';
import { peopleSourceMessages } from './people-source.ts';
import { pageMessages } from './page.ts';
import { rosterPageMessages } from './roster-page.ts';
import { rosterMessages } from './rosters.ts';
import { rosterSourcePageMessages } from './roster-source-page.ts';
import { rosterSourceMessages } from './roster-sources.ts';
import { rewardMessages } from './rewards.ts';
import { storeMessages } from './store.ts';
import { calendarMessages } from './calendar.ts';
import { rolePageMessages } from './role-page.ts';
import { questionImportMessages } from './question-import.ts';
import { questionToolMessages } from './question-tools.ts';
import { questionMessages } from './questions.ts';
import { questionBankMessages } from './question-bank.ts';
import { settingsMessages } from './settings.ts';
import { attentionPageMessages } from './attention-page.ts';
import { attentionAnswerMessages } from './attention-answers.ts';
import { extraTimeAnswerMessages } from './extra-time-answers.ts';
import { extraTimePageMessages } from './extra-time-page.ts';
import { schoolSettingsMessages } from './school-settings.ts';
import { shellMessages } from './shell.ts';
import { signInMessages } from './sign-in.ts';
import { streamMessages } from './stream.ts';
import { studentHomeMessages } from './student-home.ts';
import { gradeActDialogMessages } from './grade-act-dialogs.ts';
import { gradeActMessages } from './grade-acts.ts';
import { gradebookOneByOneMessages } from './gradebook-one-by-one.ts';
import { gradebookUnsavedMessages } from './gradebook-unsaved.ts';
import { gradebookSheetMessages } from './gradebook-sheet.ts';
import { gradebookWhatIfMessages } from './gradebook-what-if.ts';
import { gridMessages } from './grid.ts';
import { submissionMessages } from './submissions.ts';
import { syncAnswerMessages } from './sync-answers.ts';
import { syncButtonMessages } from './sync-buttons.ts';
import { syncPageMessages } from './sync-page.ts';
import { tableMessages } from './table.ts';
import { validationMessages } from './validation.ts';
import { workProductMessages } from './work-products.ts';
import { workProductPageMessages } from './work-product-pages.ts';
import { teachMessages } from './teach.ts';
import { gainMessages } from './gain.ts';
import { liveSnapshotMessages } from './live-snapshot.ts';
import { snapshotCompareMessages } from './snapshot-compare.ts';
import { snapshotSheetMessages } from './snapshot-sheets.ts';
import { staffSnapshotMessages } from './staff-snapshot.ts';
import { teachPartMessages } from './teach-parts.ts';
import { workDialogMessages } from './work-dialog.ts';

/** The whole English catalogue. Screens with a budget import only the parts they show. */
export const en = {
  ...commonMessages,
  ...rosterMessages,
  ...rosterPageMessages,
  ...rosterSourceMessages,
  ...rosterSourcePageMessages,
  ...fieldMessages,
  ...choiceMessages,
  ...dashboardScreenMessages,
  ...dialogMessages,
  ...announcementMessages,
  ...streamMessages,
  ...chartMessages,
  ...pageMessages,
  ...menuPageMessages,
  ...conflictMessages,
  ...validationMessages,
  ...editorMessages,
  ...formulaPaletteMessages,
  ...errorMessages,
  ...contentMessages,
  ...questionMessages,
  ...fileMessages,
  ...driveMessages,
  ...driveAnswerMessages,
  ...driveWindowMessages,
  ...questionImportMessages,
  ...questionToolMessages,
  ...liveMessages,
  ...shellMessages,
  ...gridMessages,
  ...syncAnswerMessages,
  ...syncButtonMessages,
  ...syncPageMessages,
  ...tableMessages,
  ...gradebookAnswerMessages,
  ...ownGradebookMessages,
  ...whyMessages,
  ...homeMessages,
  ...notFoundMessages,
  ...homeToDoMessages,
  ...studentHomeMessages,
  ...firstStepMessages,
  ...signInMessages,
  ...settingsMessages,
  ...googleMessages,
  ...mailChoiceMessages,
  ...attentionAnswerMessages,
  ...extraTimeAnswerMessages,
  ...extraTimePageMessages,
  ...attentionPageMessages,
  ...schoolSettingsMessages,
  ...joinMessages,
  ...teachMessages,
  ...teachPartMessages,
  ...itemAnalysisMessages,
  ...listMessages,
  ...listManyMessages,
  ...censorshipMessages,
  ...accessMessages,
  ...rolePageMessages,
  ...auditMessages,
  ...apiClientMessages,
  ...oneRosterMessages,
  ...failedJobMessages,
  ...notificationMessages,
  ...bellMessages,
  ...myNotificationMessages,
  ...notificationPreferenceMessages,
  ...notificationAnswerMessages,
  ...jobKindMessages,
  ...auditFieldMessages,
  ...accountMessages,
  ...importRemedyMessages,
  ...importUndoMessages,
  ...invitationGroupMessages,
  ...submissionMessages,
  ...gradeActMessages,
  ...gradeActDialogMessages,
  ...gradeFileMessages,
  ...gradeFileDialogMessages,
  ...keptGradeMessages,
  ...rewardMessages,
  ...storeMessages,
  ...calendarMessages,
  ...invitationAnswerMessages,
  ...peoplePageMessages,
  ...peopleSourceMessages,
  ...workDialogMessages,
  ...assessmentMessages,
  ...classMessages,
  ...classScreenMessages,
  ...classAnswerMessages,
  ...questionBankMessages,
  ...classworkMessages,
  ...workProductMessages,
  ...workProductPageMessages,
  ...classworkPageMessages,
  ...gradebookOneByOneMessages,
  ...gradebookUnsavedMessages,
  ...gradebookSheetMessages,
  ...gradebookWhatIfMessages,
  ...gainMessages,
  ...dashboardMessages,
  ...liveSnapshotMessages,
  ...staffSnapshotMessages,
  ...snapshotSheetMessages,
  ...snapshotCompareMessages,
} as const;
export type MessageKey = KeyOf<typeof en>;
