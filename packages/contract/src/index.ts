/**
 * The words that server and web share: endpoints, views, events, error codes, messages.
 * Depends on zod and on `@classwright/rules` only. Code with a size budget imports single files instead of this index.
 */
export * from './core/endpoint.ts';
export * from './core/taken-files.ts';
export * from './core/fields.ts';
export * from './core/list-columns.ts';
export * from './core/list-endpoints.ts';
export type { FieldKind, ListField, ListFields, ListTarget, PairTable } from './core/list-fields.ts';
export * from './core/reference-list.ts';
export * from './errors.ts';
export * from './lists/index.ts';
export * from './rich-text.ts';
export * from './forms.ts';
export * from './config.ts';
export * from './auth.ts';
export * from './account-links.ts';
export * from './accounts.ts';
export * from './files.ts';
export * from './hand-off.ts';
export * from './import.ts';
export * from './invitation-groups.ts';
export * from './profile.ts';
export * from './question-content.ts';
export * from './question-input.ts';
export * from './question-templates.ts';
export * from './question-views.ts';
export * from './question-archive.ts';
export * from './questions.ts';
export * from './question-import.ts';
export * from './settings.ts';
export * from './school-settings.ts';
export * from './shell-preferences.ts';
export * from './students.ts';
export * from './item-analysis.ts';
export * from './live-views.ts';
export * from './live.ts';
export * from './live-events.ts';
export * from './access.ts';
export * from './audit.ts';
export * from './assessments.ts';
export * from './attachments.ts';
export * from './censorship.ts';
export * from './suggest.ts';
export * from './topics.ts';
export { contract } from './contract.ts';
export * from './messages/translate.ts';
export { en, type MessageKey } from './messages/en.ts';
