/** Returns the code of the class that `manyGrades` creates. */
export const keyOfGrades = ({ students, items }: GradesShape): string => `g${students}x${items}`;

/** The size of a class; one teacher by default. */
export interface GradesShape {
  students: number;
  items: number;
  teachers?: number;
}

/**
 * Returns statements that create one class of this many students and items, most of them graded, as after a term:
 * halves on work out of 50, a fifth ungraded.
 */
export function manyGrades({ students, items, teachers = 1 }: GradesShape): string[] {
  const key = keyOfGrades({ students, items });
  return [
    `INSERT INTO schools (school_name, time_zone) SELECT 'School of grades', 'UTC' WHERE NOT EXISTS (SELECT FROM schools WHERE school_name = 'School of grades')`,
    `INSERT INTO accounts (school_id, account_type_id, first_name, last_name, email, email_key, role_id)
     SELECT schools.id, CASE WHEN n <= 0 THEN 2 ELSE 3 END,
            (ARRAY['Amara', 'Ben', 'Chloe', 'Daniel', 'Elif', 'Farah', 'Grace', 'Hugo', 'Isla', 'Jonas', 'Kavya', 'Leo'])[1 + abs(n) % 12],
            (ARRAY['Diallo', 'Whitaker', 'Nguyen', 'Okoye', 'Yılmaz', 'Haddad', 'Lindqvist', 'Martins', 'Brennan', 'Weber', 'Raman'])[1 + abs(n) % 11],
            'person.' || n || '.${key}@grades.example', 'person.' || n || '.${key}@grades.example', roles.id
       FROM schools CROSS JOIN generate_series(${1 - teachers}, ${students}) n JOIN roles ON roles.key = CASE WHEN n <= 0 THEN 'teachers' ELSE 'student' END
      WHERE schools.school_name = 'School of grades'`,
    `INSERT INTO account_roles (account_id, role_id) SELECT id, role_id FROM accounts WHERE email LIKE '%.${key}@grades.example'`,
    'BEGIN',
    `INSERT INTO courses (school_id, owner_id, name, enrollment_code)
     SELECT school_id, id, 'Physics of ${students} x ${items}', '${key}' FROM accounts WHERE email = 'person.0.${key}@grades.example'`,
    `INSERT INTO course_members (course_id, account_id, role)
     SELECT courses.id, accounts.id, CASE WHEN accounts.account_type_id = 2 THEN 'TEACHER' ELSE 'STUDENT' END
       FROM courses JOIN accounts ON accounts.email LIKE '%.${key}@grades.example' WHERE courses.enrollment_code = '${key}'`,
    'COMMIT',
    `INSERT INTO grade_settings (course_id, calculation_type) SELECT id, 'WEIGHTED_BY_CATEGORY' FROM courses WHERE enrollment_code = '${key}'`,
    `INSERT INTO grade_categories (course_id, name, point, position)
     SELECT courses.id, given.name, given.point, given.place FROM courses, (VALUES ('Tests', 40, 1), ('Labs', 30, 2), ('Homework', 20, 3), ('Live lessons', 20, 4)) given (name, point, place)
      WHERE courses.enrollment_code = '${key}'`,
    `INSERT INTO course_works (course_id, creator_id, kind, work_type, title, posted_at, max_points, due_on, due_at, due_zone, category_id)
     SELECT courses.id, courses.owner_id, 'ASSIGNMENT', 'ASSIGNMENT', (ARRAY['Charge and current', 'Ohm’s law worksheet', 'Lab: resistance of a wire', 'Test: circuits'])[1 + n % 4] || ' ' || n,
            app_now(), CASE WHEN n % 2 = 0 THEN 50 ELSE 100 END, date '2026-09-01' + n % 200, timestamptz '2026-09-01T23:59:59Z' + n % 200 * interval '1 day', 'UTC',
            (SELECT id FROM grade_categories WHERE course_id = courses.id AND position = 1 + n % 4)
       FROM courses, generate_series(1, ${items}) n WHERE courses.enrollment_code = '${key}'`,
    `INSERT INTO submissions (course_id, course_work_id, account_id, assigned_at, state, draft_grade, assigned_grade)
     SELECT work.course_id, work.id, student.account_id, timestamptz '2026-08-01', CASE WHEN points IS NULL THEN 'CREATED' ELSE 'RETURNED' END, points, points
       FROM course_works work JOIN class_students student ON student.course_id = work.course_id
       CROSS JOIN LATERAL (SELECT CASE WHEN random() < 0.8 THEN round((work.max_points * least(1, 0.45 + 0.2 * (random() + random() + random())))::numeric * (100 / work.max_points)) / (100 / work.max_points) END AS points
                            WHERE work.id IS NOT NULL AND student.account_id IS NOT NULL) given
      WHERE work.course_id = (SELECT id FROM courses WHERE enrollment_code = '${key}')`,
    'VACUUM ANALYZE', // as the database does soon after
  ];
}
