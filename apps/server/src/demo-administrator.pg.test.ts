import { authLogin, referenceLists } from '@classwright/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, seedDemoSchool } from './demo/index.ts';
import { createFileStorage } from './modules/school/files/index.ts';
import { type DemoReads, findDemoReads, reads } from './testing/demo-reads.ts';
import { startTestApp, type TestApp } from './testing/index.ts';

/**
 * The demo's administrator, who belongs to no school and can reach all of them, reads everything once: each GET of the
 * contract, for something that exists. The test fails for a call that names something without a row here, or that is
 * refused without a reason here.
 */
let app: TestApp;
let token: string;
let found: DemoReads;

/** Calls that are refused, with the reason. The reason is never a missing school. */
const refused = (why: string, names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, why]));
const REFUSED: Readonly<Record<string, string>> = {
  'schoolLogo.read': '404 NOT_FOUND', // the demo school has no logo
  'schoolColors.read': '422 VALIDATION_FAILED', // a number of a row is no color
  // Students' calls about themselves.
  ...refused('403 NOT_ALLOWED', [
    ...['live.running', 'live.pastLessons', 'live.active', 'posts.currentForm', 'forms.reactions', 'live.ownAnswers', 'live.studentSnapshot', 'seat.request'],
    ...['live.ownPair', 'live.notes', 'live.vote', 'review.get', 'solo.get'],
    ...['review.get', 'solo.get'],
    ...['studentWork.details', 'studentGradeBook.get', 'studentGradeBook.history', 'invitation.pending'],
    ...['child.list', 'child.get', 'child.gradeBook', 'child.readings'],
  ]),
  // Nothing has been imported, read, connected, requested or synced yet.
  ...refused('404 NOT_FOUND', [
    ...['import.get', 'import.rows', 'import.problems', 'import.takeBack.look', 'import.errors'],
    ...['import.questions.get', 'import.questions.rows', 'import.questions.problems', 'import.questions.takeBack.look', 'import.questions.errors'],
    ...[
      'roster.get',
      'roster.rows',
      'roster.errors',
      'roster.meetings',
      'roster.meetingClasses',
      'rosterSource.reads',
      'apiClient.reads',
      'sync.run.read',
      'sync.run.changes',
    ],
    ...['requestedClass.get', 'invitationGroup.get', 'recordCopy.download'],
    ...['get', 'numbers', 'people', 'export', 'sessions', 'programs'].map((act) => `incident.${act}`),
  ]),
  'censoredText.get': '404 CENSORED_TEXT_NOT_FOUND',
  ...refused('404 WORK_PRODUCT_NOT_FOUND', ['workProduct.get', 'workProduct.generate.get', 'workProduct.regenerate.get']),
  // The test server has no Google Classroom, and the lesson has ended.
  ...refused('409 SYNC_NOT_SET_UP', ['sync.courses.get', 'sync.courseWorks.get']),
  ...refused('409 SESSION_NOT_RUNNING', ['live.elapsedTime', 'live.pairs', 'live.reasons']),
  // Only a wall asks for its lesson.
  'walls.lesson': '404 WALL_NOT_FOUND',
};

beforeAll(async () => {
  app = await startTestApp();
  await seedDemoSchool(app.db, { storage: createFileStorage(app.dataDir) });
  const { body } = await app.call(authLogin, { body: { email: 'admin@demo.school', password: demoPassword } });
  token = body.api_token;
  found = await findDemoReads(app.db);
}, 120_000);
afterAll(() => app.close());

describe.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  test('[B1595] is answered, or refused for a reason that is not a school', async () => {
    const reply = await app.call(endpoint, found.argumentsFor(endpoint), { token });
    const outcome = reply.status < 400 ? undefined : `${reply.status} ${reply.error?.code}`;
    // A list for which the demo has no row.
    const isEmpty = referenceLists.some(({ endpoints, name: list }) => endpoints.get.name === name && !found.has(list));
    expect(outcome).toBe(REFUSED[name] ?? (isEmpty ? '404 NOT_FOUND' : undefined));
  });
});

test('[B1595] every refusal that is named here is of a call', () => {
  const names = new Set(reads.map(({ name }) => name));
  expect(Object.keys(REFUSED).filter((name) => !names.has(name))).toEqual([]);
});
