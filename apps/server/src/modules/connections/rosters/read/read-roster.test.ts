import { describe, expect, test } from 'vitest';
import { writeZip } from '../../../../platform/zip/index.ts';
import { readAll, type Tables } from '../testing/read-all.ts';
import { parseDay, slashOrderOf } from './dates.ts';
import { RosterProblem } from './roster-problem.ts';

const problemOf = async (tables: Tables): Promise<string> => {
  try {
    await readAll(tables);
    return 'read';
  } catch (error) {
    return error instanceof RosterProblem ? error.problem : String(error);
  }
};
const zipOf = async (parts: Readonly<Record<string, Iterable<string>>>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of writeZip(Object.entries(parts).map(([name, content]) => ({ name, content })))) pieces.push(piece);
  return Buffer.concat(pieces);
};

const users12 = [
  'sourcedId',
  'status',
  'dateLastModified',
  'enabledUser',
  'username',
  'userIds',
  'givenName',
  'familyName',
  'email',
  'password',
  'primaryOrgSourcedId',
];

describe('[B1034] systems', () => {
  test('OneRoster 1.2 keeps roles in a table of their own; the primary one counts, and others are not taken', async () => {
    const { head, people, faults, classes } = await readAll({
      'manifest.csv': [
        ['propertyName', 'value'],
        ['oneroster.version', '1.2'],
        ...['orgs', 'classes', 'users', 'roles', 'enrollments'].map((file) => [`file.${file}`, 'bulk']),
      ],
      'orgs.csv': [
        ['sourcedId', 'status', 'dateLastModified', 'name', 'type'],
        ['o1', '', '', 'North', 'school'],
        ['d1', '', '', 'District', 'district'],
      ],
      'classes.csv': [
        ['sourcedId', 'status', 'title', 'schoolSourcedId', 'termSourcedIds'],
        ['c1', '', 'Physics', 'o1', 't1,t2'],
      ],
      'users.csv': [
        users12,
        ['u1', '', '', 'true', 'u1', '', 'Ada', 'King', 'ada@x.org', 'pw', 'd1'],
        ['u2', '', '', 'true', 'u2', '', 'Bo', 'Ek', 'bo@x.org', '', 'o1'],
        ['u3', '', '', 'false', 'u3', '', 'Cy', 'Fox', 'cy@x.org', '', 'o1'],
        ['u4', '', '', 'true', 'u4', '', 'Di', 'Gul', 'di@x.org', '', 'o1'],
      ],
      'roles.csv': [
        ['sourcedId', 'status', 'dateLastModified', 'userSourcedId', 'roleType', 'role', 'beginDate', 'endDate', 'orgSourcedId'],
        ['r1', '', '', 'u1', 'secondary', 'student', '', '', 'o1'],
        ['r2', '', '', 'u1', 'primary', 'teacher', '', '', 'o1'],
        ['r3', '', '', 'u2', 'primary', 'student', '', '', 'o1'],
        ['r4', '', '', 'u3', 'primary', 'student', '', '', 'o1'],
        ['r5', '', '', 'u4', 'primary', 'guardian', '', '', 'o1'],
      ],
      'enrollments.csv': [
        ['sourcedId', 'status', 'classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role', 'primary', 'beginDate', 'endDate'],
        ['e1', '', 'c1', 'o1', 'u1', 'teacher', 'true', '', ''],
        ['e2', '', 'c1', 'o1', 'u2', 'student', '', '', ''],
      ],
    });
    expect([head?.format, head?.version, head?.modes.member]).toEqual(['oneroster', '1.2', 'bulk']);
    expect(people.map(({ id, role, schools, isEnded }) => [id, role, schools, isEnded])).toEqual([
      ['u1', 'TEACHER', ['o1'], false],
      ['u2', 'STUDENT', ['o1'], false],
      ['u3', 'STUDENT', ['o1'], true],
    ]);
    expect(faults.map(({ externalId, outcome, said }) => [externalId, outcome, said[0]?.code])).toEqual([['u4', 'not_taken', 'noRole']]);
    expect(classes[0]).toMatchObject({ title: 'Physics', sessions: ['t1', 't2'], teachers: ['u1'] });
  });

  test('Canvas: sections are classes, a course without one is a class, roles come from enrolments, what is deleted ends', async () => {
    const { head, people, classes, members } = await readAll({
      'users.csv': [
        ['user_id', 'login_id', 'first_name', 'last_name', 'email', 'status'],
        ['1', 'ada', 'Ada', 'King', 'ada@x.org', 'active'],
        ['2', 'bo', 'Bo', 'Ek', 'bo@x.org', 'active'],
      ],
      'courses.csv': [
        ['course_id', 'short_name', 'long_name', 'term_id', 'status'],
        ['PH', 'PH-1', 'Physics', 'T1', 'active'],
        ['CH', 'CH-1', 'Chemistry', 'T1', 'active'],
      ],
      'sections.csv': [
        ['section_id', 'course_id', 'name', 'status'],
        ['PH-a', 'PH', 'Physics, group A', 'active'],
      ],
      'terms.csv': [
        ['term_id', 'name', 'status', 'start_date', 'end_date'],
        ['T1', 'Autumn', 'active', '2026-08-24T00:00:00Z', '2026-12-18T00:00:00Z'],
      ],
      'enrollments.csv': [
        ['course_id', 'user_id', 'role', 'section_id', 'status'],
        ['', '1', 'teacher', 'PH-a', 'active'],
        ['', '2', 'student', 'PH-a', 'deleted'],
        ['CH', '2', 'student', '', 'active'],
      ],
    });
    expect([head?.format, head?.modes.member]).toEqual(['canvas', 'delta']);
    expect(people.map(({ id, role }) => [id, role])).toEqual([
      ['1', 'TEACHER'],
      ['2', 'STUDENT'],
    ]);
    expect(classes.map(({ id, title, subject, sessions }) => [id, title, subject, sessions])).toEqual([
      ['PH-a', 'Physics, group A', 'Physics', ['T1']],
      ['course CH', 'Chemistry', 'Chemistry', ['T1']],
    ]);
    expect(members.find((one) => one.class === 'PH-a')?.members.map(([person, role, isEnded]) => [person, role, isEnded])).toEqual([
      ['1', 'TEACHER', false],
      ['2', 'STUDENT', true],
    ]);
  });

  test('without a manifest nothing that is missing has ended, and what has no table is left to whoever knows more', async () => {
    const { head, members, faults } = await readAll({
      'enrollments.csv': [
        ['sourcedId', 'status', 'classSourcedId', 'userSourcedId', 'role'],
        ['e1', 'active', 'c1', 'u1', 'student'],
      ],
    });
    expect([head?.modes, head?.remarks.map(({ code }) => code), faults]).toEqual([{ person: 'delta', member: 'delta' }, ['noManifest'], []]);
    expect(members[0]?.members).toEqual([['u1', 'STUDENT', false, 2]]);
  });
});

describe('[B1034] hostile files', () => {
  test('a line without an end, an archive of too much, one that is damaged, another kind of file: refused in words', { timeout: 60_000 }, async () => {
    const header = 'sourcedId,status,classSourcedId,userSourcedId,role\n';
    expect(await problemOf({ 'enrollments.csv': Buffer.from(`${header}"${'x'.repeat(300_000)}`) })).toBe('lineTooLong');
    const megabyte = 'x'.repeat(1024 * 1024);
    function* endless(): Generator<string> {
      yield header;
      for (let at = 0; at < 530; at += 1) yield megabyte;
    }
    const before = process.memoryUsage().rss;
    expect(await problemOf({ 'bomb.zip': await zipOf({ 'enrollments.csv': endless() }) })).toMatch(/^(?:zip\.too_large|lineTooLong)$/);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    expect(await problemOf({ 'many.zip': await zipOf(Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`t${at}.csv`, ['a,b\n1,2\n']]))) })).toBe(
      'tooManyTables',
    );
    expect(await problemOf({ 'x.csv': Buffer.from('%PDF-1.7\n\u0000\u0000\u0000') })).toBe('notCsv');
    expect(await problemOf({ 'wide.csv': [Array.from({ length: 300 }, (_, at) => `c${at}`)] })).toBe('tooManyColumns');
  });

  test('names that work against whoever reads them are cleaned, kept or refused, each at its row', async () => {
    const names = ['=cmd()', '@SUM(A1)', "'; DROP TABLE accounts;--", '<script>alert(1)</script>', '\u202eevil', 'نور', '李小龍', 'x'.repeat(101)];
    const { people, faults } = await readAll({
      'users.csv': [['sourcedId', 'role', 'givenName', 'familyName', 'email'], ...names.map((name, at) => [`u${at}`, 'student', name, 'Last', `u${at}@x.org`])],
    });
    expect(faults.map(({ line, said }) => [line, said[0]?.code])).toEqual([
      [2, 'formula'],
      [3, 'formula'],
      [9, 'tooLong'],
    ]);
    expect(people.map(({ first }) => first)).toEqual(["'; DROP TABLE accounts;--", '<script>alert(1)</script>', 'evil', 'نور', '李小龍']);
  });

  test('what is kept of a long text that is at fault never ends within a character', async () => {
    const { faults } = await readAll({
      'users.csv': [
        ['sourcedId', 'role', 'givenName', 'familyName', 'email'],
        ['u1', 'student', `${'a'.repeat(199)}😀${'b'.repeat(900)}`, 'Last', 'u1@x.org'],
      ],
    });
    const values = faults.flatMap(({ said }) => said.map(({ value }) => value));
    expect(values).not.toEqual([]);
    expect(values.filter((value) => !value.isWellFormed())).toEqual([]);
  });

  test('[B1267] what an apostrophe keeps from being a formula is read without it, as it was written', async () => {
    const names = ["'=1+1", "'-Ana", "''=x", "'@home", "'s-Gravenhage"];
    const { people, faults } = await readAll({
      'users.csv': [['sourcedId', 'role', 'givenName', 'familyName', 'email'], ...names.map((name, at) => [`u${at}`, 'student', name, 'Last', `u${at}@x.org`])],
    });
    expect(faults).toEqual([]);
    expect(people.map(({ first }) => first)).toEqual(['=1+1', '-Ana', "'=x", '@home', "'s-Gravenhage"]);
  });

  test('in UTF-16, in Windows-1252, with a mark, with semicolons, tabs and bars the same is read', async () => {
    const rows = [
      ['sourcedId', 'role', 'givenName', 'familyName', 'email'],
      ['u1', 'student', 'Zoë', 'Núñez', 'zoe@x.org'],
    ];
    const text = (mark: string): string => rows.map((row) => row.join(mark)).join('\r\n');
    const forms = [
      Buffer.from(`\ufeff${text(';')}`),
      Buffer.from(text('\t'), 'latin1'),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text('|'), 'utf16le')]),
      Buffer.from(`sep=;\r\n${text(';')}`),
    ];
    for (const bytes of forms) expect((await readAll({ 'users.csv': bytes })).people).toMatchObject([{ id: 'u1', first: 'Zoë', last: 'Núñez' }]);
  });
});

describe('[B1034] dates', () => {
  test.each([
    ['2026-08-24', '2026-08-24'],
    ['2026-08-24T10:00:00.000Z', '2026-08-24'],
    ['20260824', '2026-08-24'],
    ['2026/8/24', '2026-08-24'],
    ['24.8.2026', '2026-08-24'],
    ['8/24/2026', '2026-08-24'],
    ['24/8/2026', '2026-08-24'],
    ['2022-02-30', null],
    ['soon', null],
    ['13/13/2026', null],
  ])('%s is %s', (text, day) => expect(parseDay(text)).toBe(day));

  test('one date tells how all of a file are meant', () => {
    expect(slashOrderOf(['7/1/2026', '6/30/2027'])).toBe('monthFirst');
    expect(slashOrderOf(['1/9/2026', '30/6/2027'])).toBe('dayFirst');
    expect(parseDay('1/9/2026', 'dayFirst')).toBe('2026-09-01');
  });
});
