import {
  announcementCreate,
  announcementDelete,
  announcementUpdate,
  courseJoin,
  courseSettings,
  courseWorkCreate,
  courseWorkDelete,
  courseWorkUpdate,
  gradeSubmission,
  peopleReturnMany,
  returnSubmission,
  studentRemove,
  submissionSubmit,
  syncConflictList,
  syncConflictSolve,
  topicCreate,
  topicDelete,
  topicUpdate,
} from '@classwright/contract';
import type { Announcement, Topic, Work } from '../../../../testing/classroom/types.ts';
import type { Value } from './plain-model.ts';
import { DUE_YEAR, dueToThere, type Kind, type Seen, type StormClass, type Thing } from './storm-class.ts';

type Deed = (klass: StormClass) => Promise<unknown> | unknown;

const pick = <Item>({ ground: { random } }: StormClass, items: readonly Item[]): Item | undefined => items[random.below(Math.max(1, items.length))];
const chance = ({ ground: { random } }: StormClass, percent: number): boolean => random.percent(percent);

/**
 * The random actions of teachers and students, with their frequencies; some are possible only on one side, as for real
 * people.
 */
export const DEEDS: readonly Deed[] = [
  makeWorkHere,
  makeWorkHere,
  makeWorkThere,
  makeTopicHere,
  makeTopicThere,
  makePostHere,
  makePostThere,
  ...Array<Deed>(3).fill(editWorkHere),
  ...Array<Deed>(3).fill(editWorkThere),
  editTopicHere,
  editTopicThere,
  editPostHere,
  editPostThere,
  editClassHere,
  editClassThere,
  ...Array<Deed>(3).fill(gradeHere),
  ...Array<Deed>(3).fill(gradeThere),
  returnHere,
  returnHere,
  returnThere,
  ...Array<Deed>(3).fill(handInOrTakeBackThere),
  handInHere,
  handInHere,
  moveStudentHere,
  moveStudentThere,
  deleteHere,
  deleteThere,
  deleteTopicHere,
  deleteTopicThere,
  decide,
];

/** Picks a thing of one side, with its model. */
async function pickThing(klass: StormClass, side: 'here' | 'there', kind: Kind): Promise<{ one: Seen; thing: Thing } | null> {
  const one = pick(klass, await klass.look(side, kind));
  const thing = one && klass.find(one.mark);
  return one && thing ? { one, thing } : null;
}

const makeDue = (klass: StormClass): string =>
  `${DUE_YEAR}-${chance(klass, 50) ? '01' : '07'}-${10 + klass.ground.random.below(20)}T${pick(klass, ['00:30', '08:05', '14:00', '23:59'])}`;
const makePoints = (klass: StormClass): number => 20 + klass.ground.random.below(50) + (chance(klass, 20) ? 0.5 : 0);
const makeGrade = (klass: StormClass): number => (1 + klass.ground.random.below(900)) / 100;

/** Converts a due date as the form sends it. */
function dueToBody(due: string | null) {
  if (due === null) return { dueDate: null, dueTime: null };
  const [year, month, day, hours, minutes] = due.split(/\D/).map(Number) as [number, number, number, number, number];
  return { dueDate: { year, month, day }, dueTime: { hours, minutes } };
}

// works

async function makeWorkHere(klass: StormClass): Promise<void> {
  const { owner, courseId } = klass.ground;
  const topic = chance(klass, 40) ? pick(klass, await klass.look('here', 'topic')) : undefined;
  const thing = klass.add('work', 'here');
  const values = {
    ...{ title: klass.name(thing), points: 10, due: chance(klass, 40) ? makeDue(klass) : null, topic: topic?.mark ?? null },
    state: chance(klass, 25) ? ('DRAFT' as const) : ('PUBLISHED' as const),
  };
  const { title, points: maxPoints, state } = values;
  const workType = chance(klass, 50) ? 'ASSIGNMENT' : 'SHORT_ANSWER_QUESTION';
  const body = { title, workType, maxPoints, state, ...dueToBody(values.due), ...(topic ? { topicId: Number(topic.id) } : {}) } as const;
  if ((await owner.call(courseWorkCreate, { params: { id: courseId }, body })).status === 201) klass.type('here', thing, values);
}

async function makeWorkThere(klass: StormClass): Promise<void> {
  const topic = chance(klass, 40) ? pick(klass, await klass.look('there', 'topic')) : undefined;
  const thing = klass.add('work', 'there');
  const values = {
    ...{ title: klass.name(thing), points: 12.5, due: chance(klass, 40) ? makeDue(klass) : null, topic: topic?.mark ?? null },
    state: chance(klass, 25) ? ('DRAFT' as const) : ('PUBLISHED' as const),
  };
  const { title, points: maxPoints, state } = values;
  klass.asTeacher.createWork(klass.ground.course, { title, maxPoints, state, ...dueToThere(values.due), ...(topic ? { topicId: String(topic.id) } : {}) });
  klass.type('there', thing, values);
}

async function editWorkHere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'here', 'work');
  if (!found) return;
  const { one, thing } = found;
  const topic = pick(klass, await klass.look('here', 'topic'));
  const [due, title, maxPoints] = [chance(klass, 75) ? makeDue(klass) : null, klass.name(thing), makePoints(klass)];
  const [body, values] = pick(klass, [
    [{ title }, { title }],
    [{ maxPoints }, { points: maxPoints }],
    [dueToBody(due), { due }],
    [{ topicId: topic ? Number(topic.id) : null }, { topic: topic?.mark ?? null }],
    [{ state: 'PUBLISHED' as const }, { state: 'PUBLISHED' }],
  ] as const)!;
  const params = { id: klass.ground.courseId, workId: Number(one.id) };
  if ((await klass.ground.owner.call(courseWorkUpdate, { params, body: { ...body, confirm: true } })).status === 200)
    klass.type('here', thing, newOf(one, values));
}

async function editWorkThere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'there', 'work');
  if (!found) return;
  const { one, thing } = found;
  const topic = pick(klass, await klass.look('there', 'topic'));
  const day = chance(klass, 75) ? makeDue(klass) : null;
  // there a day may have no time, which means the whole day
  const isWholeDay = day !== null && chance(klass, 25);
  const due = isWholeDay ? `${day.slice(0, 10)}T23:59` : day;
  const [title, maxPoints] = [klass.name(thing), makePoints(klass)];
  const [year, month, date] = due?.split(/\D/).map(Number) ?? [];
  const dueAll = isWholeDay ? { dueDate: { year: year!, month: month!, day: date! }, dueTime: undefined } : dueToThere(due);
  const [change, values] = pick(klass, [
    [{ title }, { title }],
    [{ maxPoints }, { points: maxPoints }],
    [dueAll, { due }],
    [{ topicId: topic ? String(topic.id) : undefined }, { topic: topic?.mark ?? null }],
    [{ state: 'PUBLISHED' as const }, { state: 'PUBLISHED' }],
  ] as const)!;
  klass.asTeacher.changeWork(klass.room.works.get(String(one.id)) as Work, change);
  klass.type('there', thing, newOf(one, values));
}

/** Returns only the values that differ from the current ones, since repeating a value is no change. */
const newOf = ({ fields }: Seen, values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== (fields[name] ?? null)));

// topics, announcements, the class itself

async function makeTopicHere(klass: StormClass): Promise<void> {
  const thing = klass.add('topic', 'here');
  const name = klass.name(thing);
  if ((await klass.ground.owner.call(topicCreate, { body: { name, external_course_id: klass.ground.courseId } })).status === 201)
    klass.type('here', thing, { name });
}
function makeTopicThere(klass: StormClass): void {
  const thing = klass.add('topic', 'there');
  klass.type('there', thing, { name: klass.asTeacher.createTopic(klass.ground.course, klass.name(thing)).name });
}
async function editTopicHere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'here', 'topic');
  if (!found) return;
  const name = klass.name(found.thing);
  if ((await klass.ground.owner.call(topicUpdate, { params: { id: Number(found.one.id) }, body: { name } })).status === 200)
    klass.type('here', found.thing, { name });
}
async function editTopicThere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'there', 'topic');
  if (!found) return;
  const name = klass.name(found.thing);
  klass.asTeacher.renameTopic(klass.room.topics.get(String(found.one.id)) as Topic, name);
  klass.type('there', found.thing, { name });
}
async function deleteTopicHere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'here', 'topic');
  // one of Google's own is archived only here
  if (found?.thing.madeBy !== 'here') return;
  if ((await klass.ground.owner.call(topicDelete, { params: { id: Number(found.one.id) } })).status === 200) klass.deleteTopic(found.thing);
}
async function deleteTopicThere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'there', 'topic');
  if (!found) return;
  klass.asTeacher.removeTopic(klass.room.topics.get(String(found.one.id)) as Topic);
  klass.deleteTopic(found.thing);
}

async function makePostHere(klass: StormClass): Promise<void> {
  const thing = klass.add('announcement', 'here');
  const text = klass.name(thing);
  const body = { courses: [klass.ground.courseId], students: ['ALL_STUDENTS'], text, state: 'PUBLISHED' as const };
  if ((await klass.ground.owner.call(announcementCreate, { body })).status === 201) klass.type('here', thing, { text });
}
function makePostThere(klass: StormClass): void {
  const thing = klass.add('announcement', 'there');
  klass.type('there', thing, { text: klass.asTeacher.announce(klass.ground.course, { text: klass.name(thing) }).text });
}
async function editPostHere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'here', 'announcement');
  if (!found) return;
  const text = klass.name(found.thing);
  if ((await klass.ground.owner.call(announcementUpdate, { params: { id: Number(found.one.id) }, body: { text } })).status === 200)
    klass.type('here', found.thing, { text });
}
async function editPostThere(klass: StormClass): Promise<void> {
  const found = await pickThing(klass, 'there', 'announcement');
  if (!found) return;
  const text = klass.name(found.thing);
  klass.asTeacher.changeAnnouncement(klass.room.announcements.get(String(found.one.id)) as Announcement, { text });
  klass.type('there', found.thing, { text });
}
async function editClassHere(klass: StormClass): Promise<void> {
  const description = klass.name(klass.whole);
  const body = { descriptionHeading: '', description, comments_by_students: true, removed_may_rejoin: true };
  if ((await klass.ground.owner.call(courseSettings, { params: { id: klass.ground.courseId }, body })).status === 200)
    klass.type('here', klass.whole, { description });
}
function editClassThere(klass: StormClass): void {
  const description = klass.name(klass.whole);
  klass.asTeacher.changeCourse(klass.ground.course, { description });
  klass.type('there', klass.whole, { description });
}

async function deleteHere(klass: StormClass): Promise<void> {
  const kind = chance(klass, 50) ? 'work' : 'announcement';
  const found = await pickThing(klass, 'here', kind);
  if (found?.thing.madeBy !== 'here') return;
  const { owner, courseId } = klass.ground;
  const id = Number(found.one.id);
  const { status } =
    kind === 'work'
      ? await owner.call(courseWorkDelete, { params: { id: courseId, workId: id }, query: { confirm: true } })
      : await owner.call(announcementDelete, { params: { id } });
  if (status === 200) found.thing.isDeleted = true;
}
async function deleteThere(klass: StormClass): Promise<void> {
  const kind = chance(klass, 50) ? 'work' : 'announcement';
  const found = await pickThing(klass, 'there', kind);
  if (!found) return;
  const { works, announcements } = klass.room;
  klass.asTeacher.delete((kind === 'work' ? works : announcements).get(String(found.one.id)) as Work | Announcement);
  found.thing.isDeleted = true;
}

// grades and what is handed in

async function gradeHere(klass: StormClass): Promise<void> {
  const cell = pick(
    klass,
    (await klass.cells()).filter(({ work }) => work?.madeBy === 'here'),
  );
  if (!cell) return;
  const draftGrade = makeGrade(klass);
  const { course_work_id: courseWorkId, id: submissionId, mark } = cell;
  const body = { courseId: klass.ground.courseId, courseWorkId, submissionId, submission: { type: 'DRAFT_GRADE' as const, draftGrade } };
  if ((await klass.ground.owner.call(gradeSubmission, { body })).status === 200) klass.type('here', klass.findCell(mark), { draftGrade });
}
function gradeThere(klass: StormClass): void {
  const cell = pick(klass, klass.submissionsThere());
  if (!cell) return;
  const draftGrade = makeGrade(klass);
  klass.asTeacher.grade(cell.work, cell.student.there, { draftGrade });
  klass.noteHandIn(cell.mark, cell.submission);
  klass.type('there', klass.findCell(cell.mark), { draftGrade });
}
async function returnHere(klass: StormClass): Promise<void> {
  const cell = pick(
    klass,
    (await klass.cells()).filter(({ state, draft_grade, work }) => state === 'TURNED_IN' && draft_grade !== null && work?.madeBy === 'here'),
  );
  if (!cell) return;
  const body = { courseId: klass.ground.courseId, courseWorkId: cell.course_work_id, id: cell.id, message: 'Seen' };
  if ((await klass.ground.owner.call(returnSubmission, { body })).status !== 200) return;
  klass.type('here', klass.findCell(cell.mark), { assignedGrade: cell.draft_grade });
  klass.handIn(cell.mark).fact.act('RETURNED');
}
function returnThere(klass: StormClass): void {
  const cell = pick(
    klass,
    klass.submissionsThere().filter(({ submission }) => submission.state === 'TURNED_IN'),
  );
  if (!cell) return;
  const { draftGrade } = klass.asTeacher.returnWork(cell.work, cell.student.there);
  klass.noteHandIn(cell.mark, cell.submission);
  if (draftGrade !== undefined) klass.type('there', klass.findCell(cell.mark), { assignedGrade: draftGrade });
}
function handInOrTakeBackThere(klass: StormClass): void {
  const cell = pick(klass, klass.submissionsThere());
  if (!cell) return;
  const as = klass.ground.school.google.asStudent(cell.student.there);
  if (cell.submission.state === 'TURNED_IN') as.reclaim(cell.work);
  else if (chance(klass, 20)) as.open(cell.work);
  else as.turnIn(cell.work);
  klass.noteHandIn(cell.mark, cell.submission);
}
async function handInHere(klass: StormClass): Promise<void> {
  const cell = pick(
    klass,
    (await klass.cells()).filter(({ work_type, work }) => work_type === 'SHORT_ANSWER_QUESTION' && work?.madeBy === 'here'),
  );
  const student = klass.ground.learners.find(({ accountId }) => accountId === cell?.account_id);
  if (!cell || !student) return;
  const body = { courseId: klass.ground.courseId, courseWorkId: cell.course_work_id, answer: `Answer ${klass.ground.next()}` };
  if ((await student.call(submissionSubmit, { body })).status !== 200) return;
  klass.handIn(cell.mark).fact.act('TURNED_IN');
  klass.handedInHere.add(cell.mark);
}

// members of the class

async function moveStudentHere(klass: StormClass): Promise<void> {
  const { owner, learners, courseId, school } = klass.ground;
  const student = pick(klass, learners);
  const followed = student && klass.members.get(student.accountId);
  if (!student || !followed) return;
  const { accountId } = student;
  if ((await klass.listStudentsHere()).has(accountId)) {
    if ((await owner.call(studentRemove, { params: { class_id: courseId, account_id: accountId } })).status === 200) followed.fact.act('out');
  } else if (chance(klass, 50)) {
    const answer = await owner.call(peopleReturnMany, { params: { id: courseId }, body: { ids: [accountId] } });
    if (answer.status === 200 && (await klass.listStudentsHere()).has(accountId)) followed.fact.act('in');
  } else {
    const { enrollment_code: code } = await school.app.db.selectFrom('courses').select('enrollment_code').where('id', '=', courseId).executeTakeFirstOrThrow();
    if ((await student.call(courseJoin, { body: { code } })).status === 200) followed.fact.act('in');
  }
}
function moveStudentThere(klass: StormClass): void {
  const { learners, course, school } = klass.ground;
  const student = pick(klass, learners);
  if (!student) return;
  const isIn = klass.standingThere(student.there.id) === 'in';
  if (!isIn) school.google.asStudent(student.there).join(course);
  else if (chance(klass, 50)) school.google.asStudent(student.there).leave(course);
  else klass.asTeacher.remove(course, student.there);
  klass.members.get(student.accountId)?.there.add(isIn ? 'out' : 'in');
}

/** Lets somebody decide one of their open conflicts. */
async function decide(klass: StormClass): Promise<void> {
  const { owner, courseId } = klass.ground;
  const { data } = (await owner.call(syncConflictList, { query: { course_id: courseId, per_page: 200 } })).body;
  const shown = pick(klass, data);
  const open = shown && (await klass.listOpen()).find(({ id }) => id === shown.id);
  if (!open) return;
  const choice = chance(klass, 50) ? 'ours' : 'theirs';
  const thing = await klass.findOfReport(open);
  if ((await owner.call(syncConflictSolve, { params: { id: open.id }, body: { choice } })).status !== 200 || !thing) return;
  if (open.field === 'deleted') thing.isOver = true;
  else klass.field(thing, open.field).decide(choice, open.theirs);
}
