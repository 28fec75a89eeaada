/** The audit trail: who changed or looked at what, and when. */
export { AuditScreen } from './AuditScreen.tsx';
export type { AuditSearch } from './search.ts';
