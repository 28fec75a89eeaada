import { type SimulatedClassroom, startClassroom } from '@classwright/server/testing/classroom/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf, asksFor, findThings, isLookedAt, listenForFaults, lookAtPage, PAGES, PAUSE_MS, watchMoves, type Width, WIDTHS } from './every-page.ts';
import { journey } from './harness/index.ts';
import type { Look } from './screens.ts';

/** Pages of the sync exist if Google Classroom is set up. */
let google: SimulatedClassroom;
beforeAll(async () => {
  google = await startClassroom();
});
afterAll(() => google.close());
const env = (): Record<string, string> => ({
  GOOGLE_CLASSROOM: 'on',
  GOOGLE_CLASSROOM_URL: google.url,
  GOOGLE_ISSUER: google.issuer,
  GOOGLE_CLIENT_ID: google.clientId,
  GOOGLE_CLIENT_SECRET: google.clientSecret,
});

/** The time limit for seventy pages, each at two widths. */
const patience = 540_000;

const LISTS_OF_THE_OFFICE = [
  ...['/question-types', '/question-grades', '/question-subjects', '/question-cycles', '/levels', '/standard', '/groups', '/protocols', '/schools'],
  ...['/periods', '/assessment-periods', '/roles', '/actions', '/policy', '/resources', '/resource-policy', '/account-roles'],
  ...['/censorship-level', '/censorship-word-list', '/$'],
];
const OF_THE_OFFICE = [
  '/invitation-groups',
  '/policy-explorer',
  '/audit',
  '/record-readings',
  ...['/incidents', '/incidents/$id'],
  '/retention',
  '/data-requests',
  '/rosters',
  '/failed-jobs',
  '/system',
  '/all-schools',
  '/oneroster',
  '/accounts',
  '/school-settings',
];
const OF_STUDENTS = ['/std-gradebook', '/std-classwork'];
const OF_STAFF = [
  ...['/teacher-live-learning', '/assessment-snapshot', '/assessments', '/archived-assessments', '/live-snapshot', '/class-attention/$id'],
  ...['/class-extra-time/$id', '/student-dashboard', '/sync', '/sync-run/$id', '/censored-texts', '/students', '/store-items', '/store-purchases'],
  ...['/topics', '/requested-classes', '/ideas', '/all-ideas', '/attention'],
];

/** Pages of guardians, as whom this walk does not sign in. `guardians.journey.ts` asks them for barriers. */
const OF_FAMILIES = ['/my-children'];

/** Pages of the office that need a thing: `incidents.journey.ts` asks them for barriers on a phone. */
const ELSEWHERE_ON_A_PHONE = ['/incidents/$id'];

/** Pages of links and cards, with the text that they show to people without a code. */
const OF_CODES: Readonly<Record<string, string>> = {
  '/set-up': 'POST /api/set-up/check answers 403',
  '/end-mails': 'POST /api/notifications/mails/check answers 403',
};
/** Pages that redirect. */
const LEADS: Readonly<Record<string, string>> = {
  '/': '/home',
  ...Object.fromEntries(['/class-details', '/class-people'].map((page) => [page, '/classes'])),
};
/** Redirects for students: a class's gradebook leads to their own grades. */
const LEADS_STUDENTS = { ...LEADS, '/class-classwork': '/classes', '/class-gradebook': '/classes', '/class-gradebook/$id': '/std-gradebook' };
/** Redirects for staff: the student's lesson leads to Home. */
const LEADS_STAFF = {
  ...LEADS,
  '/student-live-learning': '/home',
  '/student-live-snapshot': '/home',
  '/student-live-solo': '/home',
  '/student-live-review': '/home',
};

/** Redirects for teachers: the work and the grades of the class that they saw last. */
const LEADS_TEACHERS = { ...LEADS_STAFF, '/class-classwork': '/class-classwork/1', '/class-gradebook': '/class-gradebook/1' };

/** The people of the demo, with the pages that they may not see. Those show that there is no such page. */
const people: { name: Look['by']; email: string; missing: string[]; leads: Record<string, string> }[] = [
  { name: 'administrator', email: 'admin@demo.school', missing: ['/invitations', ...OF_FAMILIES, ...OF_STUDENTS, '/$'], leads: LEADS_STAFF },
  { name: 'teacher', email: 'teacher@demo.school', missing: [...OF_THE_OFFICE, ...OF_FAMILIES, ...OF_STUDENTS, ...LISTS_OF_THE_OFFICE], leads: LEADS_TEACHERS },
  { name: 'student', email: 'student1@demo.school', missing: [...OF_THE_OFFICE, ...OF_FAMILIES, ...OF_STAFF, ...LISTS_OF_THE_OFFICE], leads: LEADS_STUDENTS },
];

it('[B1940] every page is asked for barriers on a wide screen and on a phone, by somebody who has it', () => {
  const unasked = PAGES.filter((page) => !OF_FAMILIES.includes(page)).flatMap((page) =>
    WIDTHS.filter(({ width }) => !people.some(({ name, missing }) => asksFor(page, name, width) && !(missing.includes(page) && page !== '/$')))
      .filter(({ width }) => !isLookedAt(page, width) && !(width === 360 && ELSEWHERE_ON_A_PHONE.includes(page)))
      .map(({ width }) => `${page} ${width}`),
  );
  expect(unasked).toEqual([]);
});

for (const { name, email, missing, leads } of people) {
  journey(
    `[B1750] [B1980] every page of the product is opened once by: ${name}, wide and on a phone, and shows no error, no hole, no failed call and no barrier; nothing on it moves after it is drawn`,
    async ({ bring, query }) => {
      const things = await findThings(query);
      const person = await bring({ name });
      await person.signIn(email);
      await person.settle();
      const listFaults = listenForFaults(person);
      await watchMoves(person);
      // Layout shifts differ on a phone. Staff see the same pages, so one of them opens each page on a phone first and
      // one on a wide screen.
      const sizes = name === 'administrator' ? WIDTHS : WIDTHS.toReversed();
      const found = { wrong: [] as string[], missing: [] as string[], leads: {} as Record<string, string> };
      for (const [index, page] of PAGES.entries()) {
        const address = addressOf(page, things);
        const isAsked = (width: Width) => asksFor(page, name, width);
        const seen = await lookAtPage(person, address, { listFaults, sizes, isAsked, isDark: index % 2 === 1 });
        found.wrong.push(...seen.wrong.filter((what) => what !== OF_CODES[page]).map((what) => `${page}: ${what}`));
        if (seen.isMissing) found.missing.push(page);
        if (seen.path !== address.replace(/\?.*/, '')) found.leads[page] = seen.path;
        await person.page.waitForTimeout(PAUSE_MS);
      }
      found.missing.sort();
      expect(found).toEqual({ wrong: [], missing: missing.toSorted(), leads });
    },
    patience,
    { env },
  );
}
