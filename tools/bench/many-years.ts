/**
 * The size of the school in which dashboards are measured. Lessons have three forms, so that five years are two million
 * answers.
 */
export const MANY_YEARS = {
  students: 5_000,
  teachers: 100,
  classesPerYear: 200,
  studentsPerClass: 28,
  lessonsPerClass: 25,
  worksPerClass: 12,
  questionsPerYear: 12_000,
} as const;

const { students, teachers, classesPerYear, studentsPerClass, lessonsPerClass, worksPerClass, questionsPerYear } = MANY_YEARS;

/** Tables with so many rows that their foreign keys are checked once, when all rows are there. */
const LARGE = ['submissions', 'live_participants', 'live_posts', 'question_responses', 'assessment_questions'];

/**
 * Returns statements that fill a school with this many years of lessons and work, day after day as schools do. In the
 * last year's classes, which are active, three lessons are upcoming, past their day or without one; the classes of
 * earlier years are archived. A fifth of the questions are by students. @param schoolId a school without people, in a
 * database without others
 */
export const manyYears = (schoolId: number, years: number): string[] =>
  `
  INSERT INTO levels (name) SELECT 'Level ' || n FROM generate_series(1, 6) n;
  INSERT INTO question_subjects (name) SELECT 'Subject ' || n FROM generate_series(1, 12) n;
  INSERT INTO question_grades (name) SELECT 'Grade ' || n FROM generate_series(1, 8) n;
  INSERT INTO groups (name) SELECT 'Group ' || n FROM generate_series(1, 6) n;
  INSERT INTO standards (name) SELECT 'Standard ' || n FROM generate_series(1, 30) n;
  INSERT INTO protocols (name) SELECT 'Protocol ' || n FROM generate_series(1, 4) n;
  INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
  SELECT ${schoolId}, CASE WHEN n <= ${teachers} THEN 2 ELSE 3 END,
         (ARRAY['Amara', 'Ben', 'Chloe', 'José', 'Elif', 'Farah', 'Grace', 'Zoë', 'Isla', 'Jonas', 'Kavya', 'Leo'])[1 + n % 12],
         (ARRAY['Diallo', 'Whitaker', 'Nguyễn', 'Okoye', 'Yılmaz', 'Haddad', 'Lindqvist', 'García', 'Brennan', 'Müller', 'Raman'])[1 + n % 11] || ' ' || n,
         'person' || n || '@years.example', 'person' || n || '@years.example', (SELECT id FROM roles WHERE key = CASE WHEN n <= ${teachers} THEN 'teachers' ELSE 'student' END)
    FROM generate_series(1, ${teachers + students}) n;
  INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts WHERE email LIKE '%@years.example' ON CONFLICT DO NOTHING;
  CREATE TEMP TABLE person AS SELECT id, row_number() OVER (ORDER BY id)::integer AS n FROM accounts WHERE email LIKE '%@years.example';
  CREATE TEMP TABLE foreign_key AS
  SELECT conrelid::regclass AS relation, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
   WHERE contype = 'f' AND conrelid = ANY ('{${LARGE.join(',')}}'::regclass[]);
  DO $$ DECLARE one record; BEGIN FOR one IN SELECT * FROM foreign_key LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.relation, one.name); END LOOP; END $$;
  BEGIN;
  INSERT INTO courses (school_id, owner_id, level_id, name, section, enrollment_code, course_state, created_at)
  SELECT ${schoolId}, (SELECT id FROM person WHERE n = 1 + c % ${teachers}), (SELECT min(id) FROM levels) + c % 6, 'Class ' || c, 'Year ' || y, 'c' || y || 'x' || c,
         CASE WHEN y = ${years} THEN 'ACTIVE' ELSE 'ARCHIVED' END, now() - (${years} - y) * interval '1 year' - interval '200 days'
    FROM generate_series(1, ${years}) y, generate_series(1, ${classesPerYear}) c ORDER BY y, c;
  INSERT INTO course_members (course_id, account_id, role, joined_at) SELECT id, owner_id, 'TEACHER', created_at FROM courses;
  COMMIT;
  CREATE TEMP TABLE class AS
  SELECT id, owner_id, level_id, 1 + k / ${classesPerYear} AS y, 1 + k % ${classesPerYear} AS c
    FROM (SELECT *, (row_number() OVER (ORDER BY id))::integer - 1 AS k FROM courses) courses;
  INSERT INTO course_members (course_id, account_id, role, joined_at)
  SELECT class.id, person.id, 'STUDENT', now() - (${years} - y) * interval '1 year' - interval '200 days'
    FROM class, generate_series(0, ${studentsPerClass - 1}) s
    JOIN person ON true
   WHERE person.n = ${teachers} + 1 + (class.c * 26 + s + class.y * 7) % ${students} ORDER BY class.id, person.id;
  INSERT INTO questions (account_id, school_id, status, teacher_status, created_at, published_state, question_subject_id, question_grade_id, standard_id)
  SELECT person.id, ${schoolId}, (q % 3 = 0)::integer, q % 3, now() - (${questionsPerYear * years} - q) * interval '40 minutes', CASE WHEN q % 20 = 0 THEN 'DRAFT' ELSE 'PUBLISHED' END,
         (SELECT min(id) FROM question_subjects) + q % 12, (SELECT min(id) FROM question_grades) + q % 8, (SELECT min(id) FROM standards) + q % 30
    FROM generate_series(1, ${questionsPerYear * years}) q
    JOIN person ON person.n = CASE WHEN q % 5 = 0 THEN ${teachers} + 1 + q % ${students} ELSE 1 + (q * 7) % ${teachers} END ORDER BY q;
  INSERT INTO question_versions (question_id, version, title, description_text, published_state, created_by, question_subject_id, question_grade_id)
  SELECT id, 1, CASE WHEN id % 3 > 0 THEN 'Charge and current ' || id ELSE '' END, repeat('Which of these says most about the current in the second lamp? ', 3) || id,
         published_state, account_id, question_subject_id, question_grade_id
    FROM questions ORDER BY id;
  INSERT INTO question_responses (question_version_id, position, title, is_valid)
  SELECT id, position, 'Choice ' || position, position = 1 FROM question_versions, generate_series(1, 2) position ORDER BY id, position;
  UPDATE questions SET current_version_id = version.id FROM question_versions version WHERE version.question_id = questions.id;
  CREATE TEMP TABLE lesson AS
  SELECT row_number() OVER (ORDER BY y, n, class.id) AS k, class.*, n, n <= ${lessonsPerClass} AS is_held,
         CASE WHEN n = ${lessonsPerClass + 3} THEN NULL
              ELSE current_date - (${years} - y) * 365 - (${lessonsPerClass} - n) * 7 - c % 5 + CASE WHEN n > ${lessonsPerClass + 1} THEN -30 ELSE 0 END END AS held_on
    FROM class, generate_series(1, ${lessonsPerClass + 3}) n WHERE n <= ${lessonsPerClass} OR y = ${years};
  INSERT INTO assessments (account_id, class_id, title, level_id, protocol_id, schedule_date, subject_id, group_id, grade_id, standard_id, max_point, status, created_at)
  SELECT owner_id, id, 'Lesson ' || n || ' of class ' || c, level_id, (SELECT min(id) FROM protocols) + k % 4, held_on - CASE WHEN k % 7 = 0 THEN 1 ELSE 0 END,
         (SELECT min(id) FROM question_subjects) + c % 12, (SELECT min(id) FROM groups) + c % 6, (SELECT min(id) FROM question_grades) + c % 8, (SELECT min(id) FROM standards) + k % 30,
         10, CASE WHEN is_held THEN 'finished' ELSE 'Active' END, now() - (${years} - y) * interval '1 year' - (${lessonsPerClass + 3} - n) * interval '7 days'
    FROM lesson ORDER BY k;
  INSERT INTO assessment_questions (assessment_id, position, question_id)
  SELECT (SELECT min(id) FROM assessments) + k - 1, position, (SELECT min(id) FROM questions) + CASE WHEN k % 10 = 0 THEN k % 500 ELSE (k * 2 + position) % ${questionsPerYear * years} END
    FROM lesson, generate_series(1, 2) position ORDER BY k, position;
  INSERT INTO live_sessions (assessment_id, course_id, state, started_by, started_at, ended_by, ended_at)
  SELECT (SELECT min(id) FROM assessments) + k - 1, id, 'finished', owner_id, held_on + time '15:00', owner_id, held_on + time '15:40' FROM lesson WHERE is_held ORDER BY k;
  INSERT INTO live_session_questions (session_id, position, question_version_id)
  SELECT session.id, asked.position, question.current_version_id FROM live_sessions session
    JOIN assessment_questions asked ON asked.assessment_id = session.assessment_id JOIN questions question ON question.id = asked.question_id ORDER BY session.id, asked.position;
  CREATE TEMP TABLE held AS
  SELECT lesson.*, session.id AS session_id, session.assessment_id, session.started_at FROM live_sessions session
    JOIN lesson ON session.assessment_id = (SELECT min(id) FROM assessments) + lesson.k - 1;
  CREATE TEMP TABLE seat AS
  SELECT held.k, held.session_id, held.id AS course_id, member.account_id, held.held_on, held.started_at, (held.k * 31 + member.account_id * 17) % 101 AS h
    FROM held JOIN course_members member ON member.course_id = held.id AND member.role = 'STUDENT';
  INSERT INTO lesson_students (session_id, account_id, course_id, school_id, held_on, logged_in_at, answered, first_right, second_right, transfer_right,
         filed, filed_empty, justified, comments_given, replies_given, likes_given, comments_received, likes_received, comments_by_classmates, likes_by_classmates)
  SELECT session_id, account_id, course_id, ${schoolId}, held_on, started_at, num_nonnulls(one, two, three), one, two, three, 0, 0, 2, h % 4, h % 3, h % 5, h % 2, h % 3, h % 4, h % 5
    FROM (SELECT *, h < 45 AS one, CASE WHEN h % 19 > 0 THEN h * 7 % 101 < 65 END AS two, h * 3 % 101 < 60 AS three FROM seat WHERE h > 4
          UNION ALL SELECT k, session_id, course_id, account_id, held_on, NULL, 0, NULL, NULL, NULL FROM seat WHERE h <= 4) row ORDER BY k, account_id;
  INSERT INTO lesson_figures (session_id, assessment_id, course_id, school_id, held_on, finished_on, students, logged_in, asked, mcq, answers, correct, first_answers, first_right,
         second_answers, second_right, transfer_answers, transfer_right, kept_right, wrong_to_right, right_to_wrong, kept_wrong, comments_given, replies_given, likes_given, comments_received, likes_received)
  SELECT held.session_id, held.assessment_id, held.id, ${schoolId}, held.held_on, held.held_on, sums.*
    FROM held JOIN LATERAL (
      SELECT count(*), count(logged_in_at), 2, 2, sum(answered), sum(coalesce(first_right, false)::integer + coalesce(second_right, false)::integer + coalesce(transfer_right, false)::integer),
             count(first_right), count(*) FILTER (WHERE first_right), count(second_right), count(*) FILTER (WHERE second_right),
             count(transfer_right), count(*) FILTER (WHERE transfer_right),
             count(*) FILTER (WHERE first_right AND second_right), count(*) FILTER (WHERE NOT first_right AND second_right),
             count(*) FILTER (WHERE first_right AND NOT second_right), count(*) FILTER (WHERE NOT first_right AND NOT second_right),
             sum(comments_given), sum(replies_given), sum(likes_given), sum(comments_received), sum(likes_received)
        FROM lesson_students WHERE lesson_students.session_id = held.session_id) sums ON true ORDER BY held.k;
  INSERT INTO live_participants (session_id, account_id, logged_in_at) SELECT session_id, account_id, started_at FROM seat WHERE h > 4 ORDER BY k, account_id;
  INSERT INTO live_phases (session_id, form, question_version_id, minutes, opened_at, deadline_at, closed_at)
  SELECT session_id, (ARRAY['Form - 1A', 'Form - 1B', 'Form - 2'])[form], question.current_version_id, 10, started_at + (form - 1) * interval '12 minutes',
         started_at + form * interval '10 minutes', started_at + form * interval '10 minutes'
    FROM held CROSS JOIN generate_series(1, 3) form
    JOIN assessment_questions asked ON asked.assessment_id = held.assessment_id AND asked.position = 1 + form / 3
    JOIN questions question ON question.id = asked.question_id ORDER BY k, form;
  INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, filed_by, posted_at)
  SELECT phase.session_id, phase.id, fact.account_id, response.id, '{"type": "doc", "content": []}', 'Because the current has a second way round.', 'student', phase.closed_at
    FROM live_phases phase JOIN lesson_students fact ON fact.session_id = phase.session_id
    CROSS JOIN LATERAL (SELECT CASE phase.form WHEN 'Form - 1A' THEN first_right WHEN 'Form - 1B' THEN second_right ELSE transfer_right END AS is_right) given
    JOIN question_responses response ON response.question_version_id = phase.question_version_id AND response.is_valid = given.is_right
   ORDER BY phase.id, fact.account_id;
  INSERT INTO course_works (course_id, assessment_id, creator_id, kind, work_type, title, posted_at, created_at, max_points, due_on, due_at, due_zone)
  SELECT id, assessment_id, owner_id, 'ASSIGNMENT', 'ASSIGNMENT', title, posted_at, posted_at, points, due_on, (due_on + time '23:59:59') AT TIME ZONE 'UTC', 'UTC'
    FROM (SELECT id, (SELECT min(id) FROM assessments) + k - 1 AS assessment_id, owner_id, 'Lesson ' || n AS title, coalesce(held_on, current_date) - interval '9 days' AS posted_at, 10 AS points, held_on AS due_on FROM lesson
          UNION ALL
          SELECT id, NULL, owner_id, 'Homework ' || w, day - interval '9 days', 50, day::date
            FROM class, generate_series(1, ${worksPerClass}) w, LATERAL (SELECT current_date - (${years} - y) * 365 - (${worksPerClass - 2} - w) * 14 - c % 5 AS day OFFSET 0) due) work
   ORDER BY posted_at, id;
  INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at, created_at, updated_at, turned_in_at, draft_grade, assigned_grade, excused)
  SELECT course_id, id, account_id, stands, posted_at, posted_at, posted_at, CASE WHEN stands <> 'CREATED' THEN least(due_at, now()) END,
         CASE WHEN stands = 'RETURNED' OR stands = 'TURNED_IN' AND h % 2 = 0 THEN points END, CASE WHEN stands = 'RETURNED' THEN points END, h = 50
    FROM (SELECT work.*, member.account_id, h, round(work.max_points * (50 + h % 50) / 100, 1) AS points,
                 CASE WHEN work.due_at IS NULL OR work.due_at > now() THEN CASE WHEN h < 20 THEN 'TURNED_IN' ELSE 'CREATED' END
                      WHEN h < 70 THEN 'RETURNED' WHEN h < 88 THEN 'TURNED_IN' ELSE 'CREATED' END AS stands
            FROM course_works work JOIN course_members member ON member.course_id = work.course_id AND member.role = 'STUDENT'
            CROSS JOIN LATERAL (SELECT (work.id * 13 + member.account_id * 29) % 101 AS h OFFSET 0) drawn) piece ORDER BY id, account_id;
  DO $$ DECLARE one record; BEGIN FOR one IN SELECT * FROM foreign_key LOOP EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s', one.relation, one.name, one.definition); END LOOP; END $$;
  DROP TABLE person, class, lesson, held, seat, foreign_key;
  VACUUM ANALYZE;`.split(/;\n/);
