import { randomUUID } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { type Database, inTransaction } from '../../../../platform/database/index.ts';
import type { TestApp, TestClass, TestPerson } from '../../../../testing/index.ts';
import { assignPostedWork } from '../index.ts';

/** Posts work in a class, for all of its students unless some are named. Returns its id. */
export async function postWork(
  app: TestApp,
  { courseId, teacher }: Pick<TestClass, 'courseId' | 'teacher'>,
  { to, ...work }: Partial<Insertable<Database['course_works']>> & { to?: readonly TestPerson[] } = {},
): Promise<number> {
  return inTransaction(app.db, async (tx) => {
    const { id } = await tx
      .insertInto('course_works')
      .values({
        course_id: courseId,
        creator_id: teacher.accountId,
        kind: 'ASSIGNMENT',
        work_type: 'SHORT_ANSWER_QUESTION',
        title: 'Energy in a circuit',
        posted_at: sql<Date>`app_now()`,
        max_points: 50,
        assignee_mode: to ? 'INDIVIDUAL_STUDENTS' : 'ALL_STUDENTS',
        ...work,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const { accountId } of to ?? []) await tx.insertInto('course_work_assignees').values({ course_work_id: id, account_id: accountId }).execute();
    await assignPostedWork(tx, [id], true);
    return id;
  });
}

/** Returns the submission of each of these people. */
export async function submissionsOf(app: TestApp, workId: number, people: readonly TestPerson[]): Promise<number[]> {
  const rows = await app.db.selectFrom('submissions').select(['id', 'account_id']).where('course_work_id', '=', workId).execute();
  return people.map(({ accountId }) => rows.find(({ account_id }) => account_id === accountId)?.id ?? 0);
}

/** Creates a file in somebody's library. */
export async function fileOf(app: TestApp, { accountId }: TestPerson, schoolId: number, name = 'lab report.pdf'): Promise<number> {
  const row = await app.db
    .insertInto('files')
    .values({
      account_id: accountId,
      school_id: schoolId,
      name,
      mime_type: 'application/pdf',
      byte_size: 10,
      sha256: Buffer.alloc(32, 1),
      storage_key: randomUUID(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}
