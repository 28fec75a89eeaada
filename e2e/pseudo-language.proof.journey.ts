import { demoPassword } from '@classwright/server/demo/index';
import { en } from '@classwright/contract/messages/en';
import { makePseudoWords } from '@classwright/contract/messages/pseudo';
import { expect } from 'vitest';
import { journey, type Person, type ProductServer } from './harness/index.ts';
import { startLesson } from './join/steps.ts';

/** Places with data, which is in no catalogue. */
const DATA = [
  '[data-post], [dir="auto"], .katex, math, svg, code, pre, time, kbd', // texts of people, formulas, drawings, keys
  'td, dd, [role="gridcell"], [role="option"], option', // values; what they are called stands in th and dt
].join(', ');

/**
 * Names and values of the demo school that appear in texts, and dates, since no browser formats them in an invented
 * language.
 */
const KNOWN = [
  /^Classwright$/,
  /Rowan Bridge School|Ingrid|^Science 10B|@demo\.school/,
  /^(Teacher|Student \d|Parent of Student \d|Administrator)$/, // the demo's own sign-ins
  /^(?:[A-Z]\w+\/)+[A-Z]\w+$/, // time zones are named as computers name them
  /^(Grade \d+|Ages .*|Multiple choice|Ctrl K|⌘K)$/,
  /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \w{3} \d+, \d{4}/,
  /\.(png|jpg|pdf|svg)$|^image\/|^[\d,.]+ bytes$/, // sizes as Intl writes them in a language that is none
  /^Form.-.1A$|lamps? |^lamp 1$|^It (gets|stays|goes) |^Now S is closed/, // the form and the question of the lesson
];

/** Returns the texts of a screen that are not from the language's catalogue, and those that do not fit. */
function inspect({ data, isMirrored }: { data: string; isMirrored: boolean }): { foreign: string[]; cut: string[]; tooWide: number } {
  // A text inserted into another one loses the marks for reversed letters, as a name does.
  const own = isMirrored ? /\u200f(?:\u202e[^\u202c]*\u202c|[^\u200f\u202e]+)\u200f/g : /\[[^[\]]*(\[[^[\]]*\][^[\]]*)*\]/g;
  const foreign = new Set<string>();
  const judge = (element: Element, text: string | null): void => {
    const rest = (text ?? '').replace(own, '').trim();
    if (/[a-z]{3}/i.test(rest) && !element.closest(`${data}, script, style, noscript`) && element.checkVisibility()) foreign.add(rest);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) judge(node.parentElement as Element, node.textContent);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) judge(element, element.getAttribute(name));
  const cut = [...document.querySelectorAll<HTMLElement>('button, h1, h2, h3, label, th, summary, legend, dt, [role="tab"]')]
    .filter((element) => element.checkVisibility() && getComputedStyle(element).overflowX !== 'visible' && !element.closest(data))
    .filter(({ clientWidth, scrollWidth }) => clientWidth > 2 && scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent);
  return { foreign: [...foreign], cut, tooWide: document.documentElement.scrollWidth - document.documentElement.clientWidth };
}

/** Returns the page's texts from the demo's rows. Links to one contain its title. */
async function readData(server: ProductServer): Promise<string[]> {
  const call = async (path: string, token?: string, body?: object) =>
    (
      await fetch(`${server.url}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
      })
    ).json() as Promise<{ api_token: string; data: Record<string, string>[]; survived?: { response: string } | null }>;
  const tokenOf = async (email: string) => (await call('/auth/login', undefined, { email, password: demoPassword })).api_token;
  const token = await tokenOf('admin@demo.school');
  const lists = await Promise.all(
    [
      '/topics',
      ...['/assessments', '/questions', '/accounts', '/courses', '/course-works', '/announcements', '/store/items'].map((path) => `${path}?per_page=200`),
    ].map((path) => call(path, token)),
  );
  const weeks = await Promise.all([token, await tokenOf('teacher@demo.school')].map((of) => call('/home/monday', of)));
  return [
    ...lists.flatMap(({ data }) =>
      data.flatMap((row) => [row.title, row.title_text, row.summary, row.name, `${row.first_name} ${row.last_name}`.trim(), row.last_name]),
    ),
    ...weeks.map(({ survived }) => survived?.response),
  ].filter(Boolean) as string[];
}

/** Checks whether a text is a shortened file name. */
const isCut = (text: string, data: string): boolean => text.endsWith('…') && data.startsWith(text.slice(0, -1));

async function expectOwn({ page, look, settle }: Person, isMirrored: boolean, known: readonly string[]): Promise<void> {
  const isData = (text: string): boolean => KNOWN.some((pattern) => pattern.test(text)) || known.some((data) => text.includes(data) || isCut(text, data));
  for (const width of isMirrored ? [1280] : [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForLoadState('networkidle');
    await settle();
    const where = `${new URL(page.url()).pathname} ${width}`;
    // A window that just changed its width renders again, and data may load a moment later. Only lasting problems
    // count.
    const problems = async () => {
      const { foreign, cut, tooWide } = await page.evaluate(inspect, { data: DATA, isMirrored });
      return { foreign: foreign.filter((text) => !isData(text)), cut: cut.filter((text) => !isData(text)), tooWide };
    };
    await expect.poll(problems, { message: where }).toEqual({ foreign: [], cut: [], tooWide: 0 });
    await look(where);
  }
}

const walk = (tag: string, staff: readonly string[]) =>
  journey(
    `in ${tag} no text of the product is English, and none is cut`,
    async ({ bring, server }) => {
      const isMirrored = tag === 'ar-XB';
      const words = makePseudoWords(tag, en);
      const known = await readData(server);
      const signIn = async (name: string, email: string): Promise<Person> => {
        const person = await bring({ name });
        const { page } = person;
        await page.goto('/');
        expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([tag, isMirrored ? 'rtl' : 'ltr']);
        await expectOwn(person, isMirrored, known);
        await page.getByLabel(words['signIn.email'] as string, { exact: true }).fill(email);
        await page.getByLabel(words['signIn.password'] as string, { exact: true }).fill(demoPassword);
        await page.getByRole('button', { name: words['signIn.submit'] as string, exact: true }).click();
        await page.waitForURL((url) => url.pathname !== '/');
        return person;
      };
      const admin = await signIn('admin', 'admin@demo.school');
      for (const path of staff) {
        await admin.visit(path);
        await expectOwn(admin, isMirrored, known);
      }
      const { id } = await startLesson(server);
      const student = await signIn('student', 'student1@demo.school');
      await student.visit(`/student-live-learning?assessment_id=${id}`);
      await expectOwn(student, isMirrored, known);
    },
    180_000,
    { env: () => ({ SCHOOL_LANGUAGE: tag }) },
  );

walk('en-XA', [
  '/home',
  '/accounts',
  '/levels',
  '/all-questions',
  '/assessments',
  '/assessments?create=true',
  '/files',
  '/school-settings',
  '/rosters',
  '/oneroster',
]);
walk('ar-XB', ['/home', '/accounts', '/levels', '/rosters', '/oneroster']);
