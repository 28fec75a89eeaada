/**
 * The words that server and web share: endpoints, views, events, error codes, messages.
 * Depends on zod and on `@classwright/rules` only. Code with a size budget imports single files instead of this index.
 */
export * from './core/blocks.ts';
export {
  type DashboardColumn,
  type DashboardDeclaration,
  type DashboardList,
  type DefinedDashboard,
  type FilterAudience,
  type FilterValues,
  MOST_DASHBOARD_ROWS,
} from './core/dashboard.ts';
export * from './dashboards/index.ts';
export * from './core/column-rows.ts';
export * from './core/endpoint.ts';
export * from './core/taken-files.ts';
export * from './core/fields.ts';
export * from './core/large-answer.ts';
export * from './core/list-columns.ts';
export * from './core/list-endpoints.ts';
export type { ListField } from './core/list-fields.ts';
export * from './core/reference-list.ts';
export * from './errors.ts';
export * from './lists/index.ts';
export * from './rich-text.ts';
export * from './forms.ts';
export * from './config.ts';
export * from './auth.ts';
export * from './account-links.ts';
export * from './accounts.ts';
export * from './api-client-limits.ts';
export * from './api-clients.ts';
export * from './one-roster.ts';
export * from './failed-jobs.ts';
export * from './files.ts';
export * from './drive.ts';
export * from './hand-off.ts';
export * from './home.ts';
export * from './import.ts';
export * from './invitation-groups.ts';
export * from './invitations.ts';
export * from './class-people.ts';
export * from './profile.ts';
export * from './rewards.ts';
export * from './store.ts';
export * from './calendar.ts';
export * from './question-content.ts';
export * from './question-input.ts';
export * from './question-templates.ts';
export * from './question-views.ts';
export * from './question-archive.ts';
export * from './questions.ts';
export * from './question-import.ts';
export * from './people-source.ts';
export * from './rosters.ts';
export * from './roster-source-limits.ts';
export * from './roster-sources.ts';
export * from './settings.ts';
export * from './school-settings.ts';
export * from './shell-preferences.ts';
export * from './students.ts';
export * from './item-analysis.ts';
export * from './live-views.ts';
export * from './live.ts';
export * from './live-projector.ts';
export * from './compare.ts';
export * from './live-snapshots.ts';
export * from './live-events.ts';
export * from './notification-kinds.ts';
export * from './notification-text.ts';
export * from './notifications.ts';
export * from './access.ts';
export * from './audit.ts';
export * from './announcement-input.ts';
export * from './announcements.ts';
export * from './assessments.ts';
export * from './attachments.ts';
export * from './censorship.ts';
export * from './class-room.ts';
export * from './attention.ts';
export * from './extra-time.ts';
export * from './private-notes.ts';
export * from './submissions.ts';
export * from './suggest.ts';
export * from './courses.ts';
export * from './requested-classes.ts';
export * from './sync.ts';
export * from './topics.ts';
export * from './course-work-kinds.ts';
export * from './course-work-input.ts';
export * from './course-works.ts';
export * from './grade-book.ts';
export * from './grade-acts.ts';
export * from './grade-changes.ts';
export * from './grade-files.ts';
export * from './grade-files-limits.ts';
export * from './grade-settings.ts';
export { contract } from './contract.ts';
export * from './messages/pseudo.ts';
export * from './messages/translate.ts';
export { en, type MessageKey } from './messages/en.ts';
export * from './work-products.ts';
