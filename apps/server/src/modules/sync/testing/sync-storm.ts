import {
  announcementCreate,
  announcementDelete,
  announcementUpdate,
  courseSettings,
  courseWorkCreate,
  courseWorkDelete,
  courseWorkUpdate,
  gradeSubmission,
  returnSubmission,
  syncConflictList,
  syncConflictSolve,
  topicCreate,
  topicUpdate,
} from '@classwright/contract';
import type { Announcement, Topic, Work } from '../../../testing/classroom/types.ts';
import { createRandom } from '../../../testing/random.ts';
import { PlainField, type Side, type Value } from './plain-model.ts';
import { drain, startSyncedClass } from './synced-class.ts';
import type { SyncedSchool } from './synced-school.ts';

type Kind = 'work' | 'topic' | 'announcement' | 'class' | 'grade';
/** Something that both sides have, or one does not have yet. */
interface Thing {
  kind: Kind;
  /** Every name that it is ever given begins so. */
  mark: string;
  madeBy: Side;
  isDeleted: boolean;
  fields: Map<string, PlainField>;
}
interface Seen {
  mark: string;
  id: number | string;
  fields: Readonly<Record<string, Value>>;
}

export interface StormOptions {
  rounds?: number;
  faults?: number;
}

/** As reports and conflicts call the fields. */
const WORDS: Readonly<Record<string, string>> = {
  ...{ title: 'Title', points: 'Points', name: 'Name', text: 'Text', description: 'Description' },
  ...{ draft: 'Draft grade', assigned: 'Grade' },
};

/**
 * Some days of a class that two people change on both sides, by seed, while calls to Google go wrong: whatever was typed stands on
 * both sides in the end, or waits in a conflict, or is in a report as refused, and nothing is there twice. Returns what is wrong.
 */
export async function runSyncStorm(school: SyncedSchool, seed: number, { rounds = 5, faults = 0.2 }: StormOptions = {}): Promise<string[]> {
  const { google, app } = school;
  google.faults.clear();
  const random = createRandom(seed);
  const chance = (share: number): boolean => random.below(1000) < share * 1000;
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[random.below(Math.max(1, items.length))];
  const klass = await startSyncedClass(school, { students: 1 + random.below(2) });
  const { teacher, learners, course, courseId, asTeacher, press, pressWork, pressInvitations } = klass;
  const room = google.state.room(course.id);
  const problems: string[] = [];
  const things: Thing[] = [];
  let count = 0;
  const next = (): number => (count += 1);
  const fieldOf = (thing: Thing, name: string): PlainField => {
    const field = thing.fields.get(name) ?? new PlainField();
    thing.fields.set(name, field);
    return field;
  };
  const add = (kind: Kind, madeBy: Side): Thing => {
    const thing: Thing = { kind, mark: `${kind[0]}${next()}:`, madeBy, isDeleted: false, fields: new Map() };
    things.push(thing);
    return thing;
  };
  const said = (thing: Thing): string => `${thing.mark}${next()}`;
  const markOf = (text: string): string => `${text.split(':')[0]}:`;
  const theClass = add('class', 'there');

  const worksHere = async () => (await klass.worksHere()).map((work) => ({ ...work, mark: markOf(work.title) }));
  const worksThere = () => klass.worksThere().map((work) => ({ work, mark: markOf(work.title) }));
  const postsHere = async () =>
    app.db.selectFrom('announcements').select(['id', 'summary']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
  const postsThere = () => [...room.announcements.values()].filter(({ state }) => state !== 'DELETED');
  const topicsHere = () =>
    app.db.selectFrom('course_topics').select(['id', 'name']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
  const cells = () =>
    app.db
      .selectFrom('submissions')
      .innerJoin('course_works', 'course_works.id', 'submissions.course_work_id')
      .select(['submissions.id', 'submissions.account_id', 'course_work_id', 'title', 'submissions.state', 'draft_grade', 'assigned_grade'])
      .where('submissions.course_id', '=', courseId)
      .where('course_works.archived_at', 'is', null)
      .execute();
  const cellThing = (mark: string, accountId: number): Thing => {
    const name = `${mark}${accountId}`;
    const found = things.find((thing) => thing.kind === 'grade' && thing.mark === name);
    if (found) return found;
    const thing: Thing = { kind: 'grade', mark: name, madeBy: 'here', isDeleted: false, fields: new Map() };
    things.push(thing);
    return thing;
  };

  async function lookHere(kind: Kind): Promise<Seen[]> {
    if (kind === 'work') return (await worksHere()).map(({ id, mark, title, max_points }) => ({ id, mark, fields: { title, points: max_points } }));
    if (kind === 'topic') return (await topicsHere()).map(({ id, name }) => ({ id, mark: markOf(name), fields: { name } }));
    if (kind === 'announcement') return (await postsHere()).map(({ id, summary }) => ({ id, mark: markOf(summary), fields: { text: summary } }));
    if (kind === 'class') {
      const row = await app.db.selectFrom('courses').select('description').where('id', '=', courseId).executeTakeFirstOrThrow();
      return [{ id: courseId, mark: theClass.mark, fields: { description: row.description } }];
    }
    return (await cells()).map(({ id, account_id, title, draft_grade, assigned_grade }) => ({
      ...{ id, mark: `${markOf(title)}${account_id}`, fields: { draft: draft_grade, assigned: assigned_grade } },
    }));
  }
  function lookThere(kind: Kind): Seen[] {
    if (kind === 'work') return worksThere().map(({ work, mark }) => ({ id: work.id, mark, fields: { title: work.title, points: work.maxPoints ?? null } }));
    if (kind === 'topic') return [...room.topics.values()].map(({ topicId, name }) => ({ id: topicId, mark: markOf(name), fields: { name } }));
    if (kind === 'announcement') return postsThere().map(({ id, text }) => ({ id, mark: markOf(text), fields: { text } }));
    if (kind === 'class') return [{ id: course.id, mark: theClass.mark, fields: { description: google.state.courses.get(course.id)!.description ?? '' } }];
    return worksThere().flatMap(({ work, mark }) =>
      learners.flatMap(({ there, accountId }) => {
        const submission = room.submissions.get(room.submissionIds.get(`${work.id} ${there.id}`) ?? '');
        if (!submission) return [];
        const fields = { draft: submission.draftGrade ?? null, assigned: submission.assignedGrade ?? null };
        return [{ id: submission.id, mark: `${mark}${accountId}`, fields }];
      }),
    );
  }

  /** What teachers and students do, each by chance; on one side, as the other side's people may not. */
  const deeds: (() => Promise<unknown> | unknown)[] = [
    async () => {
      const thing = add('work', 'here');
      const title = said(thing);
      const answer = await teacher.call(courseWorkCreate, { params: { id: courseId }, body: { title, workType: 'ASSIGNMENT', maxPoints: 10 } });
      if (answer.status === 201)
        for (const [name, value] of [
          ['title', title],
          ['points', 10],
        ] as const)
          fieldOf(thing, name).type('here', value);
    },
    () => {
      const thing = add('work', 'there');
      const title = said(thing);
      asTeacher.createWork(course, { title, maxPoints: 12.5 });
      for (const [name, value] of [
        ['title', title],
        ['points', 12.5],
      ] as const)
        fieldOf(thing, name).type('there', value);
    },
    async () => {
      const thing = add('topic', 'here');
      const name = said(thing);
      if ((await teacher.call(topicCreate, { body: { name, external_course_id: courseId } })).status === 201) fieldOf(thing, 'name').type('here', name);
    },
    () => {
      const thing = add('topic', 'there');
      fieldOf(thing, 'name').type('there', asTeacher.createTopic(course, said(thing)).name);
    },
    async () => {
      const thing = add('announcement', 'here');
      const text = said(thing);
      const body = { courses: [courseId], students: ['ALL_STUDENTS'], text, state: 'PUBLISHED' as const };
      if ((await teacher.call(announcementCreate, { body })).status === 201) fieldOf(thing, 'text').type('here', text);
    },
    () => {
      const thing = add('announcement', 'there');
      fieldOf(thing, 'text').type('there', asTeacher.announce(course, { text: said(thing) }).text);
    },
    async () => editHere('work'),
    async () => editHere('work'),
    async () => editHere('topic'),
    async () => editHere('announcement'),
    async () => editHere('class'),
    async () => editHere('grade'),
    async () => editHere('grade'),
    () => editThere('work'),
    () => editThere('work'),
    () => editThere('topic'),
    () => editThere('announcement'),
    () => editThere('class'),
    () => editThere('grade'),
    () => editThere('grade'),
    async () => deleteHere(),
    () => deleteThere(),
    async () => {
      const cell = pick((await cells()).filter(({ state, draft_grade }) => state === 'TURNED_IN' && draft_grade !== null));
      const thing = cell && things.find(({ mark }) => mark === markOf(cell.title));
      if (!cell || thing?.madeBy !== 'here') return;
      const answer = await teacher.call(returnSubmission, { body: { courseId, courseWorkId: cell.course_work_id, id: cell.id, message: 'Seen' } });
      if (answer.status === 200) fieldOf(cellThing(markOf(cell.title), cell.account_id), 'assigned').type('here', cell.draft_grade);
    },
    () => studentDoes(),
    () => studentDoes(),
    async () => {
      const { data } = (await teacher.call(syncConflictList, { query: { course_id: courseId, per_page: 200 } })).body;
      const conflict = pick(data);
      if (!conflict) return;
      const choice = chance(0.5) ? 'ours' : 'theirs';
      const kind = conflict.kind === 'submission' ? 'grade' : (conflict.kind as Kind);
      const [fieldName] = Object.entries(WORDS).find(([, words]) => words === conflict.field) ?? [];
      const student = learners.find(({ accountId }) => accountId === conflict.student_id);
      const mark = kind === 'class' ? theClass.mark : kind === 'grade' ? `${markOf(conflict.subject)}${student?.accountId}` : markOf(conflict.subject);
      const thing = things.find((one) => one.mark === mark);
      const answer = await teacher.call(syncConflictSolve, { params: { id: conflict.id }, body: { choice } });
      if (answer.status !== 200 || !thing) return;
      if (fieldName) fieldOf(thing, fieldName).decide(choice);
      else thing.isDeleted = true; // deleted there, and kept or put away here: either way it is over
    },
  ];

  async function editHere(kind: Kind): Promise<void> {
    const one = pick(await lookHere(kind));
    const thing =
      one && (things.find(({ mark }) => mark === one.mark) ?? (kind === 'grade' ? cellThing(markOf(one.mark), Number(one.mark.split(':')[1])) : undefined));
    if (!one || !thing) return;
    const id = Number(one.id);
    if (kind === 'grade') {
      const draftGrade = (1 + random.below(900)) / 100;
      const cell = (await cells()).find((row) => row.id === id);
      if (!cell || things.find(({ mark }) => mark === markOf(cell.title))?.madeBy !== 'here') return;
      const submission = { type: 'DRAFT_GRADE' as const, draftGrade };
      const answer = await teacher.call(gradeSubmission, { body: { courseId, courseWorkId: cell.course_work_id, submissionId: id, submission } });
      if (answer.status === 200) fieldOf(thing, 'draft').type('here', draftGrade);
      return;
    }
    const text = said(thing);
    if (kind === 'work') {
      const points = chance(0.3) ? 20 + random.below(50) : null;
      const body = points === null ? { title: text } : { maxPoints: points, confirm: true };
      const answer = await teacher.call(courseWorkUpdate, { params: { id: courseId, workId: id }, body });
      if (answer.status === 200) fieldOf(thing, points === null ? 'title' : 'points').type('here', points ?? text);
    } else if (kind === 'topic') {
      if ((await teacher.call(topicUpdate, { params: { id }, body: { name: text } })).status === 200) fieldOf(thing, 'name').type('here', text);
    } else if (kind === 'announcement') {
      if ((await teacher.call(announcementUpdate, { params: { id }, body: { text } })).status === 200) fieldOf(thing, 'text').type('here', text);
    } else {
      const body = { descriptionHeading: '', description: text, comments_by_students: true, removed_may_rejoin: true };
      if ((await teacher.call(courseSettings, { params: { id: courseId }, body })).status === 200) fieldOf(thing, 'description').type('here', text);
    }
  }

  function editThere(kind: Kind): void {
    const one = pick(lookThere(kind));
    const thing =
      one && (things.find(({ mark }) => mark === one.mark) ?? (kind === 'grade' ? cellThing(markOf(one.mark), Number(one.mark.split(':')[1])) : undefined));
    if (!one || !thing) return;
    const text = said(thing);
    if (kind === 'work') {
      const points = chance(0.3) ? 20 + random.below(50) + 0.5 * random.below(2) : null;
      asTeacher.changeWork(room.works.get(String(one.id)) as Work, points === null ? { title: text } : { maxPoints: points });
      fieldOf(thing, points === null ? 'title' : 'points').type('there', points ?? text);
    } else if (kind === 'topic') {
      asTeacher.renameTopic(room.topics.get(String(one.id)) as Topic, text);
      fieldOf(thing, 'name').type('there', text);
    } else if (kind === 'announcement') {
      asTeacher.changeAnnouncement(room.announcements.get(String(one.id)) as Announcement, { text });
      fieldOf(thing, 'text').type('there', text);
    } else if (kind === 'class') {
      asTeacher.changeCourse(course, { description: text });
      fieldOf(thing, 'description').type('there', text);
    } else {
      const submission = room.submissions.get(String(one.id))!;
      const student = learners.find(({ there }) => there.id === submission.userId)!.there;
      const work = room.works.get(submission.courseWorkId)!;
      const draftGrade = (1 + random.below(900)) / 100;
      asTeacher.grade(work, student, { draftGrade });
      fieldOf(thing, 'draft').type('there', draftGrade);
      if (submission.state !== 'TURNED_IN' || !chance(0.5)) return;
      asTeacher.returnWork(work, student);
      fieldOf(thing, 'assigned').type('there', draftGrade);
    }
  }

  async function deleteHere(): Promise<void> {
    if (chance(0.5)) {
      const work = pick(await worksHere());
      const thing = things.find(({ mark }) => mark === work?.mark);
      if (!work || thing?.madeBy !== 'here') return;
      const answer = await teacher.call(courseWorkDelete, { params: { id: courseId, workId: work.id }, query: { confirm: true } });
      if (answer.status === 200) thing.isDeleted = true;
      return;
    }
    const post = pick(await postsHere());
    const thing = things.find(({ mark }) => mark === markOf(post?.summary ?? ''));
    if (!post || thing?.madeBy !== 'here') return;
    if ((await teacher.call(announcementDelete, { params: { id: post.id } })).status === 200) thing.isDeleted = true;
  }
  function deleteThere(): void {
    const [work, post] = [pick(worksThere())?.work, pick(postsThere())];
    const one = chance(0.5) ? work : post;
    const thing = one && things.find(({ mark }) => mark === markOf('title' in one ? one.title : one.text));
    if (!one || !thing) return;
    asTeacher.delete(one);
    thing.isDeleted = true;
  }
  function studentDoes(): void {
    const work = pick(worksThere())?.work;
    const student = pick(learners);
    if (!work || !student) return;
    const as = google.asStudent(student.there);
    const { state } = as.submission(work);
    if (state === 'TURNED_IN') as.reclaim(work);
    else as.turnIn(work);
  }

  async function pairs(): Promise<{ thing: Thing; here: Seen; there: Seen }[]> {
    const found: { thing: Thing; here: Seen; there: Seen }[] = [];
    for (const kind of ['work', 'topic', 'announcement', 'class', 'grade'] as const) {
      const [here, there] = [await lookHere(kind), lookThere(kind)];
      for (const [side, list] of [
        ['here', here],
        ['there', there],
      ] as const)
        for (const { mark } of list.filter(({ mark }, at) => list.findIndex((other) => other.mark === mark) !== at))
          problems.push(`${kind} ${mark} is twice ${side}`);
      for (const one of here) {
        const other = there.find(({ mark }) => mark === one.mark);
        const thing = things.find(({ mark }) => mark === one.mark);
        if (other && thing) found.push({ thing, here: one, there: other });
      }
    }
    return found;
  }
  const listRefusals = () =>
    app.db
      .selectFrom('sync_changes')
      .select(['kind', 'subject', 'field', 'after', 'local_id'])
      .where('course_id', '=', courseId)
      .where('outcome', '=', 'refused')
      .execute();
  async function lookAll(): Promise<void> {
    const refusals = await listRefusals();
    for (const { thing, here, there } of await pairs())
      for (const [name, field] of thing.fields) {
        const refused = refusals.filter(({ local_id }) => local_id === here.id).map(({ after }) => after as Value);
        const lost = field.look(here.fields[name] ?? null, there.fields[name] ?? null, refused);
        if (lost) problems.push(`${thing.mark} ${name}: ${lost}`);
      }
  }

  for (let round = 0; round < rounds; round += 1) {
    for (let deed = 1 + random.below(9); deed > 0; deed -= 1) await pick(deeds)!();
    google.faults.seeded(seed * 100 + round, faults);
    if (chance(0.3)) await press();
    if (chance(0.85)) await pressWork();
    if (chance(0.1)) await pressInvitations();
    await lookAll();
  }
  google.faults.clear();
  let last = '';
  for (let tries = 0; tries < 4; tries += 1) {
    const runs = [await press(), await pressWork()];
    last = JSON.stringify(runs.map(({ status, counts, failures }) => ({ status, counts, failures })));
  }
  if (/"(made|changed|ended|sent|refused|conflicts)":[1-9]/.test(last) || last.includes('failed')) problems.push(`does not come to rest: ${last}`);
  await drain(school);

  // the end: both sides by the plain model
  const { data } = (await teacher.call(syncConflictList, { query: { course_id: courseId, per_page: 200 } })).body;
  const refusals = await listRefusals();
  for (const { thing, here, there } of await pairs())
    for (const [name, field] of thing.fields) {
      if (thing.isDeleted) continue;
      const conflict = data.find(
        (one) =>
          one.field === WORDS[name] &&
          (thing.kind === 'class'
            ? one.kind === 'class'
            : thing.kind === 'grade'
              ? `${markOf(one.subject)}${one.student_id}` === thing.mark
              : markOf(one.subject) === thing.mark && one.kind === (thing.kind as string)),
      );
      const number = (text: string | null): Value =>
        text === null ? null : typeof here.fields[name] === 'number' || typeof there.fields[name] === 'number' ? Number(text) : text;
      const open = conflict && { ours: number(conflict.ours), theirs: number(conflict.theirs) };
      const refused = refusals.filter(({ local_id }) => local_id === here.id).map(({ after }) => after as Value);
      const wrong = field.settle(here.fields[name] ?? null, there.fields[name] ?? null, open, refused);
      if (wrong) problems.push(`${thing.mark} ${name}: ${wrong}`);
    }
  for (const thing of things.filter(({ kind, isDeleted, fields }) => kind !== 'grade' && kind !== 'class' && !isDeleted && fields.size > 0)) {
    const [here, there] = [await lookHere(thing.kind), lookThere(thing.kind)];
    for (const [side, list] of [
      ['here', here],
      ['there', there],
    ] as const)
      if (!list.some(({ mark }) => mark === thing.mark)) problems.push(`${thing.mark} is not ${side}`);
  }
  for (const cell of await cells()) {
    const there = worksThere().find(({ mark }) => mark === markOf(cell.title))?.work;
    const student = learners.find(({ accountId }) => accountId === cell.account_id);
    const submission = there && student && room.submissions.get(room.submissionIds.get(`${there.id} ${student.there.id}`) ?? '');
    if (!submission) continue;
    const state = ['TURNED_IN', 'RETURNED'].includes(submission.state) ? submission.state : 'CREATED';
    const isTold =
      refusals.some(({ local_id, field }) => local_id === cell.id && field === 'state') ||
      data.some(({ student_id, subject }) => student_id === cell.account_id && markOf(subject) === markOf(cell.title));
    if (cell.state !== state && !isTold) problems.push(`${cell.title} of ${cell.account_id} is ${cell.state} here and ${submission.state} there`);
  }
  return problems;
}
