import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { type Caller, choose, CIRCUITS, seeSent, signInByCall, submit } from './join/steps.ts';
import { pressStatus } from './press-status.ts';

const FORMS = ['Form - 1A', 'Form - 1B', 'Form - 2'] as const;
const patience = { timeout: 60_000 };
const STUDENTS = 30;
/** The number of students present. The first of them has a browser; the last two are absent. */
const PRESENT = 28;
/** The likes for the first student's post in Form - 1B. */
const LIKES = 3;

/**
 * Returns true when a student is right in the form at this place, or null when they are logged in and choose nothing.
 */
function isRight(student: number, place: number): boolean | null {
  if (student === 9 && place === 0) return null;
  if (student === 17 && place === 2) return null;
  if (place === 0) return student % 5 === 2 || student % 5 === 3;
  if (place === 1) return student === 12 ? false : isRight(student, 0) || student % 3 !== 0;
  return student % 4 !== 1;
}

/** A question of the lesson, as the database has it. */
interface Asked {
  right: number;
  wrong: number[];
  words: Map<number, string>;
}

const expectToFit = ({ page }: Person) => expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

/** Takes the status button’s step by keys alone: Enter asks, Enter confirms. */
async function stepByKeys({ page }: Person, question: string): Promise<void> {
  await pressStatus({ page });
  await page.getByRole('dialog').getByText(question, { exact: true }).waitFor(patience);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden', ...patience });
}

/** Checks that the next step appears below the own answer. */
async function expectNextBelowOwnAnswer({ page }: Person): Promise<void> {
  const next = await page.getByText(/^Find someone who chose another answer/).boundingBox();
  const own = await page.locator('[data-own-answer]').first().boundingBox();
  expect(next?.y).toBeGreaterThan(own?.y ?? Number.NaN);
}

/** Checks that the form does not overlap the clock. Enlarged four times, a phone is 195 px wide. */
async function expectClockClearOfForm({ page }: Person, form: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 360, height: 740 };
  await page.setViewportSize({ width: 195, height: 400 });
  const [clock, chip] = [await page.getByRole('timer').boundingBox(), await page.locator('header').getByText(form, { exact: true }).boundingBox()];
  if (!clock || !chip) throw new Error('the header has lost its clock or its form');
  const overlap = Math.min(clock.x + clock.width, chip.x + chip.width) - Math.max(clock.x, chip.x);
  const overlapDown = Math.min(clock.y + clock.height, chip.y + chip.height) - Math.max(clock.y, chip.y);
  expect(Math.min(overlap, overlapDown)).toBeLessThan(1);
  // The browser shows a page that is wider than such a phone at a smaller scale, which may stay after one change of the size. A click then misses its target.
  await expect
    .poll(async () => {
      await page.setViewportSize({ width, height: height - 1 });
      await page.setViewportSize({ width, height });
      return page.evaluate(() => [innerWidth, visualViewport?.scale]);
    }, patience)
    .toEqual([width, 1]);
}

/** Checks that the shares of each chart are in one line, and that a choice that nobody made has one figure. */
async function expectSharesInOneLine({ page }: Person): Promise<void> {
  const bars = await page.locator('[data-letters]').evaluateAll((rows) =>
    rows.map((row) => {
      const value = row.querySelector('b')?.parentElement as HTMLElement;
      return { words: (value.textContent ?? '').trim(), isNone: 'zero' in (row as HTMLElement).dataset, lines: value.getClientRects().length };
    }),
  );
  expect(bars.length).toBeGreaterThan(8);
  expect(bars.filter(({ lines }) => lines !== 1)).toEqual([]);
  expect(bars.filter(({ words, isNone }) => !(isNone ? /^0$/ : /^\d+ \d+%$/).test(words))).toEqual([]);
}

/** Returns the cells of a table's rows, by its name. */
const rowsOf = ({ page }: Person, name: string): Promise<string[][]> =>
  page
    .getByRole('table', { name, exact: true })
    .first()
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim())));

journey(
  '[K039] [K253] [L066] [L265] [B188] a lesson of thirty, from its start to its snapshots: what both screens and the sheet say is what was sent',
  async ({ bring, server, query }) => {
    const [{ id }] = (await query(
      `SELECT id FROM assessments WHERE title = '${CIRCUITS}' AND NOT EXISTS (SELECT 1 FROM live_sessions WHERE assessment_id = assessments.id)`,
    )) as [{ id: number }];
    const offered = (await query(`
      SELECT asked.position, choice.id, choice.title, choice.is_valid
        FROM assessment_questions asked JOIN questions ON questions.id = asked.question_id
        JOIN question_responses choice ON choice.question_version_id = questions.current_version_id
       WHERE asked.assessment_id = ${id} ORDER BY asked.position, choice.position`)) as { position: number; id: number; title: string; is_valid: boolean }[];
    const questions = [...new Set(offered.map(({ position }) => position))].map((position): Asked => {
      const choices = offered.filter((one) => one.position === position);
      return {
        right: choices.find((one) => one.is_valid)?.id as number,
        wrong: choices.filter((one) => !one.is_valid).map((one) => one.id),
        words: new Map(choices.map((one) => [one.id, one.title])),
      };
    });
    const askedIn = (place: number): Asked => questions[place === 2 ? 1 : 0] as Asked;
    const choiceOf = (student: number, place: number): number | null => {
      const right = isRight(student, place);
      const { right: valid, wrong } = askedIn(place);
      return right === null ? null : right ? valid : (wrong[student % wrong.length] as number);
    };

    const teacher = await bring({ name: 'teacher' });
    const phone = await bring({ name: 'student 1', viewport: 'smallPhone' });
    await teacher.signIn('teacher@demo.school');
    await phone.signIn('student1@demo.school');
    await phone.page.getByText(en['home.nothingRuns'], { exact: true }).waitFor(patience); // one that comes once the lesson runs is asked
    await teacher.visit(`/teacher-live-learning?assessment_id=${id}`);
    await teacher.page.getByText('Form - 1A, 10 min').first().waitFor(patience);
    await stepByKeys(teacher, en['teach.ask.activate']);
    // The student's Home opens the lesson automatically.
    await phone.page.getByRole('timer').waitFor(patience);

    const callers: Caller[] = [];
    for (let student = 1; student < PRESENT; student += 1) {
      const caller = await signInByCall(server, `student${student + 1}@demo.school`);
      await caller.post('/live/learning/studentlogin', { assessment_id: id });
      callers.push(caller);
    }
    const { session } = await callers[0]!.get(`/student/active/assessment?assessment_id=${id}`);
    /** The choices as they were sent. */
    const sent = new Map<string, number>();
    for (const [place, form] of FORMS.entries()) {
      await phone.page.getByText(form, { exact: true }).first().waitFor(patience);
      const own = choiceOf(0, place) as number;
      await choose(phone, askedIn(place).words.get(own) as string);
      await submit(phone);
      await seeSent(phone);
      sent.set(`0 ${place}`, own);
      if (place === 0) {
        await expectNextBelowOwnAnswer(phone);
        await expectClockClearOfForm(phone, form);
      }
      for (const [index, caller] of callers.entries()) {
        const response_id = choiceOf(index + 1, place);
        if (response_id === null) continue;
        await caller.post('/posts/add', { session_id: session.id, form, response_id, comment: `Reason of number ${index + 2}` });
        sent.set(`${index + 1} ${place}`, response_id);
      }
      if (place === 1) {
        // The first student's post is liked.
        const [row] = (await query(`
          SELECT post.id FROM live_posts post JOIN live_phases phase ON phase.id = post.phase_id JOIN accounts ON accounts.id = post.account_id
           WHERE post.session_id = ${session.id} AND phase.form = '${form}' AND accounts.email = 'student1@demo.school'`)) as [{ id: number }];
        for (const caller of callers.slice(0, LIKES)) await caller.post('/posts/reaction/submit', { post_id: row.id, reaction_type: 'like' });
      }
      await stepByKeys(teacher, en[(['teach.ask.re-assign', 'teach.ask.next', 'teach.ask.finished'] as const)[place] as 'teach.ask.next']);
    }

    // These counts come only from what was sent.
    const of = (student: number, place: number): boolean | null => {
      const choice = sent.get(`${student} ${place}`);
      return choice === undefined ? null : choice === askedIn(place).right;
    };
    const everybody = Array.from({ length: PRESENT }, (_, student) => FORMS.map((_form, place) => of(student, place)));
    const tally = FORMS.map((_, place) => {
      const chosen = everybody.map((ways) => ways[place]).filter((one) => one !== null);
      return { answered: chosen.length, right: chosen.filter(Boolean).length };
    });
    const percents = tally.map(({ answered, right }) => Math.round((100 * right) / answered));
    const moved = (before: boolean, after: boolean) => everybody.filter(([first, second]) => first === before && second === after).length;
    const [rr, wr, rw, ww] = [moved(true, true), moved(false, true), moved(true, false), moved(false, false)];
    const gain = ((wr - rw) / (wr + ww)).toFixed(2);
    expect(Math.min(rr, wr, rw, ww)).toBeGreaterThan(0);

    // The student's phone opens its snapshot automatically.
    await phone.page.waitForURL((url) => url.pathname === '/student-live-snapshot' && url.searchParams.get('assessment_id') === String(id), patience);
    await phone.page.getByRole('heading', { level: 1, name: en['snapshot.title'] }).waitFor(patience);
    const figures = phone.page.getByLabel(en['snapshot.theClass'], { exact: true }).locator('dd');
    await expect
      .poll(() => figures.allTextContents(), patience)
      .toEqual(tally.map(({ answered, right }, place) => `${percents[place]}% ${right} of ${answered}`));
    for (const [place, form] of FORMS.entries()) {
      const report = phone.page.getByLabel(form, { exact: true });
      await report
        .getByText(en[of(0, place) ? 'snapshot.right' : 'snapshot.wrong'], { exact: true })
        .first()
        .waitFor(patience);
    }
    const classmates = phone.page.locator('dl').filter({ has: phone.page.locator(`xpath=preceding-sibling::h2[.='${en['snapshot.fromClassmates']}']`) });
    expect(await classmates.locator('dd').allTextContents()).toEqual([String(LIKES), '0']);
    await expectToFit(phone);
    await expectSharesInOneLine(phone);
    await phone.expectAccessible('own snapshot');
    // Nothing on it shows who else was right.
    const [{ others }] = (await query(
      `SELECT array_agg(last_name) AS others FROM accounts WHERE email ~ '^student([2-9]|[12][0-9]|30)@demo.school$' AND last_name <> ''`,
    )) as [{ others: string[] }];
    const shown = await phone.page.locator('body').textContent();
    expect(others.filter((name) => shown?.includes(name))).toEqual([]);
    await phone.page.reload();
    await expect.poll(() => figures.count(), patience).toBe(3);

    // The teacher's snapshot, by keys.
    await teacher.page.getByText(en['teach.state.finished'], { exact: true }).first().waitFor(patience);
    await teacher.page.getByRole('link', { name: en['teach.snapshot'], exact: true }).press('Enter', patience);
    await teacher.page.waitForURL((url) => url.pathname === '/live-snapshot', patience);
    await teacher.page.getByRole('heading', { name: en['snapshot.byMove'], exact: true }).waitFor(patience);
    await teacher.page.getByText(`${PRESENT} of ${STUDENTS} students took part`).first().waitFor(patience);
    for (const [place, form] of FORMS.entries()) {
      const card = teacher.page.getByLabel(form, { exact: true }).first();
      expect(await card.textContent()).toContain(`${percents[place]}%`);
      expect(await card.textContent()).toContain(`${tally[place]?.right} of ${tally[place]?.answered} right`);
    }
    const legend = teacher.page.getByLabel('From Form - 1A to Form - 1B', { exact: true }).getByRole('listitem');
    expect((await legend.allTextContents()).map((words) => words.trim())).toEqual([
      `${en['teach.kept_right']} ${rr}`,
      `${en['teach.wrong_to_right']} ${wr}`,
      `${en['teach.right_to_wrong']} ${rw}`,
      `${en['teach.kept_wrong']} ${ww}`,
    ]);
    const page = (await teacher.page.locator('main').textContent()) ?? '';
    expect(page).toContain(`${en['gain.title']} ${gain}`);
    expect(page).toContain(`${wr - rw} of ${wr + ww} possible gained.`);
    const sides = [true, false];
    const ways = sides.flatMap((first) => sides.flatMap((second) => sides.map((transfer) => [first, second, transfer])));
    const counted = ways.map((way) => everybody.filter((one) => one.every((right, place) => right === way[place])).length);
    const inAll = counted.reduce((sum, one) => sum + one, 0);
    const branches = teacher.page.getByLabel(en['snapshot.branches'], { exact: true }).locator('table').first().locator('tbody tr td:last-child');
    expect(await branches.allTextContents()).toEqual([...counted, PRESENT - inAll].map(String));
    expect(page).toContain(`Likes ${LIKES} · Comments 0`);
    await teacher.expectAccessible('live snapshot of thirty');

    await teacher.page.getByRole('button', { name: en['snapshot.showTable'], exact: true }).press('Enter');
    for (const [place, form] of FORMS.entries()) {
      const { words } = askedIn(place);
      const rows = await rowsOf(teacher, `${form}: ${en['snapshot.classResponses']}`);
      expect(rows.map((cells) => Number(cells[1]))).toEqual(
        [...words.keys()].map((choice) => [...sent].filter(([key, one]) => key.endsWith(` ${place}`) && one === choice).length),
      );
    }
    await teacher.expectAccessible('live snapshot of thirty as tables');

    // In print: questions and responses, then the names on a side of their own, black on white.
    const pdf = (await teacher.page.pdf({ format: 'A4' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(3);
    await teacher.page.emulateMedia({ media: 'print' });
    const sheet = teacher.page.locator('body > [data-paper]');
    await expect.poll(() => sheet.isVisible()).toBe(true);
    const paper = (await sheet.innerText()).replaceAll('\u00a0', ' ');
    for (const [place, form] of FORMS.entries()) expect(paper).toContain(`${form}: ${tally[place]?.right} of ${tally[place]?.answered} right`);
    expect(paper).toContain(`${en['gain.title']} ${gain}, `);
    const colours = await sheet.evaluate((root) => [
      ...new Set([root, ...root.querySelectorAll('*')].flatMap((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor])),
    ]);
    expect(colours.toSorted()).toEqual(['rgb(0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    await teacher.look('live snapshot of thirty on paper');
    await teacher.page.emulateMedia({ media: 'screen' });

    await teacher.page.setViewportSize({ width: 360, height: 740 });
    await expectToFit(teacher);
    await teacher.look('live snapshot of thirty at 360 px');
  },
  360_000,
);
