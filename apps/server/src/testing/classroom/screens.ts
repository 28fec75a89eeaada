import { type Answer, html, type Incoming } from './answer.ts';
import type { CallLog } from './calls.ts';
import { GoogleError } from './errors.ts';
import { escape, page } from './html.ts';
import { StudentDeeds, TeacherDeeds } from './people.ts';
import type { Course, Role, Submission, User, Work, WorkType } from './types.ts';
import type { World } from './world.ts';

const SHOWN_CALLS = 40;

/** Serves pages in place of Classroom's own screens, for manual trials. Null for other paths. */
export function answerScreens(world: World, calls: CallLog, { method, path, text }: Incoming): Answer | null {
  if (path === '/' && method === 'GET') return html(200, showCourses(world, calls));
  const course = world.courses.get(/^\/class\/(\d+)$/.exec(path)?.[1] ?? '');
  if (!course) return null;
  if (method === 'GET') return html(200, showCourse(world, course));
  const form = new URLSearchParams(text);
  try {
    act(world, course, form);
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error;
    return html(400, page('That does not go', `<p>${escape(error.message)}</p><p><a href="${path}">Back</a></p>`));
  }
  return { status: 303, headers: { location: path }, body: '' };
}

const nameOf = (user: User | undefined): string => escape(user ? `${user.givenName} ${user.familyName}`.trim() : 'somebody');

function showCourses(world: World, calls: CallLog): string {
  const rows = [...world.courses.values()].map((course) => {
    const { teachers, students, works } = world.room(course.id);
    const counts = [teachers, students, works].map(({ size }) => `<td>${size}</td>`).join('');
    return `<tr><td><a href="/class/${course.id}">${escape(course.name)}</a></td><td>${course.courseState}</td><td>${nameOf(world.users.get(course.ownerId))}</td>${counts}</tr>`;
  });
  const last = calls.all.slice(-SHOWN_CALLS).toReversed();
  const log = last.map(({ method, path, status, id }) => `<tr><td>${status}</td><td>${method}</td><td>${escape(path)}</td><td>${escape(id ?? '')}</td></tr>`);
  return page(
    'Simulated Google Classroom',
    `<table><tr><th>Class</th><th>State</th><th>Owner</th><th>Teachers</th><th>Students</th><th>Works</th></tr>${rows.join('')}</table>
<h2>Latest calls of ${calls.total}</h2><table>${log.join('')}</table>`,
  );
}

/** Returns a form with one button, and a field when there is something to type. */
function button(deed: string, words: string, hidden: Record<string, string> = {}, field: { name: string; value?: string | undefined } | null = null): string {
  const values = Object.entries({ deed, ...hidden }).map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`);
  const typed = field === null ? '' : `<input name="${field.name}" value="${escape(field.value ?? '')}" aria-label="${escape(words)}" required>`;
  return `<form method="post">${values.join('')}${typed}<button>${escape(words)}</button></form>`;
}

function showCourse(world: World, course: Course): string {
  const { teachers, students, topics, works, announcements, materials } = world.room(course.id);
  const member = (role: Role) => (id: string) =>
    `<li>${nameOf(world.users.get(id))} (${escape(world.users.get(id)?.email ?? '')}) ${button('remove', 'Remove', { userId: id, role })}</li>`;
  const ids = (shelf: typeof teachers) => [...shelf.values()].map(({ userId }) => userId);
  const newWork = (workType: WorkType) => button('work', `New ${workType.toLowerCase().replaceAll('_', ' ')}`, { workType }, { name: 'text' });
  return page(
    course.name,
    `<p><a href="/">All classes</a> · ${course.courseState} · code ${course.enrollmentCode}
${button('rename', 'Rename', {}, { name: 'text', value: course.name })} ${button('state', course.courseState === 'ACTIVE' ? 'Archive' : 'Open')}</p>
<p>${newWork('ASSIGNMENT')} ${newWork('SHORT_ANSWER_QUESTION')} ${button('topic', 'New topic', {}, { name: 'text' })} ${button('announce', 'Announce', {}, { name: 'text' })}</p>
<p>Topics: ${[...topics.values()].map(({ name }) => escape(name)).join(', ')}. Announcements: ${announcements.size}. Materials: ${materials.size}.</p>
${[...works.values()].map((work) => showWork(world, work)).join('')}
<h2>Teachers</h2><ul>${ids(teachers).map(member('TEACHER')).join('')}</ul>
<h2>Students</h2><p>${button('add', 'Add by address', {}, { name: 'text' })}</p><ul>${ids(students).map(member('STUDENT')).join('')}</ul>`,
  );
}

function showWork(world: World, work: Work): string {
  const { submissions } = world.room(work.courseId);
  const whose = work.projectId === null ? 'made in Classroom' : `made by ${work.projectId}`;
  const rows = [...submissions.values(work.id)].map((submission) => showSubmission(world, submission));
  const points = work.maxPoints === undefined ? 'ungraded' : `${work.maxPoints} points`;
  return `<details><summary>${escape(work.title)} (${work.state}, ${points}, ${escape(whose)})</summary>
<p>${button('title', 'Rename', { workId: work.id }, { name: 'text', value: work.title })} ${button('delete', 'Delete', { workId: work.id })}</p>
<table>${rows.join('')}</table></details>`;
}

function showSubmission(world: World, { userId, courseWorkId: workId, state, draftGrade, assignedGrade }: Submission): string {
  const hidden = { workId, userId };
  const grades = `draft ${draftGrade ?? '–'}, grade ${assignedGrade ?? '–'}`;
  const deeds = [
    button('turnIn', 'Turn in', hidden),
    button('reclaim', 'Take back', hidden),
    button('grade', 'Grade', hidden, { name: 'text' }),
    button('return', 'Return', hidden),
  ];
  return `<tr><td>${nameOf(world.users.get(userId))}</td><td>${state}</td><td>${grades}</td><td>${deeds.join(' ')}</td></tr>`;
}

/**
 * Does the action of a button, as the course's owner or as the student. @throws GoogleError when it is not possible
 */
function act(world: World, course: Course, form: URLSearchParams): void {
  const owner = new TeacherDeeds(world, world.users.get(course.ownerId) as User);
  const text = form.get('text') ?? '';
  const work = world.room(course.id).works.get(form.get('workId') ?? '');
  const user = world.users.get(form.get('userId') ?? '');
  const deeds: Readonly<Record<string, () => unknown>> = {
    rename: () => owner.changeCourse(course, { name: text }),
    state: () => owner.changeCourse(course, { courseState: course.courseState === 'ACTIVE' ? 'ARCHIVED' : 'ACTIVE' }),
    work: () => owner.createWork(course, { title: text, workType: form.get('workType') as WorkType, maxPoints: 10 }),
    topic: () => owner.createTopic(course, text),
    announce: () => owner.announce(course, { text }),
    add: () => addByAddress(world, owner, course, text),
    title: () => work && owner.changeWork(work, { title: text }),
    delete: () => work && owner.delete(work),
    remove: () => user && owner.remove(course, user),
    turnIn: () => work && user && new StudentDeeds(world, user).turnIn(work),
    reclaim: () => work && user && new StudentDeeds(world, user).reclaim(work),
    grade: () => work && user && Number.isFinite(Number(text)) && owner.grade(work, user, { draftGrade: Number(text) }),
    return: () => work && user && owner.returnWork(work, user),
  };
  const deed = form.get('deed') ?? '';
  if (Object.hasOwn(deeds, deed)) deeds[deed]?.();
}

function addByAddress(world: World, owner: TeacherDeeds, course: Course, email: string): void {
  const user = world.findUserByEmail(email.trim());
  if (user) owner.add(course, user, 'STUDENT');
}
