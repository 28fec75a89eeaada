import { expect } from 'vitest';
import { journey } from './harness/index.ts';
import { see, signInByCall } from './join/steps.ts';

const TEACHER = 'teacher@demo.school';
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const formula = (latex: string) => ({ type: 'blockMath', attrs: { latex } });
const cell = (text: string) => ({ type: 'tableCell', content: [paragraph(text)] });
const MATRIX = '\\begin{pmatrix}a&b\\\\c&d\\\\e&f\\end{pmatrix}';

journey('[B239] formulas have their font with the first of them, and words of every script stand where they begin', async ({ server, bring }) => {
  const caller = await signInByCall(server, TEACHER);
  const like = (await caller.get('/questions?per_page=1')).data[0];
  const lists = Object.fromEntries(['type_id', 'topic_id', 'standard_id', 'question_subject_id', 'question_grade_id'].map((name) => [name, like[name]]));
  const response = (title: string, is_valid: boolean) => ({
    title,
    is_valid,
    sub_grade: 0,
    match_label: '',
    rubric: [],
    description: { type: 'doc', content: [] },
  });
  const { question } = await caller.post('/questions', {
    ...lists,
    title: 'لماذا يضيء المصباح (1)؟',
    overall_grade: 0,
    tag: [],
    published_state: 'DRAFT',
    rubrics: [],
    open_response: [],
    responses: [response('التيار نفسه', true), response('10 m/s', false)],
    description: {
      type: 'doc',
      content: [
        paragraph('English words'),
        paragraph('ما هو التيار؟'),
        formula(MATRIX),
        formula('a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z=\\int_0^1 x\\,dx'),
        { type: 'table', content: [{ type: 'tableRow', content: ['Substance', 'Melting point', 'Boiling point', 'Conductivity', 'Remarks'].map(cell) }] },
      ],
    },
  });
  const teacher = await bring({ name: 'teacher', viewport: 'smallPhone' });
  const fonts: string[] = [];
  teacher.page.on('request', (request) => void (/letters-.*\.woff2/.test(request.url()) && fonts.push(request.url())));
  await teacher.signIn(TEACHER, { to: '/draft-questions' });
  await see(teacher, 'لماذا يضيء المصباح (1)؟');
  expect(fonts, 'no formula, no font').toEqual([]);

  await teacher.visit(`/draft-questions?view=${question.id}`);
  await teacher.page.locator('html[data-formula-font]').waitFor({ state: 'attached', timeout: 60_000 });
  expect(fonts).toHaveLength(1);
  const heights = await teacher.page.locator('math mo[fence]').evaluateAll((brackets) => brackets.map((bracket) => bracket.getBoundingClientRect().height));
  expect(Math.min(...heights), 'brackets as tall as three rows').toBeGreaterThan(50);

  /** Returns the distance of text from the left and the right edge of its block. */
  const edges = (text: string) =>
    teacher.page
      .getByRole('dialog')
      .getByText(text, { exact: true })
      .first()
      .evaluate((block) => {
        const range = document.createRange();
        range.selectNodeContents(block);
        const [words, box] = [range.getBoundingClientRect(), block.getBoundingClientRect()];
        return { left: Math.round(words.left - box.left), right: Math.round(box.right - words.right) };
      });
  expect(await edges('English words')).toMatchObject({ left: 0 });
  expect(await edges('ما هو التيار؟')).toMatchObject({ right: 0 });
  expect((await edges('ما هو التيار؟')).left).toBeGreaterThan(50);

  const moving = teacher.page.locator('dialog [tabindex="0"]').filter({ has: teacher.page.locator('math, table') });
  const wide = await moving.evaluateAll(
    (boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX === 'auto').length,
  );
  expect(wide, 'a wide formula and a wide table are moved by keys').toBe(2);
  expect(await teacher.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await teacher.expectAccessible('formulas');
});
