import { cleanedText } from '@classwright/rules/text/cleaned';
import { type DirtyRow, findFirstIdAfter, listDirty, type NamedTable, saveNames } from './clean-names-queries.ts';
import type { DataStep, Tx } from './platform/database/index.ts';

/** The number of ids checked in one transaction. */
const WINDOW = 50_000;
const MOST_NAMESAKES = 1000;
const NEVER_EMPTY = /^(name|title|school_name|file_name|replace_with)$/;

const table = (name: string, columns: readonly string[], id = 'id'): NamedTable => ({ name, id, columns });

/**
 * Every column that keeps a name in the form `cleanedText` makes. A test compares this with the schema and the fields
 * of all bodies.
 */
export const NAMED_TABLES: readonly NamedTable[] = [
  table('academic_sessions', ['title']),
  table('account_types', ['name']),
  table('accounts', ['first_name', 'last_name']),
  table('actions', ['name']),
  table('announcement_materials', ['title'], 'announcement_id'),
  table('api_clients', ['name']),
  table('assessment_attachments', ['name']),
  table('assessment_periods', ['name']),
  table('assessment_templates', ['name']),
  table('assessments', ['title']),
  table('censorship_levels', ['name']),
  table('censorship_words', ['name', 'replace_with']),
  table('course_topics', ['name']),
  table('course_work_materials', ['title']),
  table('course_works', ['title']),
  table('courses', ['name', 'section', 'subject', 'room', 'description_heading']),
  table('external_sources', ['name']),
  table('files', ['name']),
  table('grade_categories', ['name']),
  table('groups', ['name']),
  table('imports', ['file_name']),
  table('invitation_groups', ['name']),
  table('levels', ['name']),
  table('marking_periods', ['name']),
  table('policies', ['name']),
  table('profiles', ['city', 'state', 'zip'], 'account_id'),
  table('protocols', ['name']),
  table('question_cycles', ['name']),
  table('question_grades', ['name']),
  table('question_subjects', ['name']),
  table('question_types', ['name']),
  table('requested_classes', ['name', 'subject', 'section', 'room']),
  table('resources', ['name']),
  table('roles', ['name']),
  table('roster_imports', ['file_name']),
  table('schools', ['school_name', 'contact_name', 'address', 'city', 'state', 'zip', 'district', 'phone', 'domain']),
  table('standards', ['name']),
  table('store_items', ['name']),
  table('submission_attachments', ['title']),
];

/**
 * Removes invisible characters, and those that change the direction of text, from names that an earlier version saved.
 * When another row already has the cleaned name, the row gets a number after it: "Poetry (2)". When nothing is left of
 * a name that may not be empty, the row is named after its id: "#12".
 */
export const cleanNames: DataStep = {
  name: 'names-without-invisible-characters',
  waitsFor: 'Taking invisible characters out of names that earlier versions kept.',
  async run(tx, lastId) {
    const first = await findFirstIdAfter(tx, NAMED_TABLES, lastId);
    if (first === null) return null;
    const last = first + WINDOW - 1;
    for (const one of NAMED_TABLES) for (const row of await listDirty(tx, one, first, last)) await clean(tx, one, row);
    return last;
  },
};

async function clean(tx: Tx, table: NamedTable, { id, place: at, names }: DirtyRow): Promise<void> {
  const cleaned = names.map((text, place) => text && (cleanedText(text) || (NEVER_EMPTY.test(table.columns[place] ?? '') ? `#${id}` : '')));
  if (cleaned.every((text, place) => text === names[place])) return;
  for (let namesake = 1; namesake <= MOST_NAMESAKES; namesake++) {
    const first = namesake === 1 ? cleaned[0] : `${cleaned[0]} (${namesake})`;
    if (await saveNames(tx, table, { place: at, names: [first ?? null, ...cleaned.slice(1)] })) return;
  }
  throw new Error(`${table.name} ${id} could not be given a name of its own`);
}
