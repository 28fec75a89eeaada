import { QUESTION_LIST_FIELDS, type QuestionListField } from '@classwright/rules/questions/index';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { isSharedOrInReach } from '../../../platform/reach-queries.ts';

/** The lists that a question refers to, by its fields. */
const LISTS = {
  type_id: 'question_types',
  topic_id: 'question_cycles',
  standard_id: 'standards',
  question_subject_id: 'question_subjects',
  question_grade_id: 'question_grades',
} as const satisfies Record<QuestionListField, string>;
type Named = Record<QuestionListField, number | null>;

/**
 * Returns the fields that name a missing row, or one of a school out of reach; an archived row is accepted if it was
 * already named in `before`.
 */
export async function listMissingReferences(db: Db, reach: Reach, named: Named, before: Named | null): Promise<string[]> {
  const fields = QUESTION_LIST_FIELDS.filter((field) => named[field] !== null && named[field] !== before?.[field]);
  if (fields.length === 0) return [];
  const missing: RawBuilder<unknown>[] = fields.map(
    (field) =>
      sql`SELECT ${field}::text AS field WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(LISTS[field])} row WHERE row.id = ${named[field]} AND row.archived_at IS NULL
          AND ${field === 'type_id' ? sql`true` : isSharedOrInReach(reach, 'row')})`,
  );
  const { rows } = await sql<{ field: string }>`SELECT field FROM (${sql.join(missing, sql` UNION ALL `)}) missing`.execute(db);
  return rows.map(({ field }) => field);
}
