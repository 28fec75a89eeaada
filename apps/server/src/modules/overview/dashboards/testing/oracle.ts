import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

/**
 * Counts dashboards a second time, with plain loops over all rows of the tables. It shares no SQL with the tested code.
 */
type Row = Record<string, any>;
export type Who = { of: 'everything' } | { of: 'school'; id: number } | { of: 'teacher'; id: number } | { of: 'student'; id: number };
type Filters = Record<string, unknown>;
type Tables = Record<string, Row[]>;

const TABLES = [
  'schools',
  'accounts',
  'account_types',
  'courses',
  'course_members',
  'levels',
  'assessments',
  'lesson_figures',
  'lesson_students',
  'course_works',
  'submissions',
  'questions',
  'assessment_questions',
];

export async function readTables(db: Db): Promise<Tables> {
  const entries = TABLES.map(async (name) => [name, (await sql<Row>`SELECT * FROM ${sql.table(name)}`.execute(db)).rows] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns true when the work was given to the student later than it was posted, after it was due. */
const isLatecomer = (piece: Row, work: Row): boolean => piece['assigned_at'] > work['posted_at'] && piece['assigned_at'] > work['due_at'];
const localDay = (at: Date, zone: string): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(at);
const fold = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
const has = (name: string, typed: string): boolean =>
  fold(typed)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => fold(name).includes(word));

/** Returns ways to look into the tables: rows by table and by id, and memberships. */
function createLook(tables: Tables) {
  const of = (table: string): Row[] => tables[table] as Row[];
  const byId = (table: string, id: unknown): Row | undefined => of(table).find((row) => row['id'] === id);
  const isMember = (courseId: unknown, id: number, role: string): boolean =>
    of('course_members').some((m) => m['course_id'] === courseId && m['account_id'] === id && m['role'] === role && m['left_at'] === null);
  const inCourse = (courseId: unknown, reach: Who): boolean =>
    reach.of === 'everything' ||
    (reach.of === 'school'
      ? byId('courses', courseId)?.['school_id'] === reach.id
      : isMember(courseId, reach.id, reach.of === 'teacher' ? 'TEACHER' : 'STUDENT'));
  return { of, byId, isMember, inCourse };
}
const within = (day: string | null, from: unknown, to: unknown): boolean =>
  (!from && !to) || (day !== null && (!from || day >= String(from)) && (!to || day <= String(to)));
const only = (value: unknown, wanted: unknown): boolean => wanted === undefined || value === wanted;

/** Returns the finished lessons that a person counts, each with their own row when they are a student. */
function lessonsOf(tables: Tables, who: Who, f: Filters): { lesson: Row; own: Row | null }[] {
  const { of, byId, inCourse } = createLook(tables);
  const isIn = (lesson: Row, reach: Who): boolean => (reach.of === 'school' ? lesson['school_id'] === reach.id : inCourse(lesson['course_id'], reach));
  return of('lesson_figures').flatMap((lesson) => {
    const a = byId('assessments', lesson['assessment_id'])!;
    const own =
      who.of === 'student'
        ? of('lesson_students').find((row) => row['session_id'] === lesson['session_id'] && row['account_id'] === who.id && row['logged_in_at'] !== null)
        : null;
    const isCounted =
      (who.of === 'student' ? own !== undefined : isIn(lesson, who)) &&
      only(a['subject_id'], f['subject']) &&
      only(a['grade_id'], f['grade']) &&
      only(lesson['course_id'], f['class']) &&
      (f['teacher'] === undefined || isIn(lesson, { of: 'teacher', id: Number(f['teacher']) })) &&
      (f['school'] === undefined || isIn(lesson, { of: 'school', id: Number(f['school']) })) &&
      within(lesson['held_on'], f['from'], f['to']);
    return isCounted ? [{ lesson, own: own ?? null }] : [];
  });
}

/** Returns the answers by form of lessons together, counted over the rows of their students. */
function turnOf(tables: Tables, lessons: readonly { lesson: Row; own: Row | null }[]) {
  const seats = lessons.flatMap(({ lesson, own }) => (own ? [own] : tables['lesson_students']!.filter((row) => row['session_id'] === lesson['session_id'])));
  const form = (key: string) => ({ answered: seats.filter((row) => row[key] !== null).length, right: seats.filter((row) => row[key] === true).length });
  const moved = (first: boolean, second: boolean): number => seats.filter((row) => row['first_right'] === first && row['second_right'] === second).length;
  const isOwn = lessons.some(({ own }) => own !== null);
  const moves = { kept_right: moved(true, true), wrong_to_right: moved(false, true), right_to_wrong: moved(true, false), kept_wrong: moved(false, false) };
  return { alone: form('first_right'), after: form('second_right'), transfer: form('transfer_right'), moves: isOwn ? null : moves };
}

/** Returns the answers by form of all lessons, of each week by its Monday, and of each of the newest twenty lessons. */
export function countOverTime(tables: Tables, who: Who, f: Filters) {
  const lessons = lessonsOf(tables, who, f).toSorted(
    (one, other) => one.lesson['held_on'].localeCompare(other.lesson['held_on']) || one.lesson['session_id'] - other.lesson['session_id'],
  );
  const mondayOf = (day: string): string => {
    const at = new Date(`${day}T00:00:00Z`);
    while (at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() - 1);
    return at.toISOString().slice(0, 10);
  };
  const mondays = [...new Set(lessons.map(({ lesson }) => mondayOf(lesson['held_on'])))].sort();
  return {
    since: (lessons[0]?.lesson['held_on'] as string | undefined) ?? null,
    whole: turnOf(tables, lessons),
    weeks: mondays.map((week) => ({
      week,
      ...turnOf(
        tables,
        lessons.filter(({ lesson }) => mondayOf(lesson['held_on']) === week),
      ),
    })),
    lessons: lessons.slice(-20).map((one) => ({ assessment_id: one.lesson['assessment_id'] as number, ...turnOf(tables, [one]) })),
  };
}

/** Finds a gain and its interval by trying every hundredth of a percent against the inequality that defines them. */
export function tryGain({
  kept_right,
  wrong_to_right,
  right_to_wrong,
  kept_wrong,
}: Record<'kept_right' | 'wrong_to_right' | 'right_to_wrong' | 'kept_wrong', number>) {
  const [n, u, v] = [kept_right + wrong_to_right + right_to_wrong + kept_wrong, wrong_to_right - right_to_wrong, wrong_to_right + kept_wrong];
  const holds = (g: number): boolean =>
    (1 + 1.96 ** 2 / n) * (u - g * v) ** 2 <= 1.96 ** 2 * ((1 - g) ** 2 * wrong_to_right + right_to_wrong + g ** 2 * kept_wrong);
  const tried = Array.from({ length: 20_001 }, (_, step) => step / 10_000 - 1).filter(holds);
  const isTooFew = n < 15 || (right_to_wrong === 0 && (wrong_to_right === 0 || kept_wrong === 0)) || holds(-1) || holds(-1000) || holds(1000);
  return { gain: v === 0 ? null : u / v, interval: isTooFew ? null : { low: tried[0], high: tried.at(-1) } };
}

export function count(name: string, tables: Tables, who: Who, f: Filters): Record<string, number | null> {
  const { of, byId, isMember, inCourse } = createLook(tables);
  const isActive = (course: Row | undefined): boolean => course !== undefined && course['archived_at'] === null && course['course_state'] === 'ACTIVE';
  const sum = (rows: Row[], key: string): number => rows.reduce((total, row) => total + Number(row[key]), 0);
  const now = new Date();
  const nameOf = (account: Row): string => `${account['first_name']} ${account['last_name']} ${account['email_key']}`;

  if (name === 'student-enrollment') {
    const typed = (key: string): string | undefined => f[key] as string | undefined;
    const staff = (course: Row): Row[] =>
      of('course_members')
        .filter((m) => m['course_id'] === course['id'] && m['role'] === 'TEACHER' && m['left_at'] === null)
        .map((m) => byId('accounts', m['account_id']) as Row);
    const courses = of('courses').filter(
      (course) =>
        isActive(course) &&
        inCourse(course['id'], who) &&
        only(course['school_id'], f['school']) &&
        (!typed('class') || has(`${course['name']} ${course['section']}`, typed('class')!)) &&
        (!typed('grade') || has(String(byId('levels', course['level_id'])?.['name'] ?? ''), typed('grade')!)) &&
        (!typed('teacher') || staff(course).some((teacher) => has(nameOf(teacher), typed('teacher')!))),
    );
    const ids = new Set(courses.map((course) => course['id']));
    const isStudent = (account: Row): boolean => account['status'] && (!typed('student') || has(nameOf(account), typed('student')!));
    const places = of('course_members').filter(
      (m) => ids.has(m['course_id']) && m['role'] === 'STUDENT' && m['left_at'] === null && isStudent(byId('accounts', m['account_id'])!),
    );
    const asksForClass = ['class', 'grade', 'teacher'].some((key) => typed(key));
    const isOfSchool = (account: Row): boolean => only(account['school_id'], f['school'] ?? (who.of === 'school' ? who.id : undefined));
    const inClass = new Set(places.map((m) => m['account_id']));
    const students = of('accounts').filter(
      (account) =>
        String(byId('account_types', account['account_type_id'])!['name']).toLowerCase() === 'student' &&
        isStudent(account) &&
        (!asksForClass && (who.of === 'everything' || who.of === 'school') ? isOfSchool(account) : inClass.has(account['id'])),
    );
    const kept = courses.filter((course) => !typed('student') || places.some((m) => m['course_id'] === course['id']));
    const keptIds = new Set(kept.map((course) => course['id']));
    const works = of('course_works').filter((work) => keptIds.has(work['course_id']) && work['state'] === 'PUBLISHED' && work['archived_at'] === null);
    return { total_student: students.length, total_enrollment: places.length, total_course: kept.length, total_coursework: works.length };
  }

  const figureOf = (assessment: Row): Row | undefined => of('lesson_figures').find((row) => row['assessment_id'] === assessment['id']);
  const assessmentIn = (assessment: Row, reach: Who): boolean => {
    const school = byId('courses', assessment['class_id'])?.['school_id'] ?? byId('accounts', assessment['account_id'])?.['school_id'];
    if (reach.of === 'everything') return true;
    if (reach.of === 'school') return school === reach.id;
    if (reach.of === 'teacher') return assessment['class_id'] === null ? assessment['account_id'] === reach.id : inCourse(assessment['class_id'], reach);
    const held = figureOf(assessment);
    if (held) return of('lesson_students').some((row) => row['session_id'] === held['session_id'] && row['account_id'] === reach.id);
    return byId('courses', assessment['class_id'])?.['archived_at'] === null && inCourse(assessment['class_id'], reach);
  };
  const reaches = (others: { student?: unknown; teacher?: unknown; school?: unknown }): Who[] => [
    who,
    ...(others.student === undefined ? [] : [{ of: 'student', id: Number(others.student) } as Who]),
    ...(others.teacher === undefined ? [] : [{ of: 'teacher', id: Number(others.teacher) } as Who]),
    ...(others.school === undefined ? [] : [{ of: 'school', id: Number(others.school) } as Who]),
  ];
  const withLeft = f['left'] === true;
  const wasStudent = (courseId: unknown, id: number): boolean =>
    of('course_members').some((m) => m['course_id'] === courseId && m['account_id'] === id && m['role'] === 'STUDENT');
  const isHeldBy = (row: Row): boolean =>
    byId('courses', row['course_id'])?.['archived_at'] === null &&
    (withLeft ? wasStudent(row['course_id'], row['account_id']) : isMember(row['course_id'], row['account_id'], 'STUDENT')) &&
    row['assigned_at'] !== null;

  if (name === 'assignments') {
    const zoneOf = (assessment: Row): string => {
      const school = byId('courses', assessment['class_id'])?.['school_id'] ?? byId('accounts', assessment['account_id'])?.['school_id'];
      return byId('schools', school)?.['time_zone'] ?? 'UTC';
    };
    const rows = of('assessments').filter(
      (a) =>
        (a['status'] === 'finished' || (!a['is_archived'] && (a['class_id'] === null || isActive(byId('courses', a['class_id']))))) &&
        reaches(f).every((reach) => assessmentIn(a, reach)) &&
        only(a['level_id'], f['grade']) &&
        only(a['class_id'], f['class']) &&
        within(a['schedule_date'], f['from'], f['to']),
    );
    const workIn = (work: Row, reach: Who): boolean =>
      reach.of !== 'student'
        ? inCourse(work['course_id'], reach)
        : of('submissions').some((row) => row['course_work_id'] === work['id'] && row['account_id'] === reach.id && isHeldBy(row)) ||
          (work['work_type'] === 'MATERIAL' && work['assignee_mode'] === 'ALL_STUDENTS' && inCourse(work['course_id'], reach));
    const works = of('course_works').filter((work) => {
      const course = byId('courses', work['course_id'])!;
      const posted = work['posted_at'] === null ? null : localDay(work['posted_at'], byId('schools', course['school_id'])!['time_zone']);
      return (
        work['state'] === 'PUBLISHED' &&
        work['archived_at'] === null &&
        isActive(course) &&
        reaches(f).every((reach) => workIn(work, reach)) &&
        only(course['level_id'], f['grade']) &&
        only(course['id'], f['class']) &&
        within(work['due_on'] ?? posted, f['from'], f['to'])
      );
    });
    const open = rows.filter((a) => a['status'] !== 'finished');
    return {
      total: rows.length,
      total_completed: rows.length - open.length,
      total_due: open.filter((a) => a['schedule_date'] !== null && a['schedule_date'] >= localDay(now, zoneOf(a))).length,
      total_over_due: open.filter((a) => a['schedule_date'] !== null && a['schedule_date'] < localDay(now, zoneOf(a))).length,
      total_unscheduled: open.filter((a) => a['schedule_date'] === null).length,
      total_completed_on_time: rows.filter(
        (a) => a['status'] === 'finished' && a['schedule_date'] !== null && figureOf(a)?.['finished_on'] === a['schedule_date'],
      ).length,
      total_course_work: works.length,
    };
  }

  const pieces = (isAsked: (piece: Row, work: Row, course: Row, percent: number | null) => boolean): Record<string, number> => {
    const found = of('submissions').flatMap((piece) => {
      const [work, course] = [byId('course_works', piece['course_work_id'])!, byId('courses', piece['course_id'])!];
      const grade = who.of === 'student' ? piece['assigned_grade'] : piece['draft_grade'];
      const hasPoints = work['max_points'] !== null;
      const percent = grade === null || !hasPoints ? null : (100 * Number(grade)) / Number(work['max_points']);
      const isIn = who.of === 'student' ? piece['account_id'] === who.id : inCourse(course['id'], who);
      const counts =
        isHeldBy(piece) &&
        (withLeft || byId('accounts', piece['account_id'])!['status']) &&
        !piece['excused'] &&
        work['state'] === 'PUBLISHED' &&
        work['archived_at'] === null &&
        work['work_type'] !== 'MATERIAL' &&
        course['course_state'] === 'ACTIVE';
      return counts && isIn && isAsked(piece, work, course, percent)
        ? [
            {
              ...piece,
              isGraded: grade !== null && hasPoints,
              isUngraded: grade === null && hasPoints,
              isLate: piece['state'] === 'CREATED' && work['due_at'] !== null && work['due_at'] < now && !isLatecomer(piece, work),
            },
          ]
        : [];
    });
    const n = (is: (piece: Row) => boolean): number => found.filter(is).length;
    return {
      total_classwork: found.length,
      total_complete: n((p) => p['state'] !== 'CREATED'),
      total_overdue: n((p) => p['isLate']),
      total_graded: n((p) => p['isGraded']),
      total_ungraded: n((p) => p['isUngraded']),
      total_returned: n((p) => p['state'] === 'RETURNED'),
      turned_in_graded: n((p) => p['state'] === 'TURNED_IN' && p['isGraded']),
      turned_in_ungraded: n((p) => p['state'] === 'TURNED_IN' && p['isUngraded']),
      turned_in_without_points: n((p) => p['state'] === 'TURNED_IN' && !p['isGraded'] && !p['isUngraded']),
      to_return: n((p) => {
        if (who.of === 'student') return false;
        const [draft, assigned] = [p['draft_grade'], p['assigned_grade']];
        if (p['state'] === 'RETURNED') return draft !== assigned;
        return draft !== null || (p['state'] === 'TURNED_IN' && !p['isUngraded']);
      }),
      not_yet_due: n((p) => p['state'] === 'CREATED' && !p['isLate']),
    };
  };
  if (name === 'grade-book')
    return pieces(
      (piece, work, course, percent) =>
        only(course['school_id'], f['school']) &&
        only(course['id'], f['class']) &&
        only(course['level_id'], f['grade']) &&
        only(piece['account_id'], f['student']) &&
        (f['teacher'] === undefined || isMember(course['id'], Number(f['teacher']), 'TEACHER')) &&
        (f['markingStart'] === undefined || (percent !== null && percent >= Number(f['markingStart']))) &&
        (f['markingEnd'] === undefined || (percent !== null && percent <= Number(f['markingEnd']))) &&
        within(work['due_on'], f['startDate'], f['endDate']),
    );

  if (name === 'live-instructions') {
    const held = lessonsOf(tables, who, f);
    const lessons = held.map(({ lesson }) => lesson);
    const told: Row[] = held.map(({ lesson, own: mine }) =>
      mine ? { ...mine, answers: mine['answered'], correct: ['first_right', 'second_right', 'transfer_right'].filter((key) => mine[key]).length } : lesson,
    );
    return {
      total_sessions: lessons.length,
      total_mcq: sum(lessons, 'mcq'),
      total_question: sum(lessons, 'asked'),
      total_others: sum(lessons, 'asked') - sum(lessons, 'mcq'),
      total_correct: sum(told, 'correct'),
      total_incorrect: sum(told, 'answers') - sum(told, 'correct'),
      total_comments_given: sum(told, 'comments_given'),
      total_comments_received: sum(told, 'comments_received'),
      total_likes_given: sum(told, 'likes_given'),
      total_likes_received: sum(told, 'likes_received'),
    };
  }

  if (name === 'attendance') {
    const isClassAsked = (courseId: unknown): boolean =>
      only(byId('courses', courseId)!['level_id'], f['grade']) &&
      only(courseId, f['class']) &&
      only(byId('courses', courseId)!['school_id'], f['school']) &&
      (f['teacher'] === undefined || isMember(courseId, Number(f['teacher']), 'TEACHER'));
    const isAsked = (courseId: unknown, day: string): boolean => isClassAsked(courseId) && within(day, f['start_date'], f['end_date']);
    const inLesson = (row: Row): boolean => (who.of === 'school' ? row['school_id'] === who.id : inCourse(row['course_id'], who));
    const rows = of('lesson_students').filter(
      (row) =>
        isAsked(row['course_id'], row['held_on']) &&
        (who.of === 'student'
          ? row['account_id'] === who.id
          : inLesson(row) && (withLeft || (byId('accounts', row['account_id'])!['status'] && isMember(row['course_id'], row['account_id'], 'STUDENT')))),
    );
    const lessons = of('lesson_figures').filter(
      (lesson) =>
        isAsked(lesson['course_id'], lesson['held_on']) &&
        (who.of === 'student'
          ? of('lesson_students').some((row) => row['session_id'] === lesson['session_id'] && row['account_id'] === who.id)
          : inLesson(lesson)),
    );
    const isStudent = ({ id }: Row): boolean => {
      const held = of('course_members').filter(
        (m) => m['account_id'] === id && m['role'] === 'STUDENT' && (withLeft || m['left_at'] === null) && isClassAsked(m['course_id']),
      );
      const was = of('lesson_students').filter((row) => withLeft && row['account_id'] === id && isClassAsked(row['course_id']) && inLesson(row));
      return held.some((m) => inCourse(m['course_id'], who)) || was.length > 0;
    };
    const students = who.of === 'student' ? [] : of('accounts').filter((account) => (withLeft || account['status']) && isStudent(account));
    const joined = rows.filter((row) => row['logged_in_at'] !== null).length;
    const { total_overdue, total_complete, total_graded, total_ungraded, total_returned } = pieces((_piece, work, course) =>
      of('lesson_figures').some((held) => held['assessment_id'] === work['assessment_id'] && isAsked(course['id'], held['held_on'])),
    );
    return {
      total_average_session: lessons.length === 0 ? null : Math.round((10 * joined) / lessons.length) / 10,
      total_sessions: lessons.length,
      total_logged_in: joined,
      total_absent: rows.length - joined,
      total_students: students.length,
      total_submitted: rows.filter((row) => row['answered'] === 3).length,
      total_engaged: rows.filter((row) => row['comments_given'] + row['replies_given'] + row['likes_given'] > 0).length,
      ...({ total_overdue, total_complete, total_graded, total_ungraded, total_returned } as Record<string, number>),
    };
  }

  const questionIn = (question: Row, reach: Who): boolean =>
    reach.of === 'everything' ||
    (reach.of === 'school'
      ? byId('accounts', question['account_id'])!['school_id'] === reach.id
      : question['account_id'] === reach.id ||
        (reach.of === 'teacher' &&
          of('courses').some(
            (course) => course['archived_at'] === null && inCourse(course['id'], reach) && isMember(course['id'], question['account_id'], 'STUDENT'),
          )));
  const approval = (value: number, wanted: unknown): boolean => wanted === undefined || (wanted === 1 ? value >= 1 : value === 0);
  const questions = of('questions').filter(
    (q) =>
      q['archived_at'] === null &&
      q['published_state'] === 'PUBLISHED' &&
      questionIn(q, who) &&
      (f['teacher_id'] === undefined || questionIn(q, { of: 'teacher', id: Number(f['teacher_id']) })) &&
      only(q['account_id'], f['student_id']) &&
      approval(q['teacher_status'], f['teacher_status']) &&
      approval(q['status'], f['status']) &&
      (f['class_id'] === undefined ||
        of('course_members').some((m) => m['course_id'] === f['class_id'] && m['account_id'] === q['account_id'] && m['left_at'] === null)) &&
      only(q['question_subject_id'], f['question_subject_id']) &&
      only(q['question_grade_id'], f['question_grade_id']) &&
      only(byId('accounts', q['account_id'])!['school_id'], f['school_id']),
  );
  const uses = (q: Row): number =>
    new Set(
      of('assessment_questions')
        .filter((row) => row['question_id'] === q['id'])
        .map((row) => row['assessment_id']),
    ).size;
  return {
    total_question: questions.length,
    total_admin_approved: questions.filter((q) => q['status'] === 1).length,
    total_reused: questions.filter((q) => uses(q) > 1).length,
    total_teacher_approved: questions.filter((q) => q['teacher_status'] >= 1).length,
  };
}
