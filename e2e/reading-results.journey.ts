import { readFileSync } from 'node:fs';
import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { makesDocsPictures, saveForDocs } from './docs-pictures.ts';
import { journey } from './harness/index.ts';

const patience = { timeout: 60_000 };
const PAGE = readFileSync(new URL('../docs/reading-your-results.md', import.meta.url), 'utf8');

/** Words that the page quotes from the screens. */
const QUOTED = [
  ...['snapshot.reasons', 'attention.title', 'monday.survived', 'attention.done', 'nextQuestion.propose', 'worth.word.keep', 'worth.word.ask-earlier'],
  ...['worth.word.split', 'worth.word.key-doubtful', 'dashboards.title', 'dashboard.live', 'dashboard.attendance', 'idea.title'],
] as const;

journey('[B2437] the page “Reading your results” shows the screens as they are and names what is on them as they do', async ({ bring, query }) => {
  expect(QUOTED.filter((key) => !PAGE.includes(en[key]))).toEqual([]);
  const [held] = (await query(`
    SELECT held.course_id AS course, held.assessment_id AS assessment FROM lesson_figures held JOIN courses ON courses.id = held.course_id JOIN accounts ON accounts.id = courses.owner_id
     WHERE accounts.email = 'teacher@demo.school' ORDER BY held.session_id DESC LIMIT 1`)) as [{ course: number; assessment: number }];
  const teacher = await bring({ name: 'teacher' });
  const { page } = teacher;
  if (makesDocsPictures) await page.setViewportSize({ width: 1280, height: 900 });
  await teacher.signIn('teacher@demo.school', { to: '/home' });
  // On a Monday morning it is the week before, under another name.
  const week = page.locator('[aria-labelledby="monday"]');
  await week.getByRole('region', { name: en['monday.survived'], exact: true }).waitFor(patience);
  await week.getByRole('region', { name: en['monday.waits'], exact: true }).waitFor(patience);
  await saveForDocs(page, 'reading-week', week);

  await teacher.visit(`/live-snapshot?assessment_id=${held.assessment}`);
  await page.getByText(en['gain.title'], { exact: false }).first().waitFor(patience);
  await teacher.settle();
  await saveForDocs(page, 'reading-snapshot');
  await page.getByRole('heading', { name: en['snapshot.reasons'], exact: true }).waitFor(patience);
  const ways = page.getByRole('region', { name: en['snapshot.branches'], exact: true });
  expect(await ways.getByRole('row').count()).toBeGreaterThanOrEqual(8);
  await saveForDocs(page, 'reading-ways', ways);

  await teacher.visit(`/class-attention/${held.course}`);
  await page.getByRole('heading', { level: 3, name: /most urgent first$/ }).waitFor(patience);
  await saveForDocs(page, 'reading-attention');
  await teacher.visit(`/class-gradebook/${held.course}`);
  await page.getByRole('grid').waitFor(patience);
  await teacher.settle();
  await saveForDocs(page, 'gradebook');

  await teacher.visit('/dashboard?tab=live-instructions');
  const overTime = page.locator('section').filter({ has: page.getByRole('heading', { name: en['dashboards.overTime'], exact: true }) });
  await overTime.getByText(/^Normalized gain of all these lessons together/).waitFor(patience);
  await saveForDocs(page, 'reading-over-time', overTime);

  await teacher.visit('/dashboard?tab=attendance');
  await page
    .getByRole('button', { name: /^VIEW / })
    .first()
    .waitFor(patience);
  await saveForDocs(page, 'reading-attendance');

  await teacher.visit('/ideas');
  await page.getByRole('table', { name: en['idea.tableCaption'], exact: true }).waitFor(patience);
  await saveForDocs(page, 'reading-ideas');
  await page.getByRole('table').getByRole('button', { name: 'Current is used up', exact: true }).click();
  await page
    .getByRole('button', { name: /^Next question for / })
    .first()
    .click(patience);
  const next = page.getByRole('dialog', { name: en['nextQuestion.title'], exact: true });
  await next
    .getByText(/right alone\. |No question fits now/)
    .first()
    .waitFor(patience);
  await saveForDocs(page, 'reading-next-question', next);
});
