import { changeCourse, type CourseWords, makeCourse, removeCourse } from './deeds/courses.ts';
import { addMember, removeMember } from './deeds/members.ts';
import { changePost, deletePost, makePost, type NewPost } from './deeds/posts.ts';
import { answer, attach, findSubmission, giveBack, grade, openSubmission, reclaim, turnIn } from './deeds/submissions.ts';
import { makeTopic, removeTopic, renameTopic } from './deeds/topics.ts';
import type {
  Actor,
  Announcement,
  Attachment,
  Course,
  CourseState,
  GradebookSettings,
  Invitation,
  MaterialPost,
  Role,
  Submission,
  Topic,
  User,
  Work,
} from './types.ts';
import type { World } from './world.ts';

type Change<Item> = { [Key in keyof Item]?: Item[Key] | undefined };
const postDefaults = { state: 'PUBLISHED', scheduledAt: null, studentIds: null, materials: [] } as const;

/**
 * Actions of a teacher in Classroom's own screens. Their results belong to no project: no application may change them.
 */
export class TeacherDeeds {
  readonly #world: World;
  readonly #actor: Actor;

  constructor(world: World, user: User) {
    this.#world = world;
    this.#actor = { user, projectId: null };
  }

  createCourse(words: CourseWords & { name: string }, more: { courseState?: CourseState; gradebookSettings?: GradebookSettings } = {}): Course {
    return makeCourse(this.#world, this.#actor.user, words, more.courseState ?? 'ACTIVE', more.gradebookSettings);
  }

  /** Changes any field, including the state and the owner. */
  changeCourse(course: Pick<Course, 'id'>, change: Change<Course>): Course {
    return changeCourse(this.#world, course.id, change);
  }

  removeCourse(course: Pick<Course, 'id'>): void {
    removeCourse(this.#world, course.id);
  }

  add(course: Pick<Course, 'id'>, user: User, role: Role): void {
    addMember(this.#world, course.id, user.id, role);
  }

  remove(course: Pick<Course, 'id'>, user: User): void {
    for (const role of ['TEACHER', 'STUDENT'] as const) removeMember(this.#world, course.id, user.id, role);
  }

  invite(course: Pick<Course, 'id'>, user: User, role: Invitation['role']): Invitation {
    const id = Buffer.from(this.#world.chance.digits(12)).toString('base64url');
    return this.#world.invitations.add(id, { id, userId: user.id, courseId: course.id, role });
  }

  withdrawInvitation(invitation: Invitation): void {
    this.#world.invitations.remove(invitation.id);
  }

  createTopic(course: Pick<Course, 'id'>, name: string): Topic {
    return makeTopic(this.#world, course.id, this.#actor, name);
  }

  renameTopic(topic: Topic, name: string): Topic {
    return renameTopic(this.#world, topic, name);
  }

  removeTopic(topic: Topic): void {
    removeTopic(this.#world, topic);
  }

  /**
   * Creates a work, by default published and for all. Points may have a fraction, and a due day no time: these screens
   * allow it.
   */
  createWork(course: Pick<Course, 'id'>, said: Partial<NewPost<'works'>> & { title: string }): Work {
    const usual = { workType: 'ASSIGNMENT', submissionModificationMode: 'MODIFIABLE_UNTIL_TURNED_IN' } as const;
    return makePost(this.#world, 'works', course.id, this.#actor, { ...postDefaults, ...usual, ...said, materials: said.materials ?? [] });
  }

  changeWork(work: Work, change: Change<Work>): Work {
    return changePost(this.#world, 'works', work, change);
  }

  createMaterial(course: Pick<Course, 'id'>, said: Partial<NewPost<'materials'>> & { title: string }): MaterialPost {
    return makePost(this.#world, 'materials', course.id, this.#actor, { ...postDefaults, ...said, materials: said.materials ?? [] });
  }

  changeMaterial(material: MaterialPost, change: Change<MaterialPost>): MaterialPost {
    return changePost(this.#world, 'materials', material, change);
  }

  announce(course: Pick<Course, 'id'>, said: Partial<NewPost<'announcements'>> & { text: string }): Announcement {
    return makePost(this.#world, 'announcements', course.id, this.#actor, { ...postDefaults, ...said, materials: said.materials ?? [] });
  }

  changeAnnouncement(announcement: Announcement, change: Change<Announcement>): Announcement {
    return changePost(this.#world, 'announcements', announcement, change);
  }

  delete(post: Work | MaterialPost | Announcement): void {
    deletePost(this.#world, 'text' in post ? 'announcements' : 'workType' in post ? 'works' : 'materials', post);
  }

  /** Sets grades. Undefined clears; fields that are not named do not change. */
  grade(work: Work, student: User, grades: { draftGrade?: number | undefined; assignedGrade?: number | undefined }): Submission {
    return grade(this.#world, submissionOf(this.#world, work, student), grades, this.#actor.user.id, work.maxPoints);
  }

  /** Returns a work as the screens do: the draft becomes the grade. */
  returnWork(work: Work, student: User): Submission {
    const submission = submissionOf(this.#world, work, student);
    if (submission.draftGrade !== undefined) this.grade(work, student, { assignedGrade: submission.draftGrade });
    return giveBack(this.#world, submission, this.#actor.user.id);
  }
}

/** Actions of a student in Classroom's own screens. */
export class StudentDeeds {
  readonly #world: World;
  readonly #user: User;

  constructor(world: World, user: User) {
    this.#world = world;
    this.#user = user;
  }

  join(course: Pick<Course, 'id'>): void {
    addMember(this.#world, course.id, this.#user.id, 'STUDENT');
  }

  leave(course: Pick<Course, 'id'>): void {
    removeMember(this.#world, course.id, this.#user.id, 'STUDENT');
  }

  /** Accepts an invitation with its role. */
  accept({ id, courseId, role }: Invitation): void {
    if (role === 'OWNER') changeCourse(this.#world, courseId, { ownerId: this.#user.id });
    else addMember(this.#world, courseId, this.#user.id, role);
    this.#world.invitations.remove(id);
  }

  decline(invitation: Invitation): void {
    this.#world.invitations.remove(invitation.id);
  }

  submission(work: Pick<Work, 'id' | 'courseId'>): Submission {
    return submissionOf(this.#world, work, this.#user);
  }

  open(work: Work): Submission {
    return openSubmission(this.#world, this.submission(work));
  }

  /** Sets a short answer, or the text of a choice. */
  answer(work: Work, text: string): Submission {
    return answer(this.#world, this.submission(work), text);
  }

  attach(work: Work, ...attachments: Attachment[]): Submission {
    return attach(this.#world, this.submission(work), attachments);
  }

  turnIn(work: Pick<Work, 'id' | 'courseId'>): Submission {
    return turnIn(this.#world, this.submission(work));
  }

  reclaim(work: Pick<Work, 'id' | 'courseId'>): Submission {
    return reclaim(this.#world, this.submission(work));
  }
}

/** Returns a submission. @throws Error when the student has no such work */
function submissionOf(world: World, { courseId, id }: Pick<Work, 'id' | 'courseId'>, student: User): Submission {
  const submission = findSubmission(world, courseId, id, student.id);
  if (!submission) throw new Error(`${student.email} does not have the work ${id}`);
  return submission;
}

export interface NewPerson {
  email: string;
  givenName?: string;
  familyName?: string;
  /** The Workspace domain. Null: a personal account. The default is that of the address. */
  domain?: string | null;
  isAdmin?: boolean;
  isTeacher?: boolean;
  isEmailHidden?: boolean;
  hasPhoto?: boolean;
  /** Google's id. The default is a new one of 21 digits. */
  id?: string;
}

export class People {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  get all(): User[] {
    return [...this.#world.users.values()];
  }

  add({
    email,
    givenName = email.split('@')[0] ?? '',
    familyName = '',
    domain = email.split('@')[1] ?? null,
    id = this.#world.chance.digits(21),
    ...more
  }: NewPerson): User {
    const usual = { isAdmin: false, isTeacher: false, isEmailHidden: false, hasPhoto: false, isDisabled: false };
    return this.#world.addUser({ id, email, givenName, familyName, domain, ...usual, ...more });
  }

  /** Returns the person with an address. @throws Error when there is none */
  get(email: string): User {
    const user = this.#world.findUserByEmail(email);
    if (!user) throw new Error(`nobody has the address ${email}`);
    return user;
  }

  /** Changes the address under the same id. The old one becomes free. */
  changeEmail(user: User, email: string): void {
    this.#world.renameUser(user, email);
  }

  /** Changes fields without a lookup. */
  change(user: User, change: Partial<Pick<User, 'givenName' | 'familyName' | 'isAdmin' | 'isTeacher' | 'isEmailHidden' | 'isDisabled'>>): void {
    Object.assign(user, change);
  }
}
