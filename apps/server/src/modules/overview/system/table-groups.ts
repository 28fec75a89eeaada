import type { TableGroup } from '@classwright/contract';

/** The beginnings of the names of each group's tables. The first group that has one counts; the rest is `rest`. */
const BEGINNINGS: readonly (readonly [TableGroup, RegExp])[] = [
  ['files', /^files?(?:_|$)/],
  ['trails', /^(?:audit_entries|record_readings|api_client_re)/],
  ['lessons', /^(?:live_|lesson_|room_|session_|solo_|reviews|rehearsals|item_|work_products)/],
  ['classwork', /^(?:course_work|submission|grade_|dashboard_|assessment|announcement|comment_)/],
];

/** Returns the group in which the page System counts a table. */
export const groupOfTable = (table: string): TableGroup => BEGINNINGS.find(([, beginning]) => beginning.test(table))?.[0] ?? 'rest';
