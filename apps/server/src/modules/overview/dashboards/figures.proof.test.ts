import { attendanceStudents, dashboards, type DefinedDashboard, liveDashboard } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom, createScenario, type Random, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { count, countOverTime, readTables, tryGain, type Who } from './testing/oracle.ts';
import { makeRandomSchools, type RandomSchools } from './testing/random-school.ts';

const SEEDS = [1, 2, 3];
let app: TestApp;
let made: RandomSchools;

type Asked = Record<string, unknown>;

/** Draws a value of a filter that a person may choose. */
function draw(random: Random, name: string, { declaration }: DefinedDashboard, school: RandomSchools['schools'][number]): unknown {
  const filter = declaration.filters[name]!;
  if (filter.kind === 'typed')
    return random.pick({ grade: ['8', 'grade'], teacher: ['teachers 1', 'zoe'], student: ['student 2', 'x'], class: ['class', 'محمد'] }[name]!);
  if (filter.kind === 'mark') return filter.notBelow ? 80 : 20;
  if (filter.kind === 'choice') return random.below(2);
  if (filter.kind === 'flag') return true;
  if (filter.kind === 'day') return new Date(Date.now() + (filter.notBefore ? 5 : -25) * 86_400_000).toISOString().slice(0, 10);
  const lists: Record<string, () => number> = {
    student: () => random.pick(school.students).accountId,
    teacher: () => random.pick(school.teachers).accountId,
    grade: () => random.pick(made.levels),
    'question-grade': () => random.pick(made.grades),
    subject: () => random.pick(made.subjects),
    class: () => random.pick(school.courses.slice(0, 2)),
    school: () => school.id,
  };
  return lists[filter.list]?.();
}

const figuresIn = (dashboard: DefinedDashboard, body: Asked): Asked => {
  const from = (dashboard.declaration.isFlat ? body : body['stats']) as Asked;
  return Object.fromEntries(Object.keys(dashboard.declaration.figures).map((name) => [name, from[name]]));
};

/**
 * Returns the figures that do not add up: parts that do not sum to their whole, or work that waits for a grade without
 * being ungraded.
 */
function oddIn({ declaration: { parts = [], whole } }: DefinedDashboard, found: Asked): string[] {
  const sum = parts.reduce((total, part) => total + Number(found[part]), 0);
  const { turned_in_ungraded: waiting = 0, total_ungraded: ungraded = 0 } = found;
  if (whole !== undefined && sum !== found[whole]) return [whole];
  return Number(waiting) > Number(ungraded) ? ['turned_in_ungraded'] : [];
}

type Turn = Pick<ReturnType<typeof countOverTime>['whole'], 'alone' | 'after' | 'transfer' | 'moves'> & {
  gain: number | null;
  interval: { low: number; high: number } | null;
};
interface OverTime {
  whole: Turn & { since: string | null };
  weeks: (Turn & { week: string })[];
  lessons: (Turn & { assessment_id: number })[];
}

const countable = ({ declaration: { figures } }: DefinedDashboard): string[] => Object.keys(figures).filter((key) => figures[key]!.kind !== 'mean');

describe.each(SEEDS)('[B830] schools drawn from seed %i', (seed) => {
  let random: Random;
  beforeAll(async () => {
    app = await startTestApp();
    random = createRandom(seed);
    made = await makeRandomSchools(app.db, createScenario(app), random);
  });
  afterAll(() => app.close());

  const people = (): { who: Who; person: TestPerson; school: RandomSchools['schools'][number] }[] =>
    made.schools.flatMap((school, index) => [
      ...(index === 0 ? [{ who: { of: 'everything' } as Who, person: made.admin, school }] : []),
      { who: { of: 'school', id: school.id } as Who, person: school.head, school },
      { who: { of: 'teacher', id: school.teachers[0]!.accountId } as Who, person: school.teachers[0]!, school },
      { who: { of: 'student', id: school.students[0]!.accountId } as Who, person: school.students[0]!, school },
    ]);
  const mayUse = (who: Who, audience: string): boolean =>
    who.of === 'everything' || (who.of === 'school' && audience !== 'admin') || (who.of === 'teacher' && audience === 'staff');

  test.each(dashboards.map((dashboard) => [dashboard.declaration.name, dashboard] as const))(
    '%s: what a card says is what a second count says, and as many rows stand behind it and in its file; a filter never adds any',
    async (name, dashboard) => {
      const { declaration, endpoints } = dashboard;
      const tables = await readTables(app.db);
      const counted = people().filter(({ who }) => name !== 'student-enrollment' || who.of !== 'student');
      for (const { who, person, school } of counted) {
        const offered = Object.keys(declaration.filters).filter((key) => mayUse(who, declaration.filters[key]!.for));
        const whole = figuresIn(dashboard, (await person.call(endpoints.get)).body);
        expect([name, who, whole]).toEqual([name, who, count(name, tables, who, {})]);
        expect([name, who, oddIn(dashboard, whole)]).toEqual([name, who, []]);
        for (const filters of await drawSets(dashboard, { who, person, school }, offered)) {
          const { body } = await person.call(endpoints.filter, { body: filters });
          const found = figuresIn(dashboard, body);
          expect([name, who, filters, found]).toEqual([name, who, filters, count(name, tables, who, filters)]);
          // people who left are included in the maximum, since a filter narrows it
          const most = filters['left'] ? count(name, tables, who, { left: true }) : whole;
          const raised = countable(dashboard).filter((key) => Number(found[key]) > Number(most[key]));
          expect([name, filters, raised]).toEqual([name, filters, []]);
          expect([name, filters, oddIn(dashboard, found)]).toEqual([name, filters, []]);
          await expectRowsBehind(dashboard, person, filters, found);
        }
        await expectRowsBehind(dashboard, person, {}, whole);
      }
    },
  );

  test('[B2450] what is answered over time is what a second count over the students’ rows says, and each gain what trying every figure finds', async () => {
    const tables = await readTables(app.db);
    for (const { who, person, school } of people()) {
      const offered = Object.keys(liveDashboard.declaration.filters).filter((key) =>
        mayUse(who, (liveDashboard as DefinedDashboard).declaration.filters[key]!.for),
      );
      for (const filters of [{}, ...(await drawSets(liveDashboard, { who, person, school }, offered))]) {
        const { body } = await person.call(liveDashboard.endpoints.get, { query: filters });
        const { whole, weeks, lessons } = body as unknown as OverTime;
        const counted = countOverTime(tables, who, filters);
        const plain = <T extends object>(turn: T & Turn) => ({ ...turn, gain: undefined, interval: undefined });
        expect([who, filters, whole.since, plain({ ...whole, since: undefined })]).toEqual([who, filters, counted.since, plain(counted.whole as Turn)]);
        expect(weeks.map(({ week, alone, after, transfer, moves }) => ({ week, alone, after, transfer, moves }))).toEqual(counted.weeks);
        expect(lessons.map(({ assessment_id, alone, after, transfer, moves }) => ({ assessment_id, alone, after, transfer, moves }))).toEqual(counted.lessons);
        for (const { moves, gain, interval } of [whole, ...weeks, ...lessons]) {
          const tried = moves ? tryGain(moves) : { gain: null, interval: null };
          expect([moves, gain, interval === null]).toEqual([moves, tried.gain, tried.interval === null]);
          if (interval === null || tried.interval === null) continue;
          expect(Math.abs(interval.low - tried.interval.low!)).toBeLessThan(0.0002);
          expect(Math.abs(interval.high - tried.interval.high!)).toBeLessThan(0.0002);
        }
      }
    }
  });

  /** Draws sets of filters that may be chosen. A suspended class cannot. */
  async function drawSets(
    dashboard: DefinedDashboard,
    { who, person, school }: ReturnType<typeof people>[number],
    offered: readonly string[],
  ): Promise<Asked[]> {
    if (who.of === 'student') return [];
    const sets: Asked[] = [];
    for (let left = 6; left > 0 || (sets.length === 0 && left > -60); left -= 1) {
      const drawn = offered.filter(() => random.percent(30)).map((key) => [key, draw(random, key, dashboard, school)] as const);
      const filters = Object.fromEntries(drawn.filter(([, value]) => value !== undefined));
      const { status } = await person.call(dashboard.endpoints.filter, { body: filters });
      if (status === 200) sets.push(filters);
    }
    expect(sets.length).toBeGreaterThan(0);
    return sets;
  }

  /**
   * Expects a figure to have exactly as many rows, and lines in its file, as it shows; each once, and none of them a
   * formula.
   */
  async function expectRowsBehind({ declaration, endpoints, ...rest }: DefinedDashboard, person: TestPerson, filters: Asked, figures: Asked): Promise<void> {
    const figure = random.pick(countable({ declaration, endpoints, ...rest }));
    const isTyped = Object.keys(filters).some((key) => declaration.filters[key]!.kind === 'typed');
    const place = isTyped ? 'body' : 'query';
    const rows = await person.call(isTyped ? endpoints.rowsTyped! : endpoints.rows, { [place]: { ...filters, figure, per_page: 200 } });
    expect([declaration.name, figure, filters, rows.status, rows.body['value']]).toEqual([declaration.name, figure, filters, 200, figures[figure]]);
    const { data, pagination } = rows.body as unknown as { data: { id: number; amount: number | null }[]; pagination: { total: number } };
    expect(new Set(data.map(({ id }) => id)).size).toBe(pagination.total);
    const amounts = data.reduce((total, { amount }) => total + (amount ?? 1), 0);
    expect(amounts).toBe(figures[figure]);
    const file = await person.call(isTyped ? endpoints.exportTyped! : endpoints.export, { [place]: { ...filters, figure, format: 'csv' } });
    expect(String(file.body).trim().split('\r\n')).toHaveLength(1 + pagination.total);
    expect(String(file.body)).not.toMatch(/(^|[,\n])"?[=@]/);
  }

  test.each([
    ['now', {}],
    ['ever', { left: true }],
  ])('those who are students %s add up to the cards of attendance, by whatever their table is sorted', async (_when, filters) => {
    for (const { who, person } of people()) {
      if (who.of === 'student' && 'left' in filters) continue;
      const tables = await readTables(app.db);
      const figures = count('attendance', tables, who, filters);
      for (const sort of ['name', 'share', 'logged_in', 'engaged_in_session']) {
        const { students, pagination } = (await person.call(attendanceStudents, { body: { ...filters, sort, direction: 'desc', per_page: 200 } })).body;
        expect(students).toHaveLength(pagination.total);
        expect(who.of === 'student' ? 0 : pagination.total).toBe(figures['total_students']);
        for (const { id, lessons, logged_in, newest } of students) {
          const states = newest.map(({ state }) => state);
          expect([id, states.length, states.filter((state) => state !== 'absent').length]).toEqual([id, Math.min(30, lessons), logged_in]);
        }
        const sum = (key: 'logged_in' | 'submitted_assessment' | 'engaged_in_session'): number => students.reduce((total, student) => total + student[key], 0);
        expect([who, sum('logged_in'), sum('submitted_assessment'), sum('engaged_in_session')]).toEqual([
          who,
          figures['total_logged_in'],
          figures['total_submitted'],
          figures['total_engaged'],
        ]);
      }
    }
  });
});
