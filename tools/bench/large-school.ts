const MEMBERS_OF_A_CLASS = 200;
const WORKS_OF_A_CLASS = 5;
/** The token of an app that may read all of it. */
export const TOKEN = 'cwt_bench';

/**
 * Returns statements that create the school Large with this many people: a class for each twenty, of 200 people each,
 * five works in each and as many results as enrollments. 20,000 people are 1,000 classes and 200,000 enrollments.
 */
export const largeSchool = (people: number): string[] =>
  `
  INSERT INTO schools (school_name, time_zone) VALUES ('Large', 'Europe/Berlin');
  INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
  SELECT (SELECT id FROM schools WHERE school_name = 'Large'), CASE WHEN n <= ${people / 40} THEN 2 ELSE 3 END, 'Amara ' || n, 'Nguyễn ' || n, 'p' || n || '@large.example',
         'p' || n || '@large.example', (SELECT id FROM roles WHERE key = CASE WHEN n <= ${people / 40} THEN 'teachers' ELSE 'student' END)
    FROM generate_series(1, ${people}) n;
  INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts ON CONFLICT DO NOTHING;
  CREATE TEMP TABLE numbered AS SELECT id, row_number() OVER (ORDER BY id) AS n FROM accounts WHERE email LIKE '%@large.example';
  BEGIN;
  INSERT INTO courses (school_id, owner_id, name, section, subject, enrollment_code)
  SELECT (SELECT id FROM schools WHERE school_name = 'Large'), (SELECT id FROM numbered WHERE n = 1 + c % ${people / 40}), 'Class ' || c, 'A', 'Physics', 'large' || c
    FROM generate_series(1, ${people / 20}) c;
  INSERT INTO course_members (course_id, account_id, role) SELECT id, owner_id, 'TEACHER' FROM courses;
  COMMIT;
  INSERT INTO course_members (course_id, account_id, role)
  SELECT courses.id, numbered.id, 'STUDENT' FROM (SELECT id, row_number() OVER (ORDER BY id) AS c FROM courses) courses
    CROSS JOIN generate_series(1, ${MEMBERS_OF_A_CLASS - 1}) m JOIN numbered ON numbered.n = 1 + ${people / 40} + (courses.c * 97 + m * 53) % ${people - people / 40} ON CONFLICT DO NOTHING;
  INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points)
  SELECT courses.id, owner_id, 'ASSIGNMENT', 'ASSIGNMENT', 'Work ' || w, app_now(), 50 FROM courses CROSS JOIN generate_series(1, ${WORKS_OF_A_CLASS}) w;
  INSERT INTO submissions (course_id, course_work_id, account_id, state, returned_at, draft_grade, assigned_grade)
  SELECT member.course_id, work.id, member.account_id, 'RETURNED', app_now(), member.account_id % 50, member.account_id % 50
    FROM (SELECT course_id, min(id) AS id FROM course_works GROUP BY course_id) work JOIN course_members member ON member.course_id = work.course_id AND role = 'STUDENT';
  INSERT INTO api_clients (school_id, name, client_id, scopes, secret_hash, created_by)
  SELECT schools.id, 'Bench', 'cwc-bench', '{roster.readonly,gradebook.readonly}', '', (SELECT min(id) FROM accounts) FROM schools WHERE school_name = 'Large';
  INSERT INTO api_client_tokens (token_hash, api_client_id, scopes, expires_at)
  SELECT sha256('${TOKEN}'), id, scopes, app_now() + interval '1 hour' FROM api_clients;
  VACUUM ANALYZE`.split(/;\n/);
