/**
 * The terms that server and web share: endpoints, views, events, error codes, messages. Depends only on zod and
 * `@classwright/rules`. Code with a size budget imports single files instead of this index.
 */
export * from './core/blocks.ts';
export {
  type DashboardColumn,
  type DashboardDeclaration,
  type DashboardList,
  type DefinedDashboard,
  type FilterAudience,
  type FilterValues,
  MAX_DASHBOARD_ROWS,
} from './core/dashboard.ts';
export * from './overview/dashboards/index.ts';
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
export * from './lesson/live/forms.ts';
export * from './school/config/calls.ts';
export * from './people/sign-in/calls.ts';
export * from './people/accounts/links.ts';
export * from './people/accounts/calls.ts';
export * from './connections/oneroster/client-limits.ts';
export * from './connections/oneroster/clients.ts';
export * from './connections/oneroster/calls.ts';
export * from './school/failed-jobs/calls.ts';
export * from './school/files/calls.ts';
export * from './school/drive/calls.ts';
export * from './people/hand-off/calls.ts';
export * from './overview/home/calls.ts';
export * from './school/imports/calls.ts';
export * from './class/invitation-groups/calls.ts';
export * from './class/invitations/calls.ts';
export * from './class/classes/people.ts';
export * from './class/classes/roles.ts';
export * from './people/profiles/calls.ts';
export * from './school/rewards/calls.ts';
export * from './school/rewards/store.ts';
export * from './class/calendar/calls.ts';
export * from './bank/questions/content.ts';
export * from './bank/questions/input.ts';
export * from './bank/questions/templates.ts';
export * from './bank/questions/views.ts';
export * from './bank/questions/archive.ts';
export * from './bank/questions/calls.ts';
export * from './bank/question-formats/calls.ts';
export * from './class/sources/calls.ts';
export * from './connections/rosters/calls.ts';
export * from './connections/rosters/source-limits.ts';
export * from './connections/rosters/sources.ts';
export * from './class/settings/calls.ts';
export * from './school/school-settings/calls.ts';
export * from './school/school-settings/seat-checks.ts';
export * from './people/profiles/shell-preferences.ts';
export * from './class/students/calls.ts';
export * from './lesson/ideas/calls.ts';
export * from './lesson/item-analysis/calls.ts';
export * from './lesson/seats/calls.ts';
export * from './class/assessments/views.ts';
export * from './lesson/live/views.ts';
export * from './lesson/live/calls.ts';
export * from './lesson/live/posts.ts';
export * from './lesson/live/pair-figures.ts';
export * from './lesson/live/pairs.ts';
export * from './lesson/live/classmates.ts';
export * from './lesson/rehearsals/calls.ts';
export * from './lesson/live/projector.ts';
export * from './lesson/live/reasons.ts';
export * from './lesson/results/compare.ts';
export * from './lesson/live/wall.ts';
export * from './lesson/live/snapshots.ts';
export * from './lesson/reviews/calls.ts';
export * from './lesson/solo/calls.ts';
export * from './lesson/live/events.ts';
export * from './school/notifications/kinds.ts';
export * from './school/notifications/text.ts';
export * from './school/notifications/calls.ts';
export * from './people/access/calls.ts';
export * from './overview/audit/calls.ts';
export * from './class/announcements/input.ts';
export * from './class/announcements/calls.ts';
export * from './class/assessments/calls.ts';
export * from './school/files/attachments.ts';
export * from './class/censorship/calls.ts';
export * from './class/classes/room.ts';
export * from './lesson/results/attention.ts';
export * from './lesson/results/class-cards.ts';
export * from './class/extra-time/calls.ts';
export * from './class/submissions/private-notes.ts';
export * from './class/submissions/calls.ts';
export * from './school/reference/suggest.ts';
export * from './class/classes/calls.ts';
export * from './class/classes/requested.ts';
export * from './connections/sync/classes.ts';
export * from './connections/sync/conflicts.ts';
export * from './connections/sync/connections.ts';
export * from './connections/sync/people.ts';
export * from './connections/sync/runs.ts';
export * from './class/classes/topics.ts';
export * from './class/classwork/kinds.ts';
export * from './class/classwork/input.ts';
export * from './class/classwork/calls.ts';
export * from './class/gradebook/calls.ts';
export * from './class/gradebook/acts.ts';
export * from './class/gradebook/changes.ts';
export * from './class/gradebook/files.ts';
export * from './class/gradebook/files-limits.ts';
export * from './class/gradebook/settings.ts';
export { contract } from './contract.ts';
export * from './messages/pseudo.ts';
export * from './messages/translate.ts';
export { en, type MessageKey } from './messages/en.ts';
export * from './lesson/work-products/calls.ts';
