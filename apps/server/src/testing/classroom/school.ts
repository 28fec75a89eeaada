import { classes, type DemoPerson, readPeople, school } from '../../demo/content/index.ts';
import { drawPage } from '../../demo/page-pdf.ts';
import type { SimulatedClassroom } from './index.ts';
import type { Course, User, Work } from './types.ts';

const { admin, teachers, students } = await readPeople();

const DAY_MS = 86_400_000;
/** People who are only known to Google, and addresses that a school hides. */
const newcomers = ['new.student1@demo.school', 'new.student2@demo.school'];
const userOf = ({ firstName, lastName, email }: DemoPerson) => ({ email, givenName: firstName, familyName: lastName });
const isHidden = (number: number): boolean => number % 10 === 0;

/**
 * Builds the demo school as it is in Google: the same people and addresses, its six classes, and works from Classroom's
 * own screens, some of them turned in, graded or returned. It adds a class that is archived and one that is not opened
 * yet.
 */
export function buildSchool(google: SimulatedClassroom): void {
  const domain = school.domain;
  google.people.add({ ...userOf(admin), domain, isAdmin: true, isTeacher: true });
  const staff = teachers.map((teacher) => google.people.add({ ...userOf(teacher), domain, isTeacher: true }));
  const pupils = students.map((student, at) => google.people.add({ ...userOf(student), domain, isEmailHidden: isHidden(at + 1) }));
  const strangers = newcomers.map((email, at) => google.people.add({ email, givenName: 'New', familyName: `Student ${at + 1}`, domain }));
  for (const { name, section, room, teacher, coTeacher, students: range } of classes) {
    const owner = staff[teacher - 1] as User;
    const course = google.asTeacher(owner).createCourse({ name, section, room, descriptionHeading: name });
    if (coTeacher) google.asTeacher(owner).add(course, staff[coTeacher - 1] as User, 'TEACHER');
    const members = [...pupils.slice(range[0] - 1, range[1]), ...(teacher === 1 ? strangers.slice(0, 1) : [])];
    for (const member of members) google.asStudent(member).join(course);
    fillCourse(google, owner, course, members);
    if (teacher === 1) google.asTeacher(owner).invite(course, strangers[1] as User, 'STUDENT');
  }
  const first = google.asTeacher(staff[0] as User);
  first.createCourse({ name: 'Science 9B', section: 'Last year' }, { courseState: 'ARCHIVED' });
  first.createCourse({ name: 'Robotics club' }, { courseState: 'PROVISIONED' });
  fillDrives(google, staff[0] as User, pupils[0] as User);
}

/** Fills a short course: four works of each kind and stage, a material, two announcements. */
function fillCourse(google: SimulatedClassroom, owner: User, course: Course, members: readonly User[]): void {
  const teacher = google.asTeacher(owner);
  const [reading, practice] = [teacher.createTopic(course, 'Reading'), teacher.createTopic(course, 'Practice ')];
  const due = (days: number) => {
    const at = new Date(google.state.now() + days * DAY_MS);
    return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  };
  const notes = teacher.createWork(course, {
    title: 'Notes on chapter 1',
    topicId: reading.topicId,
    maxPoints: 12.5,
    dueDate: due(-9),
    dueTime: { hours: 20 },
  });
  const ticket = teacher.createWork(course, { title: 'Exit ticket', workType: 'SHORT_ANSWER_QUESTION', maxPoints: 5, dueDate: due(-2) });
  const choice = { workType: 'MULTIPLE_CHOICE_QUESTION', choices: ['A', 'B', 'C', 'None of these'] } as const;
  const poll = teacher.createWork(course, { title: 'Which one is it?', ...choice, choices: [...choice.choices], maxPoints: 5 });
  const link = { link: { url: 'https://example.org/simulation', title: 'Simulation' } };
  teacher.createWork(course, { title: 'Practice sheet 2', topicId: practice.topicId, maxPoints: 20, dueDate: due(6), dueTime: {}, materials: [link] });
  teacher.createWork(course, { title: 'Final project', state: 'DRAFT', maxPoints: 100 });
  teacher.createMaterial(course, { title: 'Glossary', topicId: reading.topicId, materials: [link] });
  teacher.announce(course, { text: 'Welcome! Bring a calculator.' });
  teacher.announce(course, { text: 'No class on Monday 🎉' });
  for (const [at, member] of members.entries()) {
    const student = google.asStudent(member);
    handIn(google, { owner, member, work: notes, at });
    if (at % 3 !== 2) student.answer(ticket, 'It depends on the mass.');
    if (at % 3 === 0) student.turnIn(ticket);
    if (at % 4 !== 3) student.answer(poll, 'ABC'[at % 3] as string);
  }
}

/** Gives submissions the states in turn: returned, to be graded, reclaimed, opened, never opened. */
function handIn(google: SimulatedClassroom, { owner, member, work, at }: { owner: User; member: User; work: Work; at: number }): void {
  const [teacher, student] = [google.asTeacher(owner), google.asStudent(member)];
  const stage = at % 5;
  if (stage === 4) return;
  student.open(work);
  if (stage === 3) return;
  student.attach(work, { link: { url: `https://example.org/notes/${at}`, title: 'My notes' } });
  student.turnIn(work);
  if (stage === 2) student.reclaim(work);
  if (stage > 1) return;
  teacher.grade(work, member, { draftGrade: Math.round((at % 12) * 100) / 100 + 0.25 });
  if (stage === 0) teacher.returnWork(work, member);
}

function fillDrives(google: SimulatedClassroom, teacher: User, student: User): void {
  const page = (title: string) => drawPage({ title, text: 'A page to try with.' });
  google.drive.add(teacher, { name: 'Worksheet.pdf', mimeType: 'application/pdf', bytes: page('Worksheet') });
  google.drive.add(student, { name: 'My lab report.pdf', mimeType: 'application/pdf', bytes: page('My lab report') });
  google.drive.add(student, { name: 'Draft of an essay', mimeType: 'application/vnd.google-apps.document', bytes: page('Draft of an essay') });
}
