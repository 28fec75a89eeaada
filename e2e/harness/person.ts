import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { en } from '@classwright/contract/messages/en';
import { demoPassword } from '@classwright/server/demo/index';
import type axe from 'axe-core';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { type Line, openLine } from './line.ts';
import { type Viewport, viewports } from './viewports.ts';

const artifacts = fileURLToPath(new URL('../artifacts', import.meta.url));
const schemes = ['light', 'dark'] as const;
/** The time for which a person waits for a page, a click or an element. A machine of two cores with two browsers has stalls of half a minute. */
const PATIENCE_MS = 60_000;
/** Pictures of everything that is looked at, and not of failures alone: all of them cost minutes. */
const keepsPictures = process.env['PICTURES'] === 'on';

export interface PersonOptions {
  /** The name used in file names and messages: 'teacher', 'student 1'. */
  name: string;
  viewport?: Viewport;
  /** The address at which their device reaches the product; its line, which can be cut, unless given. */
  origin?: string;
}

/** A person with their own device: a browser without stored data, and a connection to the server that can be cut. */
export interface Person {
  name: string;
  page: Page;
  context: BrowserContext;
  line: Line;
  /** Opens a page of the product. */
  visit(path: string): Promise<void>;
  /**
   * Signs in as somebody of the demo school, by a call while the browser has no page yet, else as `signInAtPage`. Ends
   * when the page `to` (home unless given) is loaded. `stays`: also for tabs that are opened afterwards.
   */
  signIn(email: string, options?: { stays?: boolean; to?: string }): Promise<void>;
  /** Signs in by typing at the sign-in page. Ends on the page that follows. */
  signInAtPage(email: string, options?: { stays?: boolean }): Promise<void>;
  /** A picture in e2e/artifacts for somebody to look at, where PICTURES=on asks for them. */
  look(what: string): Promise<void>;
  /** Saves a picture in e2e/artifacts, also without PICTURES=on. */
  keepPicture(what: string): Promise<void>;
  /** No accessibility violation on the page as it is and no word without room, in light and in dark, each with a picture as of `look`. `shown`: another window of theirs. */
  expectAccessible(what: string, shown?: Page): Promise<void>;
  /** Checks accessibility as `expectAccessible` does, and in light also what `findBarriers` finds. */
  expectNoBarrier(what: string): Promise<void>;
  /** Resolves when the page has its title, nothing is loading, and no call is under way. */
  settle(): Promise<void>;
  /** Lists recent calls and console messages, for the report of a failure. */
  recent(): string[];
  /** Lists forbidden events: content that the policy refuses, and uncaught errors. */
  faults(): string[];
  leave(): Promise<void>;
}

export async function bringPerson(
  browser: Browser,
  serverPort: number,
  folder: string,
  { name, viewport = 'desktop', origin }: PersonOptions,
): Promise<Person> {
  const line = await openLine(serverPort);
  const ours = ['127.0.0.1', ...(origin === undefined ? [] : [new URL(origin).hostname])];
  const { isMobile, ...size } = viewports[viewport];
  const context = await browser.newContext({
    baseURL: origin ?? line.url,
    viewport: size,
    isMobile,
    hasTouch: isMobile,
    deviceScaleFactor: isMobile ? 2 : 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  await context.exposeBinding('reportPolicyViolation', (_source, violation: string) => void faults.push(`content security policy: ${violation}`));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const report = (globalThis as unknown as { reportPolicyViolation: (text: string) => void }).reportPolicyViolation;
      report(`${event.effectiveDirective} refused ${event.blockedURI || event.sample} at ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  context.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(`content security policy: ${message.text()}`);
  });
  context.on('weberror', (error) => faults.push(`uncaught: ${error.error().message}`));
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !ours.includes(hostname)) faults.push(`a request to somebody else: ${request.url()}`);
  });
  const recent = keepRecent(context);
  const underWay = keepUnderWay(context);
  const page = await context.newPage();

  const picture = async (what: string, shown: Page = page): Promise<void> => {
    const path = `${artifacts}/${folder}/${slug(`${name} ${what} ${size.width}`)}.png`;
    mkdirSync(dirname(path), { recursive: true });
    await shown.screenshot({ path, animations: 'disabled' });
  };
  const look = async (what: string, shown: Page, findInLight: () => Promise<string[]>): Promise<void> => {
    for (const scheme of schemes) {
      await showIn(shown, scheme);
      if (keepsPictures) await picture(`${what} ${scheme}`, shown);
      const found = scheme === 'light' ? await findInLight() : await findLastingViolations(shown, RULES_OF_COLOURS);
      expect(found, `${name}, ${what}, ${scheme}: ${found.join('; ')}`).toEqual([]);
    }
    await shown.emulateMedia({ colorScheme: 'light' });
  };
  const visit = async (path: string): Promise<void> => void (await page.goto(path));
  const signInAtPage: Person['signInAtPage'] = async (email, { stays = false } = {}) => {
    await page.goto('/');
    await page.getByLabel(en['signIn.email'], { exact: true }).fill(email);
    await page.getByLabel(en['signIn.password'], { exact: true }).fill(demoPassword);
    await page.getByLabel(en['signIn.remember']).setChecked(stays);
    await page.getByRole('button', { name: en['signIn.submit'], exact: true }).click();
    await page.waitForURL((url) => url.pathname !== '/');
  };
  return {
    name,
    page,
    context,
    line,
    visit,
    signInAtPage,
    async signIn(email, { stays = false, to } = {}) {
      if (page.url() === 'about:blank' && (await signInByCall(page, line.url, email, stays)))
        await page.goto(to ?? '/home', { waitUntil: to ? 'load' : 'domcontentloaded' });
      else {
        await signInAtPage(email, { stays });
        if (to) await visit(to);
      }
    },
    look: async (what) => void (keepsPictures && (await picture(what))),
    keepPicture: (what) => picture(what),
    expectAccessible: (what, shown = page) =>
      look(what, shown, async () => [...(await findLastingViolations(shown, EVERY_RULE)), ...(await lasting(shown, () => findSqueezed(shown)))]),
    expectNoBarrier: (what) => look(what, page, () => findBarriers(page)),
    async settle() {
      await page.locator('h1').first().waitFor(patience);
      await expect.poll(async () => underWay.size + (await page.locator('[aria-busy="true"]').count()), patience).toBe(0);
    },
    recent: () => recent,
    faults: () => faults,
    async leave() {
      // A call that is delayed or changed at this moment ends with its page, which is not an error.
      await Promise.all(context.pages().map((open) => open.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
      await line.close();
    },
  };
}

/** An address of the product that shows nothing: its storage is that of every page. */
const BLANK = '/api/config';

/** Signs in and keeps it in the browser as the sign-in page does. Returns false where the browser keeps nothing. */
async function signInByCall(page: Page, address: string, email: string, stays: boolean): Promise<boolean> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword, device: randomUUID() }),
  });
  if (!reply.ok) throw new Error(`${email} cannot sign in: ${await reply.text()}`);
  const { api_token: token, user } = (await reply.json()) as { api_token: string; user: { account_id: number } };
  await page.goto(BLANK);
  return page.evaluate(
    ([kept, remembered]) => {
      try {
        sessionStorage.setItem('cw.session', kept);
        if (remembered) localStorage.setItem('cw.session.last', remembered);
        return true;
      } catch {
        return false;
      }
    },
    [JSON.stringify({ token, user }), stays ? JSON.stringify({ token, account_id: user.account_id }) : null] as const,
  );
}

const patience = { timeout: PATIENCE_MS };
/** The pauses before a page is checked again. */
const PAUSES_MS = [500, 2_000, 5_000];

/** Shows a page in a color scheme, as the device asks for it. */
export async function showIn(page: Page, scheme: (typeof schemes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.waitForSelector(`html[data-color-mode="${scheme}"]`, { state: 'attached' });
}

/**
 * Returns the problems that remain after a while: something may just have arrived, with its next frame not rendered.
 */
async function lasting(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  let found = await look();
  for (const pauseMs of PAUSES_MS) {
    if (found.length === 0) break;
    await page.waitForTimeout(pauseMs);
    found = await look();
  }
  return found;
}
const isCall = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/');

/** Tracks the calls without a response yet. */
function keepUnderWay(context: BrowserContext): Set<Request> {
  const underWay = new Set<Request>();
  context.on('request', (request) => isCall(request) && underWay.add(request));
  context.on('requestfinished', (request) => underWay.delete(request));
  context.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

const keptLines = 40;

/** Keeps the last calls of a device with their time and result, without bodies and headers. */
function keepRecent(context: BrowserContext): string[] {
  const lines: string[] = [];
  const start = performance.now();
  const note = (what: string) => {
    lines.push(`${((performance.now() - start) / 1000).toFixed(2)} s ${what}`);
    if (lines.length > keptLines) lines.shift();
  };
  const nameOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
  context.on('request', (request) => isCall(request) && note(`> ${nameOf(request)}`));
  context.on('response', (response) => isCall(response.request()) && note(`< ${nameOf(response.request())} ${response.status()}`));
  context.on('requestfailed', (request) => isCall(request) && note(`x ${nameOf(request)} ${request.failure()?.errorText ?? ''}`));
  context.on('console', (message) => note(`console: ${message.text().slice(0, 300)}`));
  return lines;
}

export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const EVERY_RULE: axe.RunOptions = {};
/** A dark page has the same elements as the light one, so only the rules about colors are checked again. */
const RULES_OF_COLOURS: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** All rules, including the one of WCAG 2.2 AA that axe leaves out by default: targets of 24 px. */
const WITH_TARGETS: axe.RunOptions = { rules: { 'target-size': { enabled: true } } };

/** The minified build, half as long as the exported one, because every document parses it again. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Makes axe parse each color once: a third of its time went into parsing the same few for every element. */
const REMEMBER_COLORS = `{
  const { prototype } = axe.commons.color.Color;
  const parse = prototype.parseString;
  const known = new Map();
  prototype.parseString = function (text) {
    const values = known.get(text);
    if (values) Object.assign(this, values);
    else {
      parse.call(this, text);
      const { r, g, b, alpha } = this;
      known.set(text, { r, g, b, alpha });
    }
    return this;
  };
}`;

const bringAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(`${axeSource};${REMEMBER_COLORS}`);
};

/**
 * Returns a line for each violation: rule, element, remedy. Frames contain a teacher's shared content, not ours. Axe is
 * loaded once for each document.
 */
async function findViolations(page: Page, rules: axe.RunOptions): Promise<string[]> {
  await bringAxe(page);
  const found = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({ ...options, resultTypes: ['violations'], iframes: false }).then((results) => results.violations),
    rules,
  );
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
}

const findLastingViolations = (page: Page, rules: axe.RunOptions): Promise<string[]> => lasting(page, () => findViolations(page, rules));

/** Returns the stops of the Tab key without an accessible name. */
async function findNameless(page: Page): Promise<string[]> {
  await bringAxe(page);
  return page.evaluate(() => {
    const { axe: own } = globalThis as unknown as { axe: typeof axe };
    own.setup(document.body);
    try {
      // Elements behind a dialog cannot be reached.
      const reached = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
      return [...reached.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]')]
        .filter(
          (one) =>
            one.tabIndex >= 0 &&
            !one.matches(':disabled') &&
            one.checkVisibility({ visibilityProperty: true }) &&
            !one.closest('[inert], [aria-hidden="true"]'),
        )
        .filter((one) => own.commons.text.accessibleText(one).trim() === '')
        .map((one) => `focusable without a name: ${one.outerHTML.slice(0, 120)}`);
    } finally {
      own.teardown();
    }
  });
}

/** Returns lists whose markers are outside of them. On a phone they would be cut off. */
const findBareMarks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const hasRoom = (item: HTMLLIElement) => {
      const { paddingInlineStart } = getComputedStyle(item.parentElement as HTMLElement);
      return Number.parseFloat(paddingInlineStart) + Number.parseFloat(getComputedStyle(item).marginInlineStart) >= 12;
    };
    return [...document.querySelectorAll('li')]
      .filter((item) => {
        const { display, listStyleType, listStylePosition } = getComputedStyle(item);
        return display === 'list-item' && listStyleType !== 'none' && listStylePosition === 'outside' && item.checkVisibility() && !hasRoom(item);
      })
      .map((item) => `a list without room for its marks: ${item.outerHTML.slice(0, 120)}`);
  });

/** Returns ordinary words in sight that stand on three lines or more, since something next to them takes their room. */
const findSqueezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const squeezed: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const element = text.parentElement;
      if (!element?.checkVisibility({ visibilityProperty: true }) || element.closest('.visually-hidden, svg, style, script')) continue;
      for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\p{L}{4,20}/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 2) squeezed.push(`"${word}" stands on ${lines.size} lines: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return squeezed;
  });

/**
 * Returns the acts of rows that are only an icon: people do not know what it does, and on a phone nothing says it. A
 * menu's button is the exception, since its acts have words.
 */
const findWordless = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const wordsOf = (one: Element): string => {
      const bare = one.cloneNode(true) as Element;
      for (const hidden of bare.querySelectorAll('.visually-hidden, svg')) hidden.remove();
      return (bare.textContent ?? '').trim();
    };
    return [...document.querySelectorAll('[data-rows] [data-row] :is(a[href], button)')]
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('[aria-haspopup="menu"]') && wordsOf(one) === '')
      .map((one) => `an act of a row without words: ${one.outerHTML.slice(0, 120)}`);
  });

/**
 * Returns the barriers on the page as it is: violations of WCAG 2.2 AA and of good practice, stops of the Tab key
 * without a name, list markers that are cut off, words without room, and acts of rows without words.
 */
export const findBarriers = (page: Page): Promise<string[]> =>
  lasting(page, async () => [
    ...(await findViolations(page, WITH_TARGETS)),
    ...(await findNameless(page)),
    ...(await findBareMarks(page)),
    ...(await findSqueezed(page)),
    ...(await findWordless(page)),
  ]);
