/** The size of the school in which class pages are measured. */
export const MANY_CLASSES = {
  students: 2_000,
  teachers: 100,
  classes: 100,
  years: 5,
  studentsPerClass: 60,
  worksPerYear: 40,
  announcementsPerYear: 40,
  commentsPerAnnouncement: 5,
  /** The students of the one class that represents a large lecture. It has announcements of all the years. */
  studentsOfLargest: 500,
} as const;

const { students, teachers, classes, years, studentsPerClass, worksPerYear, announcementsPerYear, commentsPerAnnouncement, studentsOfLargest } = MANY_CLASSES;

/**
 * Returns statements that fill a school with five years of classes: each year a hundred, those of earlier years
 * archived, with topics, classwork of every kind, a submission for every student, most of them graded and returned, and
 * announcements with comments. The first active class is large. @param schoolId a school without people
 */
export const manyClasses = (schoolId: number): string[] =>
  `
  INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
  SELECT ${schoolId}, CASE WHEN n <= ${teachers} THEN 2 ELSE 3 END, 'Person', 'No. ' || n, 'p' || n || '@many.example', 'p' || n || '@many.example',
         (SELECT id FROM roles WHERE key = CASE WHEN n <= ${teachers} THEN 'teachers' ELSE 'student' END)
    FROM generate_series(1, ${teachers + students}) n;
  INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts WHERE email LIKE '%@many.example' ON CONFLICT DO NOTHING;
  CREATE TEMP TABLE numbered AS
  SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts WHERE email LIKE '%@many.example';
  BEGIN;
  INSERT INTO courses (school_id, owner_id, name, section, enrollment_code, course_state, created_at)
  SELECT ${schoolId}, (SELECT id FROM numbered WHERE n = 1 + c % ${teachers}), 'Class ' || c, 'Year ' || y, 'c' || y || 'x' || c,
         CASE WHEN y = ${years} THEN 'ACTIVE' ELSE 'ARCHIVED' END, app_now() - (${years} - y) * interval '1 year'
    FROM generate_series(1, ${years}) y, generate_series(1, ${classes}) c;
  INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM courses WHERE school_id = ${schoolId};
  COMMIT;
  INSERT INTO course_members (course_id, account_id, role)
  SELECT courses.id, numbered.id, 'STUDENT'
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS c FROM courses WHERE school_id = ${schoolId}) courses
    JOIN generate_series(0, ${studentsPerClass - 1}) s ON true
    JOIN numbered ON numbered.n = ${teachers} + 1 + (courses.c * 20 + s) % ${students};
  INSERT INTO course_members (course_id, account_id, role)
  SELECT largest.id, numbered.id, 'STUDENT'
    FROM (SELECT min(id) AS id FROM courses WHERE school_id = ${schoolId} AND course_state = 'ACTIVE') largest, numbered
   WHERE numbered.n > ${teachers}
   ORDER BY EXISTS (SELECT FROM course_members WHERE course_id = largest.id AND account_id = numbered.id) DESC, numbered.n LIMIT ${studentsOfLargest}
  ON CONFLICT DO NOTHING;
  INSERT INTO course_topics (course_id, name) SELECT id, 'Topic ' || n FROM courses, generate_series(1, 6) n WHERE school_id = ${schoolId};
  INSERT INTO course_works (course_id, topic_id, creator_id, kind, work_type, title, max_points, posted_at, created_at, due_on, due_at)
  SELECT courses.id, (SELECT min(id) FROM course_topics WHERE course_id = courses.id) + w % 6, owner_id,
         (ARRAY['ASSIGNMENT', 'QUESTION', 'ASSIGNMENT', 'MATERIAL'])[1 + w % 4],
         (ARRAY['ASSIGNMENT', 'SHORT_ANSWER_QUESTION', 'ASSIGNMENT', 'MATERIAL'])[1 + w % 4],
         'Work ' || w, CASE WHEN w % 4 = 3 THEN NULL ELSE 50 END, at, at, due, (due + interval '20 hours') AT TIME ZONE 'UTC'
    FROM courses, generate_series(1, ${worksPerYear}) w,
         LATERAL (SELECT courses.created_at - (${worksPerYear} - w) * interval '5 days' AS at OFFSET 0) posted,
         LATERAL (SELECT (at + interval '9 days')::date AS due OFFSET 0) days
   WHERE school_id = ${schoolId};
  INSERT INTO submissions (course_id, course_work_id, account_id, state, assigned_at, turned_in_at, draft_grade, assigned_grade, short_answer)
  SELECT works.course_id, works.id, member.account_id,
         (ARRAY['RETURNED', 'RETURNED', 'TURNED_IN', 'CREATED'])[1 + (works.id + member.account_id) % 4], works.posted_at,
         CASE WHEN (works.id + member.account_id) % 4 < 3 THEN works.posted_at + interval '2 days' END,
         CASE WHEN (works.id + member.account_id) % 4 < 2 THEN (works.id * 7 + member.account_id) % 50 END,
         CASE WHEN (works.id + member.account_id) % 4 < 2 THEN (works.id * 7 + member.account_id) % 50 END,
         CASE WHEN works.work_type = 'SHORT_ANSWER_QUESTION' THEN repeat('An answer of some words. ', 4) END
    FROM course_works works JOIN course_members member ON member.course_id = works.course_id AND member.role = 'STUDENT'
   WHERE works.work_type <> 'MATERIAL';
  INSERT INTO announcements (course_id, creator_id, text, summary, state, posted_at, assignee_mode, created_at, listed_at)
  SELECT courses.id, owner_id, jsonb_build_object('type', 'doc', 'content', jsonb_build_array(jsonb_build_object('type', 'paragraph', 'content',
           jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat('Bring a ruler and what you measured. ', 8)))))),
         repeat('Bring a ruler and what you measured. ', 8), 'PUBLISHED', at, 'ALL_STUDENTS', at, at
    FROM courses, generate_series(1, ${announcementsPerYear * years}) a,
         LATERAL (SELECT app_now() - a * interval '9 days' AS at OFFSET 0) told
   WHERE school_id = ${schoolId}
     AND (a <= ${announcementsPerYear} OR courses.id = (SELECT min(id) FROM courses WHERE school_id = ${schoolId} AND course_state = 'ACTIVE'));
  INSERT INTO announcement_materials (announcement_id, position, kind, title, url)
  SELECT id, 1, 'link', 'Rulers', 'https://rulers.example/' FROM announcements WHERE id % 3 = 0;
  INSERT INTO announcement_comments (announcement_id, account_id, by_student, comment)
  SELECT announcements.id, member.account_id, true, 'May it be a short one?'
    FROM announcements, generate_series(1, ${commentsPerAnnouncement}) c,
         LATERAL (SELECT account_id FROM course_members WHERE course_id = announcements.course_id AND role = 'STUDENT' ORDER BY account_id OFFSET c LIMIT 1) member;
  VACUUM ANALYZE;`.split(/;\n/);
