import { courseWorkCreate, courseWorkDelete, courseWorkUpdate, gradeSubmission, returnSubmission, syncConflictList } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Work } from '../../../testing/classroom/index.ts';
import { PlainField, type Value } from './testing/plain-model.ts';
import { startSyncedClass } from './testing/synced-class.ts';
import { startSyncedSchool, type SyncedSchool } from './testing/synced-school.ts';

let school: SyncedSchool;
beforeAll(async () => {
  school = await startSyncedSchool();
});
afterAll(() => school.close());

const DEEDS = [
  'edit here',
  'edit there',
  'delete here',
  'delete there',
  'grade here',
  'grade there',
  'return here',
  'return there',
  'hand in',
  'take back',
] as const;
type Deed = (typeof DEEDS)[number];
/**
 * Returns pairs of actions: in every order with a run between them; if simultaneous, each pair once. For work not
 * handed in, only pairs that differ by it.
 */
const pairsOf = (isHandedIn: boolean, hasRun: boolean) =>
  DEEDS.flatMap((first, at) => DEEDS.slice(hasRun ? 0 : at).map((second) => [first, second] as const)).filter(
    (deeds) => isHandedIn || deeds.includes('hand in') || deeds.includes('return here'),
  );

/** Creates a class with a work of ours for every pair of actions. */
async function prepare(isHandedIn: boolean, hasRun: boolean) {
  const klass = await startSyncedClass(school, { students: 1 });
  const { teacher, learners, courseId, course, asTeacher, pressWork, cell } = klass;
  const { there: user, accountId } = learners[0]!;
  const student = school.google.asStudent(user);
  const room = school.google.state.room(course.id);
  const cases: { id: number; name: string; deeds: readonly [Deed, Deed]; title: PlainField; draft: PlainField; assigned: PlainField; isDeleted: boolean }[] =
    [];
  for (const deeds of pairsOf(isHandedIn, hasRun)) {
    const name = deeds.join(', ');
    const made = await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title: name, workType: 'ASSIGNMENT', maxPoints: 10 } });
    const fields = { title: new PlainField(), draft: new PlainField(), assigned: new PlainField() };
    cases.push({ id: made.body.courseWork.id, name, deeds, ...fields, isDeleted: false });
  }
  await pressWork();
  const thereOf = (id: number): Work =>
    [...room.works.values()].find(({ materials }) => materials.some(({ link }) => link?.url.endsWith(`&work=${id}`))) as Work;
  if (isHandedIn) for (const { id } of cases) student.turnIn(thereOf(id));
  if (isHandedIn) await pressWork();

  /** Performs one action; one that is not possible on that side is skipped. */
  async function act(one: (typeof cases)[number], deed: Deed, at: number): Promise<void> {
    const work = thereOf(one.id);
    const params = { id: courseId, workId: one.id };
    const isGone = work.state === 'DELETED';
    if (deed === 'edit here') {
      const title = `${one.name} ${at} here`;
      if ((await teacher.call(courseWorkUpdate, { params, body: { title } })).status === 200) one.title.type('here', title);
    } else if (deed === 'delete here') {
      if ((await teacher.call(courseWorkDelete, { params, query: { confirm: true } })).status === 200) one.isDeleted = true;
    } else if (deed === 'grade here' || deed === 'return here') {
      const { id } = await cell(one.id, accountId);
      const draftGrade = 5 + at;
      const body = { courseId, courseWorkId: one.id, submissionId: id, submission: { type: 'DRAFT_GRADE' as const, draftGrade } };
      if ((await teacher.call(gradeSubmission, { body })).status === 200) one.draft.type('here', draftGrade);
      if (deed === 'grade here') return;
      const { draft_grade } = await cell(one.id, accountId);
      if ((await teacher.call(returnSubmission, { body: { courseId, courseWorkId: one.id, id, message: 'Seen' } })).status === 200)
        one.assigned.type('here', draft_grade);
    } else if (isGone) return;
    else if (deed === 'edit there') one.title.type('there', asTeacher.changeWork(work, { title: `${one.name} ${at} there` }).title);
    else if (deed === 'delete there') {
      asTeacher.delete(work);
      one.isDeleted = true;
    } else if (deed === 'grade there') one.draft.type('there', asTeacher.grade(work, user, { draftGrade: 2 + at }).draftGrade as Value);
    else {
      const { state, draftGrade } = student.submission(work);
      if (deed === 'hand in' && state !== 'TURNED_IN') student.turnIn(work);
      if (deed === 'take back' && state === 'TURNED_IN') student.reclaim(work);
      if (deed !== 'return there' || state !== 'TURNED_IN') return;
      asTeacher.returnWork(work, user);
      if (draftGrade !== undefined) one.assigned.type('there', draftGrade);
    }
  }

  /** Compares both sides of every work and returns the differences. */
  async function findWrong(isEnd: boolean): Promise<string[]> {
    const wrong: string[] = [];
    const { db } = school.app;
    const rows = new Map((await db.selectFrom('course_works').selectAll().where('course_id', '=', courseId).execute()).map((row) => [row.id, row]));
    const cells = new Map((await db.selectFrom('submissions').selectAll().where('course_id', '=', courseId).execute()).map((row) => [row.course_work_id, row]));
    const told = await db
      .selectFrom('sync_changes')
      .select(['local_id', 'kind', 'field', 'after'])
      .where('course_id', '=', courseId)
      .where('outcome', '=', 'refused')
      .execute();
    const conflicts: { field: string; ours: string | null; theirs: string | null; course_work_id: number | null; subject: string }[] = [];
    for (let page = 1; page < 5; page += 1)
      conflicts.push(...(await teacher.call(syncConflictList, { query: { course_id: courseId, per_page: 200, page } })).body.data);
    for (const one of cases) {
      const [work, row, here] = [thereOf(one.id), rows.get(one.id)!, cells.get(one.id)!];
      const there = student.submission(work);
      const mine = conflicts.filter(({ course_work_id, subject }) => course_work_id === one.id || subject.startsWith(one.name));
      const asked = mine.find(({ field }) => field === 'Deleted');
      if (one.isDeleted) {
        // deleted on both sides, or a person is asked
        const isGone = [row.archived_at !== null, work.state === 'DELETED'];
        if (isEnd && !isGone.every(Boolean) && !asked) wrong.push(`${one.name}: gone here and there: ${isGone.join(', ')}`);
        continue;
      }
      const refused = told.filter(({ local_id }) => local_id === here.id || local_id === one.id).map(({ after }) => after as Value);
      const values = [
        ['Title', one.title, row.title, work.title],
        ['Draft grade', one.draft, here.draft_grade, there.draftGrade ?? null],
        ['Grade', one.assigned, here.assigned_grade, there.assignedGrade ?? null],
      ] as const;
      for (const [field, model, ours, theirs] of values) {
        const conflict = mine.find((found) => found.field === field);
        const read = (text: string | null): Value => (text === null || field === 'Title' ? text : Number(text));
        const open = conflict && { ours: read(conflict.ours), theirs: read(conflict.theirs) };
        const lost = isEnd ? model.settle(ours, theirs, open, refused) : model.look(ours, theirs, refused);
        if (lost) wrong.push(`${one.name}: ${field}: ${lost}`);
      }
      const state = there.state === 'TURNED_IN' || there.state === 'RETURNED' ? there.state : 'CREATED';
      const isTold = told.some(({ local_id, field }) => local_id === here.id && field === 'state') || mine.length > 0;
      if (isEnd && here.state !== state && !isTold) wrong.push(`${one.name}: ${here.state} here, ${there.state} there`);
    }
    return wrong;
  }
  return { ...klass, cases, act, findWrong };
}

describe('two deeds in every order', () => {
  test.each([
    ['handed in, both at once between two runs', true, false],
    ['handed in, with a run between them', true, true],
    ['not handed in, both at once between two runs', false, false],
    ['not handed in, with a run between them', false, true],
  ])('[B1224] of work that is %s: nothing is lost unseen, and both sides come to rest', { timeout: 240_000 }, async (_, isHandedIn, hasRun) => {
    const { cases, act, findWrong, press, pressWork, worksThere } = await prepare(isHandedIn, hasRun);
    for (const one of cases) await act(one, one.deeds[0], 1);
    if (hasRun) await pressWork();
    const between = hasRun ? await findWrong(false) : [];
    for (const one of cases) await act(one, one.deeds[1], 2);
    for (let tries = 0; tries < 3; tries += 1) await pressWork();
    expect([...between, ...(await findWrong(true))]).toEqual([]);
    const counts = { made: 0, changed: 0, ended: 0, sent: 0, refused: 0, conflicts: 0 };
    for (const run of [await press(), await pressWork()]) expect(run).toMatchObject({ status: 'finished', counts });
    expect(new Set(worksThere().map(({ materials }) => materials[0]!.link!.url)).size).toBe(worksThere().length);
  });
});
