import { readFile } from 'node:fs/promises';
import { en } from '@classwright/contract/messages/en';
import { expect } from 'vitest';
import { journey, type Person } from './harness/index.ts';
import { see, signInByCall, startLesson } from './join/steps.ts';

const ADMIN = 'admin@demo.school';
const TEACHER = 'teacher@demo.school';
const patience = { timeout: 60_000 };
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg';

/**
 * A file as Moodle writes it: HTML, a formula, an image in the text, feedback, a category; an error; and one without
 * choices.
 */
const GIFT = `// question: 1  name: Imported: a ball at the top
$CATEGORY: $course$/top/Default for Forces and motion

::Imported\\: a ball at the top::[html]<p>A ball is thrown straight up with \\\\(v_0\\\\). What is its acceleration <em>at the top</em>?</p><p><img src\\="data\\:image/png;base64,${PIXEL}\\=\\=" alt\\="The path of the ball"></p>{
	~zero#<p>Its speed is zero there, and speed is no acceleration.</p>
	=\\\\(g\\\\), downwards#<p>Nothing but gravity acts on it.</p>
	~\\\\(g\\\\), upwards
}

::Imported\\: a book on a table::A book rests on a table. How many forces act on it?{
	~one
	=two#Gravity and the table.
	~none
}

::Imported\\: a slip::Which of these? {
	=the same
	~the same
}

::Imported\\: in your own words::Why does a passenger lean forward when the bus brakes?{}
`;

const dialogOf = ({ page }: Person) => page.getByRole('dialog', { name: en['questionImport.title'], exact: true });

async function choose(person: Person, label: string, text: string): Promise<void> {
  await dialogOf(person).getByRole('combobox', { name: label, exact: true }).fill(text);
  await person.page.getByRole('option').filter({ hasText: text }).first().click(patience);
}

async function expectNoSideScroll({ page }: Person): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

journey(
  '[Q030] [Q031] [Q504] an admin imports a GIFT file, corrects nothing but chooses the sound ones, and it becomes a lesson',
  async ({ bring, server }) => {
    const admin = await bring({ name: 'admin' });
    const { page } = admin;
    await admin.signIn(ADMIN);
    await page.goto('/all-questions');
    await page.getByRole('button', { name: en['questionImport.open'], exact: true }).click(patience);
    const dialog = dialogOf(admin);
    await dialog.waitFor(patience);
    await admin.expectAccessible('import dialog');
    await dialog.getByRole('button', { name: en['questionImport.submit'], exact: true }).click();
    await dialog.getByText('Select a valid xlsx file', { exact: true }).waitFor(patience);

    await choose(admin, en['questionImport.column.cluster'], 'Electricity');
    await choose(admin, en['questionImport.column.standard'], 'PH');
    await choose(admin, en['questionImport.column.subject'], 'Physics');
    await choose(admin, en['questionImport.column.grade'], 'Ages');
    await dialog.getByLabel(en['questionImport.status'], { exact: true }).selectOption('Public');
    await dialog.getByLabel(en['questionImport.source'], { exact: true }).selectOption('other');
    await dialog
      .getByLabel(en['questionImport.file'], { exact: true })
      .setInputFiles({ name: 'mechanics.gift', mimeType: 'text/plain', buffer: Buffer.from(GIFT) });
    await dialog.getByText('GIFT: 3 new questions, 0 already exist, 1 with errors.', { exact: false }).waitFor(patience);
    const slip = dialog.getByRole('group', { name: /^1 question Responses/ });
    await slip.getByText('Choice B is the same as another one. Change one of them.').waitFor(patience);
    await admin.expectAccessible('preview');
    await slip.getByText('Imported: a slip', { exact: true }).waitFor(patience);
    await slip.getByRole('button', { name: en['importFix.showQuestions'], exact: true }).click();
    await dialog.getByText(/^Only questions with this: Responses/).waitFor(patience);
    await dialog.getByRole('button', { name: en['importFix.showAllQuestions'], exact: true }).click();

    await dialog.getByRole('button', { name: en['questionImport.submit'], exact: true }).click();
    await dialog.getByText('Nothing was imported: 1 of 4 questions have errors.', { exact: false }).first().waitFor(patience);
    await dialog.getByLabel(/^Import only questions without errors/).check();
    await dialog.getByRole('button', { name: en['questionImport.submit'], exact: true }).click();
    await see(admin, 'Import Completed with 1 errors');
    await admin.expectAccessible('done');
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    await page.getByRole('row', { name: /Imported: a ball at the top/ }).waitFor(patience);

    const teacher = await signInByCall(server, TEACHER);
    const { questions } = await teacher.get('/questions?search_text=Imported&per_page=10');
    const ids = (questions as { id: number; title: string; published_state: string }[]).filter(({ title }) => /a ball|a book/.test(title)).map(({ id }) => id);
    expect(ids).toHaveLength(2);

    // Exported again, as a QTI package.
    await admin.visit(`/all-questions?view=${Math.min(...ids)}`);
    await page.getByRole('dialog', { name: 'Imported: a ball at the top', exact: true }).getByText('Nothing but gravity acts on it.').waitFor(patience);
    await admin.look('detail of an imported question');
    await page.getByRole('button', { name: en['questionExport.open'], exact: true }).click(patience);
    const [saved] = await Promise.all([
      page.waitForEvent('download', patience),
      page.getByRole('menuitem', { name: en['questionExport.qti3'], exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^question-\d+\.zip$/);
    expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');

    // Into a lesson.
    const first = async (path: string): Promise<number> => ((await teacher.get(path)).data as { id: number; period_id?: number }[])[0]?.id as number;
    const { data: classes } = await teacher.get('/assessments?per_page=100');
    const { class_id } = (classes as { class_id: number | null; title: string }[]).find((row) => row.class_id !== null) as { class_id: number };
    await teacher.post('/assessments', {
      title: 'A lesson from an imported file',
      level_id: await first('/levels?per_page=0'),
      protocol_id: await first('/protocols?per_page=0'),
      class_id,
      schedule_date: '2027-03-01',
      period_id: await first('/assessment/periods?per_page=0'),
      topic_id: await first(`/topics?courseId=${class_id}`),
      group_id: await first('/groups?per_page=0'),
      standard_id: await first('/standard?per_page=0'),
      subject_id: await first('/question/subjects?per_page=0'),
      grade_id: await first('/question/grades?per_page=0'),
      questions: ids,
    });
    const lesson = await startLesson(server, 5, 'A lesson from an imported file');
    const { post } = await lesson.answerAs('student1@demo.school', 1, 'Nothing but gravity acts on it.');
    expect(JSON.stringify(post)).toContain('Nothing but gravity acts on it.');
    await lesson.cancel();
  },
);

for (const viewport of ['desktop', 'smallPhone'] as const)
  journey(`an import of questions is taken back from the list of earlier ones (${viewport})`, async ({ bring, server }) => {
    const admin = await bring({ name: 'admin', viewport });
    await admin.signIn(ADMIN, { to: '/all-questions?import=true' });
    const dialog = dialogOf(admin);
    await dialog.getByLabel(en['questionImport.source'], { exact: true }).selectOption('other');
    const titles = ['one', 'two', 'ثلاثة'].map((name) => `Zebu ${name} ${viewport}`);
    const file = {
      name: `zebu ${viewport}.gift`,
      mimeType: 'text/plain',
      buffer: Buffer.from(titles.map((title) => `::${title}::What of ${title}?{=yes ~no}`).join('\n\n')),
    };
    await dialog.getByLabel(en['questionImport.file'], { exact: true }).setInputFiles(file);
    await dialog.getByText('GIFT: 3 new questions', { exact: false }).waitFor(patience);
    await dialog.getByRole('button', { name: en['questionImport.submit'], exact: true }).click();
    await dialog.getByRole('button', { name: en['takeBack.open'], exact: true }).waitFor(patience);

    await admin.visit('/all-questions?import=true');
    await dialog.getByRole('button', { name: new RegExp(file.name) }).click(patience);
    await dialog.getByRole('button', { name: en['takeBack.open'], exact: true }).click(patience);
    await dialog.getByText('All 3 questions from this import are moved to the deleted questions.').waitFor(patience);
    await admin.expectAccessible('question before an import was removed');
    await dialog.getByRole('button', { name: 'Undo 3', exact: true }).click();
    await dialog.getByText('Undone: questions deleted: 3, kept: 0.').waitFor(patience);
    await expectNoSideScroll(admin);
    const office = await signInByCall(server, ADMIN);
    const { data } = await office.get(`/archive/questions?search_text=${encodeURIComponent(`${viewport}`)}`);
    expect(
      (data as { title: string }[])
        .map(({ title }) => title)
        .filter((title) => titles.includes(title))
        .sort(),
    ).toEqual([...titles].sort());
  });

journey('the import dialog on a small phone', async ({ bring }) => {
  const admin = await bring({ name: 'admin on a phone', viewport: 'smallPhone' });
  await admin.signIn(ADMIN);
  await admin.page.goto('/all-questions?import=true');
  const dialog = dialogOf(admin);
  await dialog.waitFor(patience);
  await expectNoSideScroll(admin);
  await dialog.getByLabel(en['questionImport.source'], { exact: true }).selectOption('other');
  await dialog
    .getByLabel(en['questionImport.file'], { exact: true })
    .setInputFiles({ name: 'mechanics.gift', mimeType: 'text/plain', buffer: Buffer.from(GIFT) });
  await dialog.getByText('with errors.', { exact: false }).first().waitFor(patience);
  await expectNoSideScroll(admin);
  await admin.expectAccessible('preview');
});
