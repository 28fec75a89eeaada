import { attach, giveBack, grade, openSubmission, reclaim, turnIn } from '../deeds/submissions.ts';
import { denied, foreignProject, invalid, notFound, precondition } from '../errors.ts';
import { parseMask } from '../masks.ts';
import { canTeach, type Context, courseOf, listOf, type Method, pageOf, pageParameters, param, requireModifiable } from '../method.ts';
import { takePage } from '../pages.ts';
import { scope } from '../scopes.ts';
import type { Listed } from '../shelf.ts';
import type { Attachment, Course, HistoryEntry, Submission, Work } from '../types.ts';
import { toTime } from '../world.ts';
import { dueOf } from './course-work.ts';
import { parseLink, requireFile } from './post-parts.ts';

const path = 'v1/courses/{courseId}/courseWork/{courseWorkId}/studentSubmissions';
const one = `${path}/{id}`;
const fields = [
  ...['courseId', 'courseWorkId', 'id', 'userId', 'creationTime', 'updateTime', 'state', 'late', 'draftGrade', 'assignedGrade', 'alternateLink'],
  ...['courseWorkType', 'associatedWithDeveloper', 'submissionHistory', 'assignmentSubmission', 'shortAnswerSubmission', 'multipleChoiceSubmission'],
];
const ofAll = ['coursework.students', 'coursework.students.readonly', 'student-submissions.students.readonly'];
const ofOwn = ['coursework.me', 'coursework.me.readonly', 'student-submissions.me.readonly'];
const readers = [...ofOwn, ...ofAll];
const graders = ['coursework.me', 'coursework.students'];
const grades = ['draftGrade', 'assignedGrade'] as const;
const MOST_ATTACHMENTS = 20;

const id = (verb: string) => `courses.courseWork.studentSubmissions.${verb}`;

export const submissionMethods: readonly Method[] = [
  { id: id('list'), method: 'GET', path, query: ['userId', 'states', 'late', ...pageParameters], scopes: readers, run: list },
  { id: id('get'), method: 'GET', path: one, scopes: readers, run: get },
  { id: id('patch'), method: 'PATCH', path: one, query: ['updateMask'], mask: grades, body: fields, scopes: graders, run: patch },
  { id: id('modifyAttachments'), method: 'POST', path: `${one}:modifyAttachments`, body: ['addAttachments'], scopes: graders, run: modifyAttachments },
  { id: id('turnIn'), method: 'POST', path: `${one}:turnIn`, body: [], scopes: ['coursework.me'], run: (context) => ofStudent(context, turnIn) },
  { id: id('reclaim'), method: 'POST', path: `${one}:reclaim`, body: [], scopes: ['coursework.me'], run: (context) => ofStudent(context, reclaim) },
  { id: id('return'), method: 'POST', path: `${one}:return`, body: [], scopes: ['coursework.students'], run: giveBackOf },
];

const hasAny = ({ scopes }: Context, names: readonly string[]): boolean => names.some((name) => scopes.has(scope(`classroom.${name}`)));

/** Returns true for a teacher with a scope for all submissions, and for students with their own. */
function isSeen(context: Context, course: Course, { userId }: Submission): boolean {
  const { world, actor } = context;
  if (canTeach(world, actor.user, course)) return hasAny(context, ofAll);
  return userId === actor.user.id && hasAny(context, ofOwn);
}

function isLate(work: Work, { state, turnedInAt }: Submission, now: number): boolean {
  const due = dueOf(work);
  if (due === null) return false;
  return turnedInAt !== null && state !== 'RECLAIMED_BY_STUDENT' ? turnedInAt > due : state !== 'RETURNED' && now > due;
}

function list(context: Context): object {
  const { world, actor, query } = context;
  const course = courseOf(context);
  const room = world.room(course.id);
  const workId = param(context, 'courseWorkId');
  if (workId !== '-' && !isShown(context, course, room.works.get(workId))) throw notFound();
  const states = listOf(context, 'states', ['NEW', 'CREATED', 'TURNED_IN', 'RETURNED', 'RECLAIMED_BY_STUDENT'] as const);
  const [late] = listOf(context, 'late', ['LATE_VALUES_UNSPECIFIED', 'LATE_ONLY', 'NOT_LATE_ONLY'] as const);
  const asked = query.get('userId');
  const user = asked === null ? null : world.findUser(asked, actor.user);
  if (user === undefined) throw notFound();
  if (canTeach(world, actor.user, course) && !hasAny(context, ofAll)) throw denied();
  const page = pageOf(context);
  const now = world.now();
  const isAsked = (submission: Submission): boolean => {
    const work = room.works.get(submission.courseWorkId);
    if (!work || work.state !== 'PUBLISHED' || (user && submission.userId !== user.id)) return false;
    if (states.length > 0 && !states.includes(submission.state)) return false;
    if (late && late !== 'LATE_VALUES_UNSPECIFIED' && isLate(work, submission, now) !== (late === 'LATE_ONLY')) return false;
    return isSeen(context, course, submission);
  };
  const { items, nextPageToken } = takePage(matching(room.submissions.listed(workId === '-' ? '' : workId, page.after), isAsked), page);
  return { ...(items.length > 0 ? { studentSubmissions: items.map((item) => toView(context, course, item)) } : {}), nextPageToken };
}

function* matching(listed: Iterable<Listed<Submission>>, isAsked: (submission: Submission) => boolean): Generator<Listed<Submission>> {
  for (const entry of listed) if (isAsked(entry.item)) yield entry;
}

function isShown({ world, actor }: Context, course: Course, work: Work | undefined): boolean {
  return work !== undefined && (canTeach(world, actor.user, course) || work.state === 'PUBLISHED');
}

function toView(context: Context, course: Course, submission: Submission): object {
  const { world, actor } = context;
  const work = world.room(course.id).works.get(submission.courseWorkId) as Work;
  const isStaff = canTeach(world, actor.user, course);
  const { courseId, courseWorkId, id, userId, createdAt, updatedAt, state, draftGrade, assignedGrade, attachments, answer, history } = submission;
  return {
    courseId,
    courseWorkId,
    id,
    userId,
    creationTime: createdAt === null ? undefined : toTime(createdAt),
    updateTime: updatedAt === null ? undefined : toTime(updatedAt),
    state,
    late: isLate(work, submission, world.now()) ? true : undefined,
    draftGrade: isStaff ? draftGrade : undefined,
    assignedGrade,
    alternateLink: `https://classroom.google.com/c/${courseId}/a/${courseWorkId}/submissions/${id}`,
    courseWorkType: work.workType,
    associatedWithDeveloper: work.projectId === actor.projectId ? true : undefined,
    submissionHistory: history.length > 0 ? history.map(toHistoryView) : undefined,
    assignmentSubmission: work.workType === 'ASSIGNMENT' && state !== 'NEW' ? { attachments } : undefined,
    shortAnswerSubmission: work.workType === 'SHORT_ANSWER_QUESTION' && answer !== undefined ? { answer } : undefined,
    multipleChoiceSubmission: work.workType === 'MULTIPLE_CHOICE_QUESTION' && answer !== undefined ? { answer } : undefined,
  };
}

function toHistoryView(entry: HistoryEntry): object {
  const { at, actorUserId } = entry;
  if ('state' in entry) return { stateHistory: { state: entry.state, stateTimestamp: toTime(at), actorUserId } };
  return { gradeHistory: { pointsEarned: entry.points, maxPoints: entry.maxPoints, gradeTimestamp: toTime(at), actorUserId, gradeChangeType: entry.grade } };
}

interface Found {
  course: Course;
  work: Work;
  submission: Submission;
}

function find(context: Context): Found {
  const course = courseOf(context);
  const { works, submissions } = context.world.room(course.id);
  const work = works.get(param(context, 'courseWorkId'));
  const submission = submissions.get(param(context, 'id'));
  if (!work || work.state !== 'PUBLISHED' || submission?.courseWorkId !== work.id || !isSeen(context, course, submission)) throw notFound();
  return { course, work, submission };
}

/** Returns a submission. A student's first look at it makes it CREATED. */
function get(context: Context): object {
  const { course, submission } = find(context);
  const isOwn = submission.userId === context.actor.user.id;
  return toView(context, course, isOwn ? openSubmission(context.world, submission) : submission);
}

/** Finds a submission that the caller's project may change. @throws GoogleError */
function findOwn(context: Context): Found {
  const found = find(context);
  if (found.work.projectId !== context.actor.projectId) throw foreignProject();
  requireModifiable(found.course);
  return found;
}

function patch(context: Context): object {
  const mask = parseMask(context.query, grades);
  const { world, actor, body } = context;
  const { course, work, submission } = findOwn(context);
  if (!canTeach(world, actor.user, course)) throw denied();
  const said: { draftGrade?: number | undefined; assignedGrade?: number | undefined } = {};
  for (const name of mask) {
    const points = body[name];
    if (points !== undefined && points !== null && !(typeof points === 'number' && Number.isFinite(points) && points >= 0))
      throw invalid(`Invalid value at '${name}'`);
    said[name] = points ?? undefined;
  }
  return toView(context, course, grade(world, submission, said, actor.user.id, work.maxPoints));
}

/** Turns in or reclaims. Only the student may. */
function ofStudent(context: Context, deed: typeof turnIn): object {
  const { submission } = findOwn(context);
  if (submission.userId !== context.actor.user.id) throw denied();
  deed(context.world, submission);
  return {};
}

function giveBackOf(context: Context): object {
  const { world, actor } = context;
  const { course, submission } = findOwn(context);
  if (!canTeach(world, actor.user, course)) throw denied();
  giveBack(world, submission, actor.user.id);
  return {};
}

function modifyAttachments(context: Context): object {
  const { world, body } = context;
  const { course, work, submission } = findOwn(context);
  const added = body.addAttachments ?? [];
  if (work.workType !== 'ASSIGNMENT' || !Array.isArray(added)) throw invalid();
  if ((submission.attachments ?? []).length + added.length > MOST_ATTACHMENTS) throw invalid('Too many attachments');
  if (submission.state === 'TURNED_IN' && work.submissionModificationMode !== 'MODIFIABLE') throw precondition();
  return toView(
    context,
    course,
    attach(
      world,
      submission,
      added.map((one: unknown) => parseAttachment(context, one)),
    ),
  );
}

/** Parses an attachment. Forms are refused. */
function parseAttachment({ world, actor }: Context, one: unknown): Attachment {
  const { link, driveFile, youTubeVideo } = (one ?? {}) as Record<string, Record<string, unknown> | undefined>;
  if (link) return { link: parseLink(link) };
  if (driveFile) return { driveFile: requireFile(world, actor.user, driveFile.id) };
  if (youTubeVideo && typeof youTubeVideo.id === 'string') return { youTubeVideo: { id: youTubeVideo.id } };
  throw invalid('Invalid attachment');
}
