import type { Random } from '../../../../testing/random.ts';
import type { Course, Submission, Work } from '../../../../testing/classroom/types.ts';
import { PlainFact, PlainField, type Side, type Value } from './plain-model.ts';
import type { SyncedPerson } from './synced-class.ts';
import type { SyncedSchool } from './synced-school.ts';

export type Kind = 'work' | 'topic' | 'announcement' | 'class' | 'submission';
export const KINDS: readonly Kind[] = ['work', 'topic', 'announcement', 'class', 'submission'];

/** A thing on both sides, or not yet on one of them. */
export interface Thing {
  kind: Kind;
  /** The prefix of every name that it ever gets. */
  mark: string;
  madeBy: Side;
  isDeleted: boolean;
  /** True when somebody undid its creation or deletion, or decided so: it may then exist on one side only. */
  isOver: boolean;
  /** The fields by their names in reports. */
  fields: Map<string, PlainField>;
}

/** A thing as it is on one side. */
export interface Seen {
  mark: string;
  id: number | string;
  fields: Readonly<Record<string, Value>>;
}

export type Standing = 'in' | 'out';
export type HandIn = 'CREATED' | 'TURNED_IN' | 'RETURNED';
const handInOf = ({ state }: Submission): HandIn => (state === 'TURNED_IN' || state === 'RETURNED' ? state : 'CREATED');

/** A person's fact, with its states at Google since the last check. */
interface Followed<Word extends string> {
  fact: PlainFact<Word>;
  there: Set<Word>;
}

export interface Ground {
  school: SyncedSchool;
  random: Random;
  next: () => number;
  owner: SyncedPerson;
  learners: readonly SyncedPerson[];
  course: Course;
  courseId: number;
}

/** Returns the UTC offset of Berlin in hours: due dates are in January and July, with one and two hours. */
const hoursAhead = (month: number): number => (month === 7 ? 2 : 1);
const two = (part: number): string => String(part).padStart(2, '0');
export const DUE_YEAR = 2031;

function dueThere({ dueDate, dueTime }: Work): string | null {
  if (!dueDate) return null;
  const { year, month, day } = dueDate;
  if (!dueTime) return `${year}-${two(month)}-${two(day)}T23:59`;
  const at = new Date(Date.UTC(year, month - 1, day, (dueTime.hours ?? 0) + hoursAhead(month), dueTime.minutes ?? 0));
  return at.toISOString().slice(0, 16);
}

/** Converts a due date as Classroom's own screens set it. */
export function dueToThere(due: string | null): Pick<Work, 'dueDate' | 'dueTime'> | { dueDate: undefined; dueTime: undefined } {
  if (due === null) return { dueDate: undefined, dueTime: undefined };
  const [year, month, day, hours, minutes] = due.split(/\D/).map(Number) as [number, number, number, number, number];
  const at = new Date(Date.UTC(year, month - 1, day, hours - hoursAhead(month), minutes));
  return {
    dueDate: { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
    dueTime: { hours: at.getUTCHours(), minutes: at.getUTCMinutes() },
  };
}

/** A class of a storm test: the things on both sides, the values typed into it, and the sync's reports about it. */
export class StormClass {
  readonly ground: Ground;
  readonly things: Thing[] = [];
  readonly whole: Thing;
  /** The memberships by account. */
  readonly members = new Map<number, Followed<Standing>>();
  /** The submissions by work and student. */
  readonly handIns = new Map<string, Followed<HandIn>>();
  /** The cells that were handed in here. */
  readonly handedInHere = new Set<string>();
  readonly #topicMarks = new Map<string, string>();

  constructor(ground: Ground) {
    this.ground = ground;
    this.whole = this.add('class', 'there');
    for (const { accountId, there } of ground.learners) {
      const standing = this.standingThere(there.id);
      this.members.set(accountId, { fact: new PlainFact<Standing>(standing), there: new Set([standing]) });
    }
  }

  get room() {
    return this.ground.school.google.state.room(this.ground.course.id);
  }
  get asTeacher() {
    return this.ground.school.google.asTeacher(this.ground.owner.there);
  }

  add(kind: Kind, madeBy: Side): Thing {
    const thing: Thing = { kind, mark: `${kind[0]}${this.ground.next()}:`, madeBy, isDeleted: false, isOver: false, fields: new Map() };
    this.things.push(thing);
    return thing;
  }
  find(mark: string): Thing | undefined {
    return this.things.find((thing) => thing.mark === mark);
  }
  /** Returns the grades of a student's work, adding them at the first access. */
  findCell(mark: string): Thing {
    const thing: Thing = this.find(mark) ?? { kind: 'submission', mark, madeBy: 'here', isDeleted: false, isOver: false, fields: new Map() };
    if (!this.things.includes(thing)) this.things.push(thing);
    return thing;
  }
  /** Records that somebody deleted a topic: works assigned to it then have no topic, or another one. */
  deleteTopic(topic: Thing): void {
    topic.isDeleted = true;
    for (const { fields } of this.things) fields.get('topic')?.giveUp([topic.mark]);
  }
  field(thing: Thing, name: string): PlainField {
    const field = thing.fields.get(name) ?? new PlainField();
    thing.fields.set(name, field);
    return field;
  }
  type(side: Side, thing: Thing, values: Readonly<Record<string, Value>>): void {
    for (const [name, value] of Object.entries(values)) {
      // a work assigned to a topic that is deleted on the other side has no topic
      if (name === 'topic' && value !== null && this.find(String(value))?.isDeleted) this.field(thing, name).typeOver(side);
      else this.field(thing, name).type(side, value);
    }
  }
  /** Returns a new text for a thing. */
  name(thing: Thing): string {
    return `${thing.mark}${this.ground.next()}`;
  }

  handIn(mark: string): Followed<HandIn> {
    const followed = this.handIns.get(mark) ?? { fact: new PlainFact<HandIn>('CREATED'), there: new Set() };
    this.handIns.set(mark, followed);
    return followed;
  }
  /** Records the state of a student's work there, after somebody changed it. */
  noteHandIn(mark: string, submission: Submission): HandIn {
    const word = handInOf(submission);
    this.handIn(mark).there.add(word);
    return word;
  }
  standingThere(userId: string): Standing {
    return this.room.students.get(userId) ? 'in' : 'out';
  }

  /** Returns the things of a kind on this side, without archived or deleted ones. */
  async look(side: Side, kind: Kind): Promise<Seen[]> {
    return side === 'here' ? this.#lookHere(kind) : this.#lookThere(kind);
  }

  async #lookHere(kind: Kind): Promise<Seen[]> {
    const { school, courseId } = this.ground;
    const { db } = school.app;
    if (kind === 'work') {
      const rows = await db
        .selectFrom('course_works')
        .leftJoin('course_topics', (join) => join.onRef('course_topics.id', '=', 'course_works.topic_id').on('course_topics.archived_at', 'is', null))
        .select(['course_works.id', 'title', 'max_points', 'due_on', 'due_time', 'state', 'course_topics.name as topic'])
        .where('course_works.course_id', '=', courseId)
        .where('course_works.archived_at', 'is', null)
        .execute();
      return rows.map(({ id, title, max_points: points, due_on, due_time, state, topic }) => {
        const due = due_on === null ? null : `${due_on}T${(due_time ?? '23:59').slice(0, 5)}`;
        return { id, mark: markOf(title), fields: { title, points, due, state, topic: topic === null ? null : markOf(topic) } };
      });
    }
    if (kind === 'topic') {
      const rows = await db.selectFrom('course_topics').select(['id', 'name']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
      return rows.map(({ id, name }) => ({ id, mark: markOf(name), fields: { name } }));
    }
    if (kind === 'announcement') {
      const rows = await db.selectFrom('announcements').select(['id', 'summary']).where('course_id', '=', courseId).where('archived_at', 'is', null).execute();
      return rows.map(({ id, summary: text }) => ({ id, mark: markOf(text), fields: { text } }));
    }
    if (kind === 'class') {
      const { description } = await db.selectFrom('courses').select('description').where('id', '=', courseId).executeTakeFirstOrThrow();
      return [{ id: courseId, mark: this.whole.mark, fields: { description } }];
    }
    return (await this.cells()).map(({ id, mark, draft_grade: draftGrade, assigned_grade: assignedGrade }) => ({
      id,
      mark,
      fields: { draftGrade, assignedGrade },
    }));
  }

  #lookThere(kind: Kind): Seen[] {
    const { works, topics, announcements } = this.room;
    for (const { topicId, name } of topics.values()) this.#topicMarks.set(topicId, markOf(name));
    if (kind === 'topic') return [...topics.values()].map(({ topicId: id, name }) => ({ id, mark: markOf(name), fields: { name } }));
    if (kind === 'announcement') return [...announcements.values()].filter(isThere).map(({ id, text }) => ({ id, mark: markOf(text), fields: { text } }));
    if (kind === 'class') {
      const { id, description = '' } = this.ground.school.google.state.courses.get(this.ground.course.id)!;
      return [{ id, mark: this.whole.mark, fields: { description } }];
    }
    if (kind === 'submission')
      return this.submissionsThere().map(({ mark, submission: { id, draftGrade = null, assignedGrade = null } }) => ({
        ...{ id, mark, fields: { draftGrade, assignedGrade } },
      }));
    return [...works.values()].filter(isThere).map((work) => {
      const { id, title, maxPoints: points = null, state, topicId } = work;
      return { id, mark: markOf(title), fields: { title, points, due: dueThere(work), state, topic: this.topicOf(topicId) } };
    });
  }

  /** Returns the submissions here of current members of the class, or also former ones (`orWere`). */
  async cells({ orWere = false } = {}) {
    const rows = await this.ground.school.app.db
      .selectFrom('submissions')
      .innerJoin('course_works', 'course_works.id', 'submissions.course_work_id')
      .innerJoin('course_members', (join) =>
        join.onRef('course_members.course_id', '=', 'course_works.course_id').onRef('course_members.account_id', '=', 'submissions.account_id'),
      )
      .select(['submissions.id', 'submissions.account_id', 'course_work_id', 'title', 'work_type', 'submissions.state', 'draft_grade', 'assigned_grade'])
      .where('submissions.course_id', '=', this.ground.courseId)
      .where('submissions.assigned_at', 'is not', null)
      .where('course_works.archived_at', 'is', null)
      .where('course_works.state', '=', 'PUBLISHED')
      .$if(!orWere, (cells) => cells.where('course_members.left_at', 'is', null))
      .orderBy('submissions.id')
      .execute();
    return rows.map((row) => ({ ...row, mark: `${markOf(row.title)}${row.account_id}`, work: this.find(markOf(row.title)) }));
  }

  /** Returns the submissions at Google of members of the class. */
  submissionsThere(): { mark: string; work: Work; student: SyncedPerson; submission: Submission }[] {
    const { works, submissions, submissionIds } = this.room;
    return [...works.values()].filter(isThere).flatMap((work) =>
      this.ground.learners.flatMap((student) => {
        const submission = submissions.get(submissionIds.get(`${work.id} ${student.there.id}`) ?? '');
        return submission && work.state === 'PUBLISHED' ? [{ mark: `${markOf(work.title)}${student.accountId}`, work, student, submission }] : [];
      }),
    );
  }

  /** Returns the students of the class here, by account. */
  async listStudentsHere(): Promise<Set<number>> {
    const rows = await this.ground.school.app.db
      .selectFrom('course_members')
      .select('account_id')
      .where('course_id', '=', this.ground.courseId)
      .where('role', '=', 'STUDENT')
      .where('left_at', 'is', null)
      .execute();
    return new Set(rows.map(({ account_id }) => account_id));
  }

  /** Finds the thing that a row of a report or a conflict is about. */
  async findOfReport({ kind, local_id }: { kind: string; local_id: number | null }): Promise<Thing | undefined> {
    if (kind === 'submission') {
      const cell = (await this.cells({ orWere: true })).find(({ id }) => id === local_id);
      return cell && this.findCell(cell.mark);
    }
    const seen = KINDS.includes(kind as Kind) ? (await this.look('here', kind as Kind)).find(({ id }) => id === local_id) : undefined;
    return seen && this.find(seen.mark);
  }

  topicOf(topicId: unknown): string | null {
    return this.#topicMarks.get(String(topicId)) ?? null;
  }
  /** Converts a value of a report or a conflict to the form used in checks. */
  valueOf(field: string, value: unknown): Value {
    return field === 'topic' ? this.topicOf(value) : (value as Value);
  }

  /** Lists the values that reports show as refused, and those undone. */
  async listTold() {
    const rows = await this.ground.school.app.db
      .selectFrom('sync_changes')
      .select(['run_id', 'kind', 'local_id', 'field', 'action', 'before', 'after', 'outcome'])
      .where('course_id', '=', this.ground.courseId)
      .where('outcome', 'in', ['refused', 'undone'])
      .execute();
    return rows.map((row) => {
      const [before, after] = [row.before, row.after].map((value) => this.valueOf(row.field ?? '', value)) as [Value, Value];
      return { ...row, values: row.outcome === 'refused' ? [after] : [before, after] };
    });
  }

  /** Lists the open conflicts. */
  async listOpen() {
    const rows = await this.ground.school.app.db
      .selectFrom('sync_conflicts')
      .innerJoin('external_links', 'external_links.id', 'sync_conflicts.link_id')
      .select(['sync_conflicts.id', 'sync_conflicts.kind', 'local_id', 'field', 'ours', 'theirs'])
      .where('course_id', '=', this.ground.courseId)
      .where('choice', 'is', null)
      .orderBy('sync_conflicts.id')
      .execute();
    return rows.map((row) => ({ ...row, ours: this.valueOf(row.field, row.ours), theirs: this.valueOf(row.field, row.theirs) }));
  }
}

const markOf = (text: string): string => `${text.split(':')[0]}:`;
const isThere = ({ state }: { state: string }): boolean => state !== 'DELETED';
