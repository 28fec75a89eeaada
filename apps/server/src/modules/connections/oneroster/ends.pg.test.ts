import { rosterGet, rosterSourceCreate, rosterSourceRead, rosterSourceReads } from '@classwright/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { createScenario, type Scenario, startTestApp, type TestApp, type TestPerson } from '../../../testing/index.ts';
import { walkEnds } from '../../class/ends/testing/walk-ends.ts';
import { rosterKinds, type RosterState, STUDENTS_OF_A, WHOLE } from '../rosters/testing/roster-ends.ts';
import { openSmallSource } from './testing/small-source.ts';

let app: TestApp;
let scenario: Scenario;
let admin: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ isAlone: true, asksLoopback: true });
  scenario = createScenario(app);
  admin = await scenario.person('admin', null);
});
afterAll(() => app.close());

let made = 0;
/** Creates a school that reads its roster from a source of four students: three in class `a`, one in class `b`. */
async function start() {
  made += 1;
  const schoolId = await scenario.school();
  const source = await openSmallSource(STUDENTS_OF_A.length + 1);
  const { lists } = source;
  for (const list of ['teachers', 'students'] as const) for (const one of lists[list]) one['email'] = `ends${made}-${String(one['sourcedId'])}@sis.example`;
  const [classA = {}] = lists.classes;
  classA['title'] = 'Class a';
  const classB = { ...classA, sourcedId: 'class-b', title: 'Class b', classCode: 'PB' };
  const [ofTeacher = {}, ...ofStudents] = lists.enrollments;
  const inB = [ofTeacher, ofStudents[STUDENTS_OF_A.length]!].map((place) => ({
    ...place,
    ...{ sourcedId: `b-${String(place['sourcedId'])}`, class: { ...(place['class'] as object), sourcedId: 'class-b' } },
  }));
  const listsOf = ({ left, classA: how }: RosterState) => ({
    classes: [...(how === 'missing' ? [] : [how === 'ended' ? { ...classA, status: 'tobedeleted' } : classA]), classB],
    enrollments: [...(how === 'listed' ? [ofTeacher, ...ofStudents.slice(0, STUDENTS_OF_A.length).slice(left)] : []), ...inB],
  });
  let state = WHOLE;
  let said = 0;
  let isOnceOnly = false;
  source.interfere = ({ path }, response) => {
    const name = path.split('/').at(-1);
    if (name !== 'classes' && name !== 'enrollments') return false;
    const now = isOnceOnly && said >= 1 ? WHOLE : state;
    if (name === 'enrollments') said += 1;
    const list = listsOf(now)[name];
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': String(list.length) }).end(JSON.stringify({ [name]: list }));
    return true;
  };
  const body = {
    ...{ name: 'Office system', service_url: `${source.url}/ims/oneroster`, token_url: `${source.url}/token`, version: '1.2' as const },
    ...{ client_id: 'school', client_secret: source.secret, school_id: schoolId },
  };
  const created = await admin.call(rosterSourceCreate, { body });
  expect(created.error).toBeNull();
  const { id } = created.body.source;
  return {
    schoolId,
    say(next: RosterState, isOnce: boolean): void {
      state = next;
      said = 0;
      isOnceOnly = isOnce;
    },
    hasSaid: () => said > 0,
    async read() {
      expect((await admin.call(rosterSourceRead, { params: { id } })).error).toBeNull();
      await app.server.jobs.runDue();
      const [read] = (await admin.call(rosterSourceReads, { params: { id } })).body.data;
      expect(read).toMatchObject({ status: 'finished' });
      return { roster: (await admin.call(rosterGet, { params: { id: read!.import_id! } })).body.import, asks: read!.outcome === 'asks' };
    },
  };
}

walkEnds(
  'oneroster_rest',
  rosterKinds(() => ({ app, admin, start })),
);
