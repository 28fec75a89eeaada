import { type DashboardDeclaration, dashboards, en } from '@classwright/contract';
import { describe, expect, test } from 'vitest';

const declared = (name: string): DashboardDeclaration => dashboards.find(({ declaration }) => declaration.name === name)!.declaration;
const words = (key: string): string => (en as Readonly<Record<string, string>>)[key] ?? key;
const titlesOf = (name: string, figures: readonly string[]) => figures.map((figure) => words(declared(name).figures[figure]!.title));
const filtersOf = (name: string) => Object.values(declared(name).filters).map(({ label }) => words(label));
const forWhom = (name: string): Record<string, string> =>
  Object.fromEntries(Object.values(declared(name).filters).map((filter) => [words(filter.label), filter.for]));

describe('what screens draw, as it is declared', () => {
  test('[L116] [L119] Student Enrollment: a ring of four figures', () =>
    expect(titlesOf('student-enrollment', declared('student-enrollment').chart.of)).toEqual([
      'Total Students',
      'Total Enrollments',
      'Total Course',
      'Total Course Work',
    ]));

  test('[L117] [L120] Student Enrollment: its filters', () =>
    expect(filtersOf('student-enrollment').toSorted()).toEqual(['Class', 'Grade', 'School', 'Student', 'Teacher']));

  test('[L121] [L122] Grades: its cards, which stand in a ring', () =>
    expect(titlesOf('grade-book', declared('grade-book').chart.of)).toEqual([
      'TOTAL CLASS WORK',
      'TOTAL COMPLETE',
      'TOTAL OVER DUE',
      'TOTAL GRADED',
      'TOTAL UN-GRADED',
      'TOTAL RETURNED',
    ]));

  test('[L123] Grades: its filters, marks as text and days as days', () => {
    expect(filtersOf('grade-book')).toEqual([
      'School',
      'Class',
      'Grade',
      'Student',
      'Teacher',
      'Marking Start',
      'Marking End',
      'Start Date',
      'End Date',
      'Include people who left',
    ]);
    const { markingStart, markingEnd, startDate, endDate } = declared('grade-book').filters;
    expect([markingStart, markingEnd, startDate, endDate].map((filter) => filter?.kind)).toEqual(['mark', 'mark', 'day', 'day']);
  });

  test('[L125] Assignments: its cards', () =>
    expect(titlesOf('assignments', declared('assignments').chart.of)).toEqual([
      'TOTAL ASSESSMENT',
      'COMPLETED',
      'DUE',
      'COMPLETED ON TIME',
      'OVER DUE',
      'COURSE WORK',
    ]));

  test('[L126] Assignments: its filters', () =>
    expect(filtersOf('assignments')).toEqual(['Student', 'Teacher', 'Grade', 'Class', 'Start Date', 'End Date', 'School']));

  test('[L131] Attendance: its filters', () =>
    expect(filtersOf('attendance')).toEqual(['Grade', 'Class', 'Start Date', 'End Date', 'Include people who left', 'Teacher', 'School']));

  test('[L134] Live Instruction: its cards', () =>
    expect(titlesOf('live-instructions', Object.keys(declared('live-instructions').figures))).toEqual([
      'Total Sessions',
      'MCQ',
      'Question',
      'Others',
      'Correct',
      'Incorrect',
      'Comments Given',
      'Comments Received',
      'Likes Given',
      'Likes Received',
    ]));

  test('[L135] Live Instruction: its filters', () =>
    expect(filtersOf('live-instructions')).toEqual([
      'Subject',
      'Group',
      'Grade',
      'Topic',
      'Standard',
      'Protocol',
      'Start Date',
      'End Date',
      'Class',
      'Teacher',
      'School',
    ]));

  test('[L140] My Questions: four cards', () =>
    expect(Object.keys(declared('question-bank').figures)).toEqual(['total_question', 'total_admin_approved', 'total_reused', 'total_teacher_approved']));

  test('[L143] My Questions: its filters', () =>
    expect(filtersOf('question-bank')).toEqual(['Teacher Status', 'Admin Status', 'Teacher', 'Student', 'Subject', 'School', 'Grade', 'Class']));

  test('[L561] [Q225] a status is Approved (1) or Un Approved (0)', () => {
    const { teacher_status, status } = declared('question-bank').filters;
    for (const filter of [teacher_status, status])
      expect(filter?.kind === 'choice' && filter.choices.map(({ value, label }) => [value, words(label)])).toEqual([
        [1, 'Approved'],
        [0, 'Un Approved'],
      ]);
  });

  test('[L124] [L127] [L144] teachers have the student filter; teacher and school are for those who see more than their classes', () => {
    for (const name of ['assignments', 'grade-book', 'student-enrollment']) expect(forWhom(name)).toMatchObject({ Student: 'staff', Teacher: 'school' });
    expect(forWhom('grade-book')['School']).toBe('admin');
  });

  test('[L145] on My Questions teachers have teacher status, student and school', () =>
    expect(forWhom('question-bank')).toMatchObject({
      'Teacher Status': 'staff',
      Student: 'staff',
      School: 'staff',
      'Admin Status': 'school',
      Teacher: 'school',
    }));

  test('[B2452] every dashboard has a filter for a class for staff, for a teacher for those who see a school, and for a school for Admin', () => {
    for (const { declaration } of dashboards) {
      const { Class, Teacher, School } = forWhom(declaration.name);
      const isSpecified = declaration.name === 'question-bank'; // teachers filter their own questions by school, too
      expect([declaration.name, Class, Teacher, School]).toEqual([declaration.name, 'staff', 'school', isSpecified ? 'staff' : 'admin']);
    }
  });

  test('[B2453] on no page do two figures have one mark, and no figure has two', () => {
    const all = dashboards.map(({ declaration }) => declaration as DashboardDeclaration);
    const drawnOn = ({ chart, parts = [] }: DashboardDeclaration): string[] => [...new Set([...chart.of, ...parts])];
    const markOf = ({ figures }: DashboardDeclaration, name: string): string => figures[name]!.mark!;
    const marks = new Map<string, Set<string>>();
    for (const one of all) for (const [name, { mark }] of Object.entries(one.figures)) if (mark) marks.set(name, (marks.get(name) ?? new Set()).add(mark));
    expect([...marks].filter(([, given]) => given.size > 1)).toEqual([]);
    const pages = [...all.map((one) => drawnOn(one)), [...new Set(all.flatMap(({ chart }) => chart.of))]];
    expect(pages.map((names) => names.length)).toEqual([4, 7, 10, 10, 4, 4, 33]);
    const given = new Map(all.flatMap((one) => drawnOn(one).map((name) => [name, markOf(one, name)] as const)));
    for (const names of pages) expect(new Set(names.map((name) => given.get(name))).size).toBe(names.length);
  });

  test('[B2454] every filter for a number reads the decimal digits of every script', () => {
    const marks = dashboards.flatMap(({ declaration }) =>
      Object.values(declaration.filters as DashboardDeclaration['filters']).filter(({ kind }) => kind === 'mark'),
    );
    expect(marks).toHaveLength(2);
    const zeros = Array.from({ length: 0x1fbfa }, (_, code) => String.fromCodePoint(code)).filter(
      (digit) => /\p{Nd}/u.test(digit) && new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare(digit, '0') === 0,
    );
    expect(zeros).toEqual(expect.arrayContaining(['0', '٠', '०', '０', '۰', '০', '๐']));
    for (const { schema } of marks)
      for (const zero of zeros) {
        const typed = [7, 5].map((digit) => String.fromCodePoint(zero.codePointAt(0)! + digit)).join('');
        expect([typed, schema.safeParse(`${typed} %`).data]).toEqual([typed, 75]);
      }
  });
});
