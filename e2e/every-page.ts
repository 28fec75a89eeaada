import { expect } from 'vitest';
import { en } from '@classwright/contract/messages/en';
import { findBarriers, type Person, showIn } from './harness/index.ts';
import { listLooks, type Look, screens } from './screens.ts';

/** The ids that the pages' addresses need to show something. */
export interface Things {
  /** A class of the demo with work, grades and an ended lesson. */
  class: number;
  /** The assessment of that lesson. */
  assessment: number;
  /** A run of the sync. */
  run: number;
  /** An incident whose reader is a teacher. */
  incident: number;
}

/** The query string of pages that show nothing without one. */
const MORE: Readonly<Record<string, (things: Things) => string>> = {
  '/assessment-snapshot': ({ assessment }) => `?id=${assessment}`,
  '/live-snapshot': ({ assessment }) => `?assessment_id=${assessment}`,
  '/student-live-snapshot': ({ assessment }) => `?assessment_id=${assessment}`,
  '/class-attention/$id': ({ assessment }) => `?assessment_id=${assessment}`,
};
/** The object that `$id` names, by page. On all other pages it is a class. */
const NAMED: Readonly<Record<string, keyof Things>> = { '/sync-run/$id': 'run', '/incidents/$id': 'incident' };

const NOWHERE = '/no-such-page';

/** Returns the address of a page for an existing object. */
export function addressOf(page: string, things: Things): string {
  const address = page === '/$' ? NOWHERE : page.replace('$id', String(things[NAMED[page] ?? 'class']));
  if (address.includes('$')) throw new Error(`Say what ${page} names.`);
  return `${address}${MORE[page]?.(things) ?? ''}`;
}

/**
 * The rest after each page. Nobody opens all pages within a minute: a fast machine would meet the limit of calls of one
 * account.
 */
export const PAUSE_MS = 800;

/** Every page, in the order of declaration. */
export const PAGES: readonly string[] = Object.keys(screens);

/** Raw text that people must never see: a missing value or an unfilled placeholder. */
const RAW = /\bundefined\b|\bNaN\b|\[object |Invalid Date|\bnull\b|\{[a-z_]+\}/;
/** The sizes in which every page is checked. */
export const WIDTHS = [
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
] as const;
export type Width = 1280 | 360;

/** The pages that the screens journey checks in detail on a small phone, by person. */
const LOOKED_AT = new Set(listLooks().map(({ at, by }) => `${by} ${at.replace(/\?.*/, '')}`));

/** Returns true when that journey checks a page for accessibility at a width, as this person or as anyone. */
export function isLookedAt(page: string, width: Width, by: readonly Look['by'][] = ['student', 'teacher', 'administrator', 'guest']): boolean {
  return width === 360 && by.some((one) => LOOKED_AT.has(`${one} ${page}`));
}

/**
 * Returns true when a page is checked for accessibility here as this person. Staff see the same pages, so the
 * administrator covers the wide screen and the teacher the phone. Pages that the screens journey checks are not checked
 * again.
 */
export function asksFor(page: string, by: Look['by'], width: Width): boolean {
  if (by === 'student') return !isLookedAt(page, width, ['student']);
  return width === (by === 'administrator' ? 1280 : 360) && !isLookedAt(page, width, ['guest', 'teacher', 'administrator']);
}

/** A screen with fewer words besides its title is empty. */
const FEWEST_WORDS = 2;

/**
 * Records errors that people must not see: a console message or a failed call. Returns a function that returns those
 * since the last call.
 */
export function listenForFaults({ page }: Person): () => string[] {
  let heard: string[] = [];
  page.on('console', (message) => {
    // A failed call is reported below, with its address.
    if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource')) heard.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url());
    if (response.status() >= 400) heard.push(`${response.request().method()} ${pathname}${search} answers ${response.status()}`);
  });
  return () => {
    const all = heard;
    heard = [];
    return all;
  };
}

/** The maximum layout shift after rendering: the sum of shifts (1: the whole window, by its height). */
const MOST_MOVED = 0.1;
/** Higher limits for pages with formulas, which are shown as LaTeX until the renderer and its font have loaded. */
const MOST_MOVED_WITH_FORMULAS: Readonly<Record<string, number>> = { '/student-live-learning': 0.3 };
/** Starts summing up a page's unexpected layout shifts. */
export async function watchMoves({ page }: Person): Promise<void> {
  await page.addInitScript(() => {
    // The wait works however slow the test machine is.
    document.addEventListener('readystatechange', () => document.documentElement.style.setProperty('--cw-wait', '60s'));
    const moves = { sum: 0, what: [] as string[] };
    Object.assign(globalThis, { moves });
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue;
        moves.sum += value;
        moves.what.push(...sources.map(({ node }) => (node instanceof Element ? `${node.tagName} ${node.className}` : (node?.textContent ?? 'gone'))));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Lists the layout shifts since the page was opened, if they are too large. */
const listMoves = ({ page }: Person): Promise<string[]> =>
  page.evaluate((most) => {
    const { moves } = globalThis as unknown as { moves: { sum: number; what: string[] } };
    return moves.sum < most ? [] : [`moves by ${moves.sum.toFixed(2)}: ${moves.what.slice(0, 8).join(', ')}`];
  }, MOST_MOVED_WITH_FORMULAS[new URL(page.url()).pathname] ?? MOST_MOVED);

interface Seen {
  /** The path after redirects. */
  path: string;
  isMissing: boolean;
  wrong: string[];
}

/**
 * Opens a page at the first of `sizes`, where nothing may move after rendering, and checks it at each size. `isAsked`
 * selects the sizes for the accessibility check, `isDark` the color scheme.
 */
export async function lookAtPage(
  person: Person,
  address: string,
  {
    listFaults,
    sizes,
    isAsked,
    isDark,
  }: { listFaults: () => string[]; sizes: readonly (typeof WIDTHS)[number][]; isAsked: (width: Width) => boolean; isDark: boolean },
): Promise<Seen> {
  const { page } = person;
  const wrong: string[] = [];
  await page.setViewportSize(sizes[0]!);
  await person.visit(address);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await person.settle();
    const shown = await page.evaluate(() => {
      const main = document.querySelector('main') ?? document.body;
      const title = main.querySelector('h1')?.textContent ?? '';
      return { text: main.innerText, beside: main.innerText.replace(title, '') };
    });
    const raw = RAW.exec(shown.text)?.[0];
    if (raw) wrong.push(`${size.width} px: shows ${JSON.stringify(raw)} in ${JSON.stringify(around(shown.text, raw))}`);
    if (shown.beside.split(/\s+/).filter(Boolean).length < FEWEST_WORDS) wrong.push(`${size.width} px: is empty`);
    const beyond = await measureBeyond(person);
    if (beyond > 0) wrong.push(`${size.width} px: is ${beyond} px too wide`);
    if (await page.getByText(en['common.chunkFailed']).count()) wrong.push(`${size.width} px: did not load`);
    // The other scheme on the other screen.
    if (isAsked(size.width) && !((await isMissingPage(person)) && address !== NOWHERE)) {
      await showIn(page, isDark === (size.width === 360) ? 'light' : 'dark');
      wrong.push(...(await findBarriers(page)).map((what) => `${size.width} px: ${what}`));
    }
    if (size === sizes[0]) wrong.push(...(await listMoves(person)).map((what) => `${size.width} px: ${what}`));
    if (wrong.some((what) => what.startsWith(`${size.width} `))) await person.look(`${address} ${size.width}`);
  }
  return { path: new URL(page.url()).pathname, isMissing: await isMissingPage(person), wrong: [...wrong, ...listFaults()] };
}

const isMissingPage = async ({ page }: Person): Promise<boolean> => (await page.getByText(en['shell.notFoundTitle'], { exact: true }).count()) > 0;

/** Measures by how many pixels the page is wider than the screen, once it has settled into a new width. */
async function measureBeyond({ page }: Person): Promise<number> {
  const fits = page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth, null, { timeout: 5_000 });
  if (await fits.catch(() => null)) return 0;
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}

const around = (text: string, part: string): string => text.slice(Math.max(0, text.indexOf(part) - 40), text.indexOf(part) + 40);

/** Finds objects of the demo for the addresses. */
export async function findThings(query: (statement: string) => Promise<unknown[]>): Promise<Things> {
  const [lesson] = (await query(`
    SELECT held.course_id AS class, held.assessment_id AS assessment FROM lesson_figures held
      JOIN courses ON courses.id = held.course_id JOIN accounts ON accounts.id = courses.owner_id
     WHERE accounts.email = 'teacher@demo.school' AND EXISTS (SELECT 1 FROM lesson_students own JOIN accounts student ON student.id = own.account_id
           WHERE own.session_id = held.session_id AND student.email = 'student1@demo.school')
     ORDER BY held.session_id LIMIT 1`)) as { class: number; assessment: number }[];
  expect(lesson).toBeDefined();
  const [run] = (await query(`
    WITH source AS (INSERT INTO external_sources (school_id, kind, name) SELECT school_id, 'google_classroom', 'Google Classroom' FROM courses WHERE id = ${lesson!.class}
      RETURNING id)
    INSERT INTO sync_runs (source_id, scope, mode, course_id, begun_by, status)
      SELECT source.id, 'class_work', 'apply', courses.id, courses.owner_id, 'finished' FROM source, courses WHERE courses.id = ${lesson!.class} RETURNING id`)) as {
    id: number;
  }[];
  const [incident] = (await query(`
    WITH made AS (INSERT INTO incidents (school_id, title, noticed_at, from_day)
      SELECT school_id, 'A laptop was left on a bus', now(), current_date - 30 FROM courses WHERE id = ${lesson!.class} RETURNING id)
    INSERT INTO incident_subjects (incident_id, kind, account_id) SELECT made.id, 'account', owner_id FROM made, courses WHERE courses.id = ${lesson!.class}
      RETURNING incident_id AS id`)) as { id: number }[];
  return { class: Number(lesson!.class), assessment: Number(lesson!.assessment), run: Number(run!.id), incident: Number(incident!.id) };
}
