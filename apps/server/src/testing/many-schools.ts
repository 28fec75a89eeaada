import type pg from 'pg';

/** The size of each school. A thousand of them have 1,000,000 works, 10,000,000 submissions and 9,700,000 answers of lessons. */
export const ONE_OF_MANY = {
  students: 50,
  teachers: 10,
  years: 2,
  classesPerYear: 10,
  studentsPerClass: 10,
  lessonsPerClass: 17,
  worksPerClass: 50,
  questions: 40,
} as const;

const { students, teachers, years, classesPerYear, studentsPerClass, lessonsPerClass, worksPerClass, questions } = ONE_OF_MANY;
const people = students + teachers;
const classes = years * classesPerYear;

/** Tables whose other indexes are made when all rows are there. */
const LARGE = ['submissions', 'live_participants', 'live_posts', 'live_phases', 'live_session_questions', 'lesson_students', 'course_works'];

/** Tables whose ids these statements choose, because rows of other tables name them. */
const NUMBERED = [
  'schools',
  'accounts',
  'courses',
  'questions',
  'question_versions',
  'question_responses',
  'assessments',
  'live_sessions',
  'live_phases',
  'course_works',
];

/** The lists that each school shares with all others. */
const SHARED = `
  INSERT INTO levels (name) SELECT 'Level ' || n FROM generate_series(1, 6) n WHERE NOT EXISTS (SELECT FROM levels);
  INSERT INTO question_subjects (name) SELECT 'Subject ' || n FROM generate_series(1, 12) n WHERE NOT EXISTS (SELECT FROM question_subjects);
  INSERT INTO question_grades (name) SELECT 'Grade ' || n FROM generate_series(1, 8) n WHERE NOT EXISTS (SELECT FROM question_grades);
  INSERT INTO groups (name) SELECT 'Group ' || n FROM generate_series(1, 6) n WHERE NOT EXISTS (SELECT FROM groups);
  INSERT INTO standards (name) SELECT 'Standard ' || n FROM generate_series(1, 30) n WHERE NOT EXISTS (SELECT FROM standards);
  INSERT INTO protocols (name) SELECT 'Protocol ' || n FROM generate_series(1, 4) n WHERE NOT EXISTS (SELECT FROM protocols);
  CREATE TEMP TABLE IF NOT EXISTS chosen AS
  SELECT (SELECT min(id) FROM levels) AS level, (SELECT min(id) FROM question_subjects) AS subject, (SELECT min(id) FROM question_grades) AS grade,
         (SELECT min(id) FROM groups) AS group_id, (SELECT min(id) FROM standards) AS standard, (SELECT min(id) FROM protocols) AS protocol`;

/** `last.<table>` is the highest id before these schools; the k-th school of them is `last.schools + 1 + k`. */
const schoolsOf = (count: number): string => `
  DROP TABLE IF EXISTS last, class, lesson, seat;
  CREATE TEMP TABLE last AS SELECT ${NUMBERED.map((table) => `(SELECT coalesce(max(id), 0) FROM ${table}) AS ${table}`).join(', ')};
  INSERT INTO schools (id, school_name, time_zone) OVERRIDING SYSTEM VALUE
  SELECT last.schools + 1 + k, 'School ' || (last.schools + 1 + k), (ARRAY['America/New_York', 'America/Chicago', 'Europe/Oslo', 'UTC'])[1 + k % 4] FROM last, generate_series(0, ${count - 1}) k;
  INSERT INTO accounts (id, school_id, account_type_id, first_name, last_name, email, email_key, role_id) OVERRIDING SYSTEM VALUE
  SELECT last.accounts + 1 + k * ${people} + n - 1, last.schools + 1 + k, CASE WHEN n <= ${teachers} THEN 2 ELSE 3 END,
         (ARRAY['Amara', 'Ben', 'Chloe', 'José', 'Elif', 'Farah', 'Grace', 'Zoë', 'Isla', 'Jonas', 'Kavya', 'Leo'])[1 + (n + k) % 12],
         (ARRAY['Diallo', 'Whitaker', 'Nguyễn', 'Okoye', 'Yılmaz', 'Haddad', 'Lindqvist', 'García', 'Brennan', 'Müller', 'Raman'])[1 + (n * 5 + k) % 11] || ' ' || n,
         'person' || n || '@school' || (last.schools + 1 + k) || '.example', 'person' || n || '@school' || (last.schools + 1 + k) || '.example',
         (SELECT id FROM roles WHERE key = CASE WHEN n <= ${teachers} THEN 'teachers' ELSE 'student' END)
    FROM last, generate_series(0, ${count - 1}) k, generate_series(1, ${people}) n;
  INSERT INTO account_roles (account_id, role_id) SELECT accounts.id, role_id FROM accounts, last WHERE accounts.id > last.accounts;
  CREATE TEMP TABLE class AS
  SELECT last.courses + 1 + k * ${classes} + (y - 1) * ${classesPerYear} + c - 1 AS id, k, y, c, last.schools + 1 + k AS school_id, last.accounts + k * ${people} + c AS owner_id,
         row_number() OVER (ORDER BY k, y, c) - 1 AS nth
    FROM last, generate_series(0, ${count - 1}) k, generate_series(1, ${years}) y, generate_series(1, ${classesPerYear}) c;
  INSERT INTO courses (id, school_id, owner_id, level_id, name, section, enrollment_code, course_state, created_at) OVERRIDING SYSTEM VALUE
  SELECT id, school_id, owner_id, chosen.level + c % 6, 'Class ' || c, 'Year ' || y, 'c' || id, CASE WHEN y = ${years} THEN 'ACTIVE' ELSE 'ARCHIVED' END,
         now() - (${years} - y) * interval '1 year' - interval '200 days'
    FROM class, chosen ORDER BY id;
  INSERT INTO course_members (course_id, account_id, role, joined_at)
  SELECT id, owner_id, 'TEACHER', now() - (${years} - y) * interval '1 year' - interval '200 days' FROM class ORDER BY id;
  INSERT INTO course_members (course_id, account_id, role, joined_at)
  SELECT id, last.accounts + 1 + k * ${people} + ${teachers} + (c * 10 + s + y * 3) % ${students}, 'STUDENT', now() - (${years} - y) * interval '1 year' - interval '200 days'
    FROM last, class, generate_series(0, ${studentsPerClass - 1}) s ORDER BY id;
  INSERT INTO questions (id, account_id, school_id, status, teacher_status, created_at, published_state, question_subject_id, question_grade_id, standard_id, current_version_id) OVERRIDING SYSTEM VALUE
  SELECT last.questions + 1 + k * ${questions} + q, last.accounts + 1 + k * ${people} + q % ${teachers}, last.schools + 1 + k, (q % 3 = 0)::integer, q % 3,
         now() - (${questions} - q) * interval '3 days', 'PUBLISHED', chosen.subject + q % 12, chosen.grade + q % 8, chosen.standard + q % 30, last.question_versions + 1 + k * ${questions} + q
    FROM last, chosen, generate_series(0, ${count - 1}) k, generate_series(0, ${questions - 1}) q;
  INSERT INTO question_versions (id, question_id, version, title, description_text, published_state, created_by, question_subject_id, question_grade_id) OVERRIDING SYSTEM VALUE
  SELECT current_version_id, questions.id, 1, 'Charge and current ' || questions.id, repeat('Which of these says most about the current in the second lamp? ', 3) || questions.id,
         published_state, account_id, question_subject_id, question_grade_id
    FROM questions, last WHERE questions.id > last.questions;
  INSERT INTO question_responses (id, question_version_id, position, title, is_valid) OVERRIDING SYSTEM VALUE
  SELECT last.question_responses + 1 + (version.id - last.question_versions - 1) * 2 + position - 1, version.id, position, 'Choice ' || position, position = 1
    FROM last, question_versions version, generate_series(1, 2) position WHERE version.id > last.question_versions;
  CREATE TEMP TABLE lesson AS
  SELECT class.*, n, last.assessments + 1 + nth * ${lessonsPerClass} + n - 1 AS assessment_id, last.live_sessions + 1 + nth * ${lessonsPerClass} + n - 1 AS session_id,
         last.live_phases + 1 + (nth * ${lessonsPerClass} + n - 1) * 3 AS phase_id,
         last.questions + 1 + k * ${questions} + (n * 2 + c) % ${questions} AS question_1, last.questions + 1 + k * ${questions} + (n * 2 + c + 1) % ${questions} AS question_2,
         current_date - (${years} - y) * 365 - (${lessonsPerClass} - n) * 7 - 1 - c % 5 AS held_on
    FROM last, class, generate_series(1, ${lessonsPerClass}) n;
  INSERT INTO assessments (id, account_id, class_id, title, level_id, protocol_id, schedule_date, subject_id, group_id, grade_id, standard_id, max_point, status, created_at) OVERRIDING SYSTEM VALUE
  SELECT assessment_id, owner_id, id, 'Lesson ' || n || ' of class ' || c, chosen.level + c % 6, chosen.protocol + n % 4, held_on, chosen.subject + c % 12, chosen.group_id + c % 6,
         chosen.grade + c % 8, chosen.standard + n % 30, 10, 'finished', held_on - interval '7 days'
    FROM lesson, chosen ORDER BY assessment_id;
  INSERT INTO assessment_questions (assessment_id, position, question_id)
  SELECT assessment_id, position, CASE position WHEN 1 THEN question_1 ELSE question_2 END FROM lesson, generate_series(1, 2) position ORDER BY assessment_id;
  INSERT INTO live_sessions (id, assessment_id, course_id, state, started_by, started_at, ended_by, ended_at, has_facts) OVERRIDING SYSTEM VALUE
  SELECT session_id, assessment_id, id, 'finished', owner_id, held_on + time '15:00', owner_id, held_on + time '15:40', true FROM lesson ORDER BY session_id;
  INSERT INTO live_session_questions (session_id, position, question_version_id)
  SELECT session_id, position, CASE position WHEN 1 THEN question_1 ELSE question_2 END - last.questions + last.question_versions FROM last, lesson, generate_series(1, 2) position ORDER BY session_id;
  INSERT INTO live_phases (id, session_id, form, question_version_id, minutes, opened_at, deadline_at, closed_at) OVERRIDING SYSTEM VALUE
  SELECT phase_id + form - 1, session_id, (ARRAY['Form - 1A', 'Form - 1B', 'Form - 2'])[form], CASE form WHEN 3 THEN question_2 ELSE question_1 END - last.questions + last.question_versions, 10,
         held_on + time '15:00' + (form - 1) * interval '12 minutes', held_on + time '15:00' + form * interval '10 minutes', held_on + time '15:00' + form * interval '10 minutes'
    FROM last, lesson, generate_series(1, 3) form ORDER BY phase_id;
  CREATE TEMP TABLE seat AS
  SELECT lesson.*, member.account_id, (lesson.session_id * 31 + member.account_id * 17) % 101 AS h FROM lesson JOIN course_members member ON member.course_id = lesson.id AND member.role = 'STUDENT';
  INSERT INTO lesson_students (session_id, account_id, course_id, school_id, held_on, logged_in_at, answered, first_right, second_right, transfer_right,
         filed, filed_empty, justified, comments_given, replies_given, likes_given, comments_received, likes_received, comments_by_classmates, likes_by_classmates)
  SELECT session_id, account_id, id, school_id, held_on, CASE WHEN h > 4 THEN held_on + time '15:00' END, CASE WHEN h > 4 THEN 3 ELSE 0 END,
         CASE WHEN h > 4 THEN h < 45 END, CASE WHEN h > 4 THEN h * 7 % 101 < 65 END, CASE WHEN h > 4 THEN h * 3 % 101 < 60 END, 0, 0, 2, h % 4, h % 3, h % 5, h % 2, h % 3, h % 4, h % 5
    FROM seat ORDER BY session_id, account_id;
  INSERT INTO lesson_figures (session_id, assessment_id, course_id, school_id, held_on, finished_on, students, logged_in, asked, mcq, answers, correct, first_answers, first_right,
         second_answers, second_right, transfer_answers, transfer_right, kept_right, wrong_to_right, right_to_wrong, kept_wrong, comments_given, replies_given, likes_given, comments_received, likes_received)
  SELECT session_id, min(assessment_id), min(id), min(school_id), min(held_on), min(held_on), count(*), count(*) FILTER (WHERE h > 4), 2, 2, 3 * count(*) FILTER (WHERE h > 4),
         count(*) FILTER (WHERE h > 4), count(*) FILTER (WHERE h > 4), count(*) FILTER (WHERE h > 4 AND h < 45), count(*) FILTER (WHERE h > 4), count(*) FILTER (WHERE h > 4 AND h * 7 % 101 < 65),
         count(*) FILTER (WHERE h > 4), count(*) FILTER (WHERE h > 4 AND h * 3 % 101 < 60), count(*) FILTER (WHERE h > 4 AND h < 45 AND h * 7 % 101 < 65),
         count(*) FILTER (WHERE h >= 45 AND h * 7 % 101 < 65), count(*) FILTER (WHERE h > 4 AND h < 45 AND h * 7 % 101 >= 65), count(*) FILTER (WHERE h >= 45 AND h * 7 % 101 >= 65),
         sum(h % 4), sum(h % 3), sum(h % 5), sum(h % 2), sum(h % 3)
    FROM seat GROUP BY session_id;
  INSERT INTO live_participants (session_id, account_id, logged_in_at) SELECT session_id, account_id, held_on + time '15:00' FROM seat WHERE h > 4 ORDER BY session_id;
  INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, filed_by, posted_at)
  SELECT session_id, phase_id + form - 1, account_id,
         last.question_responses + 1 + (CASE form WHEN 3 THEN question_2 ELSE question_1 END - last.questions - 1) * 2
           + CASE WHEN CASE form WHEN 1 THEN h < 45 WHEN 2 THEN h * 7 % 101 < 65 ELSE h * 3 % 101 < 60 END THEN 0 ELSE 1 END,
         '{"type": "doc", "content": []}', 'Because the current has a second way round.', 'student', held_on + time '15:00' + form * interval '10 minutes'
    FROM last, seat, generate_series(1, 3) form WHERE h > 4 ORDER BY session_id, form, account_id;
  INSERT INTO course_works (id, course_id, assessment_id, creator_id, kind, work_type, title, posted_at, created_at, max_points, due_on, due_at, due_zone) OVERRIDING SYSTEM VALUE
  SELECT last.course_works + 1 + nth * ${worksPerClass} + w - 1, class.id, CASE WHEN w <= ${lessonsPerClass} THEN last.assessments + 1 + nth * ${lessonsPerClass} + w - 1 END, owner_id,
         'ASSIGNMENT', 'ASSIGNMENT', CASE WHEN w <= ${lessonsPerClass} THEN 'Lesson ' ELSE 'Homework ' END || w, due - interval '9 days', due - interval '9 days',
         CASE WHEN w <= ${lessonsPerClass} THEN 10 ELSE 50 END, due, (due + time '23:59:59') AT TIME ZONE school.time_zone, school.time_zone
    FROM last, class, generate_series(1, ${worksPerClass}) w, schools school,
         LATERAL (SELECT current_date - (${years} - y) * 365 - (${worksPerClass - 2} - w) * 4 - c % 5 AS due OFFSET 0) planned
   WHERE school.id = class.school_id ORDER BY nth, w;
  INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at, created_at, updated_at, turned_in_at, draft_grade, assigned_grade)
  SELECT course_id, id, account_id, stands, posted_at, posted_at, posted_at, CASE WHEN stands <> 'CREATED' THEN least(due_at, now()) END,
         CASE WHEN stands = 'RETURNED' THEN points END, CASE WHEN stands = 'RETURNED' THEN points END
    FROM (SELECT work.*, member.account_id, round(work.max_points * (50 + h % 50) / 100, 1) AS points,
                 CASE WHEN work.due_at > now() THEN CASE WHEN h < 20 THEN 'TURNED_IN' ELSE 'CREATED' END
                      WHEN work.due_at < now() - interval '30 days' OR h < 80 THEN 'RETURNED' WHEN h < 93 THEN 'TURNED_IN' ELSE 'CREATED' END AS stands
            FROM last, course_works work JOIN course_members member ON member.course_id = work.course_id AND member.role = 'STUDENT'
            CROSS JOIN LATERAL (SELECT (work.id * 13 + member.account_id * 29) % 101 AS h OFFSET 0) drawn
           WHERE work.id > last.course_works) piece ORDER BY id, account_id;
  INSERT INTO dashboard_wanted (course_work_id) SELECT work.id FROM course_works work, last WHERE work.id > last.course_works;
  INSERT INTO dashboard_wanted (session_id) SELECT session_id FROM lesson;
  DROP TABLE last, class, lesson, seat`;

const run = async (client: pg.Client, statements: string): Promise<void> => {
  for (const statement of statements.split(/;\n/)) await client.query(statement);
};

/**
 * Adds schools with their people, classes, lessons and works. Triggers and foreign keys stand still, so the database
 * must be one for trials and its user a superuser; works and lessons are left to be summed up, as if just saved.
 * @param progress is called after each hundred schools with the number that are there
 */
export async function addSchools(client: pg.Client, count: number, progress: (added: number) => void): Promise<void> {
  await client.query('SET session_replication_role = replica');
  await run(client, SHARED);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = ANY ($1::regclass[]) AND NOT indisunique AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
    [LARGE],
  );
  if (count > 100) for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (let added = 0; added < count; added += 100) {
    await run(client, schoolsOf(Math.min(100, count - added)));
    progress(Math.min(count, added + 100));
  }
  for (const table of NUMBERED) await client.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), (SELECT max(id) FROM ${table}))`, [table]);
  if (count > 100) for (const { definition } of indexes) await client.query(definition);
  await client.query('RESET session_replication_role');
  await client.query('VACUUM ANALYZE');
}
