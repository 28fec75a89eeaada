import { describe, expect, test } from 'vitest';
import { readAll, type Tables } from '../testing/read-all.ts';

/**
 * Builds the rows of a small school with the columns published by the vendors: a title row, and the rows as they would
 * be exported.
 */
const table = (titles: string, ...rows: string[]): string[][] => [titles, ...rows].map((row) => row.split(','));

interface Known {
  tables: Tables;
  format: string;
  mode: 'bulk' | 'delta';
  people: string[];
  classes: string[];
  members: string[];
}

const KNOWN: Readonly<Record<string, Known>> = {
  'School Data Sync 2.1': {
    tables: {
      'orgs.csv': table('sourcedId,name,type,parentSourcedId', 'o1,North,school,d1', 'd1,District,district,'),
      'academicSessions.csv': table('sourcedId,title,type,schoolYear,startDate,endDate', 's1,Fall,term,2027,2026-08-24,2026-12-18'),
      'courses.csv': table('sourcedId,orgSourcedId,title,code,schoolYearSourcedId,subject,grade', 'k1,o1,Physics,PH,s1,Science,10'),
      'classes.csv': table('sourcedId,orgSourcedId,title,sessionSourcedIds,courseSourcedId,code', 'c1,o1,Physics 1,s1,k1,P1'),
      'users.csv': table(
        'sourcedId,username,givenName,familyName,password,activeDirectoryMatchId,email,phone,sms',
        'u1,ada,Ada,King,,,ada@x.org,,',
        'u2,bo,Bo,Ek,,,bo@x.org,,',
      ),
      'roles.csv': table(
        'userSourcedId,orgSourcedId,role,sessionSourcedId,grade,isPrimary,roleStartDate,roleEndDate',
        'u1,o1,student,,,FALSE,,',
        'u1,o1,faculty,,,TRUE,,',
        'u2,o1,student,,10,TRUE,,',
      ),
      'enrollments.csv': table('classSourcedId,userSourcedId,role', 'c1,u1,teacher', 'c1,u2,student'),
    },
    ...{ format: 'sds 2.1', mode: 'bulk', people: ['u1 TEACHER ada@x.org', 'u2 STUDENT bo@x.org'], classes: ['c1 Physics 1 P1 s1 u1'] },
    members: ['c1 u1 TEACHER', 'c1 u2 STUDENT'],
  },
  'School Data Sync 2.1 with the columns that it needs alone': {
    tables: {
      'orgs.csv': table('sourcedId,name,type', 'o1,North,school'),
      'users.csv': table('sourcedId,username', 'u1,ada', 'u2,bo'),
      'roles.csv': table('userSourcedId,orgSourcedId,role', 'u1,o1,teacher', 'u2,o1,student'),
      'classes.csv': table('sourcedId,orgSourcedId,title', 'c1,o1,Physics 1'),
      'enrollments.csv': table('classSourcedId,userSourcedId,role', 'c1,u1,teacher', 'c1,u2,student'),
    },
    ...{ format: 'sds 2.1', mode: 'bulk', people: ['u1 TEACHER ', 'u2 STUDENT '], classes: ['c1 Physics 1   u1'], members: ['c1 u1 TEACHER', 'c1 u2 STUDENT'] },
  },
  Clever: {
    tables: {
      'schools.csv': table('School_id,School_name,School_number,State_id,Low_grade,High_grade', '9,North,9,,9,12'),
      'students.csv': table(
        'School_id,Student_id,Student_number,State_id,Last_name,Middle_name,First_name,Grade,Gender,DOB,Student_email,Contact_email,Username,Password',
        '9,100,100,,Ek,,Bo,10,M,1/2/2010,bo@x.org,mother@x.org,bo,secret',
      ),
      'teachers.csv': table(
        'School_id,Teacher_id,Teacher_number,State_teacher_id,Teacher_email,First_name,Middle_name,Last_name,Title,Username,Password',
        '9,T1,T1,,ada@x.org,Ada,,King,,ada,',
        '9,T2,T2,,cy@x.org,Cy,,Fox,,cy,',
      ),
      'sections.csv': table(
        'School_id,Section_id,Teacher_id,Teacher_2_id,Name,Section_number,Grade,Course_name,Course_number,Period,Subject,Term_name,Term_start,Term_end',
        '9,S1,T1,T2,Physics 1,P1,10,Physics,PH,1,Science,Fall,8/24/2026,12/18/2026',
      ),
      'enrollments.csv': table('School_id,Section_id,Student_id', '9,S1,100'),
      'staff.csv': table('School_id,Staff_id,Staff_email,First_name,Last_name', '9,A1,di@x.org,Di,Gul'),
    },
    ...{ format: 'clever ', mode: 'bulk', people: ['100 STUDENT bo@x.org', 'teacher T1 TEACHER ada@x.org', 'teacher T2 TEACHER cy@x.org'] },
    ...{ classes: ['S1 Physics 1 P1 Fall teacher T1,teacher T2'], members: ['S1 100 STUDENT', 'S1 teacher T1 TEACHER', 'S1 teacher T2 TEACHER'] },
  },
  'PowerSchool by numbers that people see': {
    tables: {
      'student.export.text': table('Student_Number,First_Name,Last_Name,SchoolID,Grade_Level,Student_Email', '100,Bo,Ek,9,10,bo@x.org'),
      'teacher.export.text': table('TeacherNumber,First_Name,Last_Name,Email_Addr,SchoolID', 'T1,Ada,King,ada@x.org,9'),
      'courses.csv': table('Course_Number,Course_Name,Credit_Type', 'PH,Physics,Science'),
      'sections.csv': table('SectionID,Course_Number,Section_Number,TeacherNumber,SchoolID,TermID,Room', 'S1,PH,1,T1,9,3600,204'),
      'cc.csv': table('SectionID,Student_Number,DateEnrolled,DateLeft', 'S1,100,8/24/2026,12/18/2026'),
    },
    ...{ format: 'powerschool ', mode: 'delta', people: ['100 STUDENT bo@x.org', 'teacher T1 TEACHER ada@x.org'], classes: ['S1 Physics 1 3600 teacher T1'] },
    members: ['S1 100 STUDENT', 'S1 teacher T1 TEACHER'],
  },
  'PowerSchool by its own ids, titles with the names of tables': {
    tables: {
      'STUDENTS_1.csv': table('STUDENTS.ID,STUDENTS.Student_Number,STUDENTS.First_Name,STUDENTS.Last_Name,STUDENTS.SchoolID', '77,100,Bo,Ek,9'),
      'TEACHERS.csv': table('TEACHERS.ID,TEACHERS.TeacherNumber,TEACHERS.First_Name,TEACHERS.Last_Name,TEACHERS.Email_Addr', '55,T1,Ada,King,ada@x.org'),
      'COURSES.csv': table('COURSES.Course_Number,COURSES.Course_Name', 'PH,Physics'),
      'SECTIONS.csv': table('SECTIONS.ID,SECTIONS.Course_Number,SECTIONS.Section_Number,SECTIONS.Teacher', 'S1,PH,1,55'),
      'CC.csv': table('CC.SectionID,CC.StudentID', 'S1,77'),
    },
    ...{
      format: 'powerschool ',
      mode: 'delta',
      people: ['77 STUDENT ', 'teacher 55 TEACHER ada@x.org'],
      classes: ['S1 Physics 1  teacher 55'],
      members: ['S1 77 STUDENT', 'S1 teacher 55 TEACHER'],
    },
  },
};

describe('[B1626] files of systems are known by their names and columns', () => {
  test.each(Object.entries(KNOWN))('%s', async (_name, { tables, format, mode, people, classes, members }) => {
    const read = await readAll(tables);
    expect(read.unknown.map(({ file }) => file)).toEqual([]);
    expect([`${read.head?.format} ${read.head?.version}`, read.head?.modes]).toEqual([format, { person: mode, member: mode }]);
    expect(read.people.map(({ id, role, email }) => `${id} ${role} ${email}`)).toEqual(people);
    expect(read.classes.map(({ id, title, code, sessions, teachers }) => [id, title, code, sessions, teachers].join(' '))).toEqual(classes);
    expect(read.members.flatMap((one) => one.members.map(([person, role]) => `${one.class} ${person} ${role}`)).toSorted()).toEqual(members.toSorted());
    expect(read.faults).toEqual([]);
    expect(JSON.stringify(read)).not.toMatch(/secret|mother@/);
  });

  test('a teacher of a section whom no table has is an error at the row of the section', async () => {
    const { 'teachers.csv': _teachers, ...tables } = KNOWN['Clever']!.tables;
    expect((await readAll(tables)).faults.map(({ externalId, file, line, said }) => [externalId, file, line, said[0]?.code])).toEqual([
      ['S1 teacher T1', 'sections.csv', 2, 'personUnknown'],
      ['S1 teacher T2', 'sections.csv', 2, 'personUnknown'],
    ]);
  });
});

describe('[B1754] a student and a teacher of one number', () => {
  const { Clever: clever, 'PowerSchool by its own ids, titles with the names of tables': powerSchool } = KNOWN;
  /** Gives both people number 7 wherever the tables name them. */
  const sevenOf = (tables: Tables, ...ids: string[]): Tables =>
    Object.fromEntries(
      Object.entries(tables).map(([file, rows]) => [file, (rows as string[][]).map((row) => row.map((cell) => (ids.includes(cell) ? '7' : cell)))]),
    );

  test.each([
    ['Clever', sevenOf(clever!.tables, '100', 'T1')],
    ['PowerSchool', sevenOf(powerSchool!.tables, '77', '55')],
  ])('are two people in files of %s, each in their own place', async (_, tables) => {
    const read = await readAll(tables);
    expect(read.faults).toEqual([]);
    expect(read.people.map(({ id, role }) => [id, role])).toEqual(
      expect.arrayContaining([
        ['7', 'STUDENT'],
        ['teacher 7', 'TEACHER'],
      ]),
    );
    expect(read.members.flatMap(({ members }) => members.map(([person, role]) => [person, role]))).toEqual(
      expect.arrayContaining([
        ['7', 'STUDENT'],
        ['teacher 7', 'TEACHER'],
      ]),
    );
    expect(read.classes[0]?.teachers).toContain('teacher 7');
  });
});

/** Tables of unknown systems, with the expected guess for their columns. */
const GUESSED: readonly [file: string, titles: string, kind: string, role: string | undefined, columns: Record<string, string>][] = [
  ['sections.csv', 'School,Section_id,Teacher_id,Name,Period', 'class', undefined, { id: 'Section_id', title: 'Name' }],
  ['roster.csv', 'Section ID,Teacher Number', 'member', 'teacher', { class: 'Section ID', person: 'Teacher Number' }],
  ['roster.csv', 'Section ID,Student Number', 'member', 'student', { class: 'Section ID', person: 'Student Number' }],
  ['roster.csv', 'Class,Student ID,Teacher ID', 'member', 'student', { class: 'Class', person: 'Student ID' }],
  ['people.csv', 'Employee ID,First,Last,Work E-Mail', 'person', 'teacher', { id: 'Employee ID', email: 'Work E-Mail' }],
  ['people.csv', 'Student_No,First_Name,Last_Name,Student_email,Parent_email', 'person', 'student', { id: 'Student_No', email: 'Student_email' }],
  ['list.csv', 'Teacher_id,Given Name,Family Name,Teacher_email', 'person', 'teacher', { id: 'Teacher_id', email: 'Teacher_email' }],
  ['list.csv', 'ID,Surname,Forename,Email_Addr', 'person', 'student', { id: 'ID', email: 'Email_Addr' }],
  ['list.csv', 'Pupil ID,Surname,Forename,Parent Email,School Mail', 'person', 'student', { id: 'Pupil ID', email: 'School Mail' }],
  ['list.csv', 'Local ID,Last,First,Guardian Email', 'person', 'student', { id: 'Local ID' }],
];

describe('[B1627] columns of other tables', () => {
  test.each(GUESSED)('%s with %s is a %s', async (file, titles, kind, role, columns) => {
    const { unknown } = await readAll({ [file]: table(titles, titles) });
    expect(unknown[0]?.guess).toMatchObject({ kind, ...(role ? { role } : {}), columns });
    expect(unknown[0]?.guess?.columns['email']).toBe(columns['email']);
  });
});

test('[B1628] an empty table of a whole set is reported, and ends nobody', async () => {
  const { head } = await readAll({ ...KNOWN['School Data Sync 2.1']!.tables, 'enrollments.csv': table('classSourcedId,userSourcedId,role') });
  expect(head?.remarks).toContainEqual({ code: 'emptyTable', params: { file: 'enrollments.csv' } });
});
