import { questionCreate, questionList } from '@classwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type TestPerson } from '../../../testing/scenario.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let teacher: TestPerson;
let references: TestReferences;

beforeAll(async () => {
  app = await startTestApp();
  const scenario = createScenario(app);
  teacher = await scenario.person('teachers', await scenario.school());
  references = await makeReferences(app);
});
afterAll(() => app.close());

test.each([
  ['Cyrillic', 'Фотосинтез у растений', 'фотосинтес'],
  ['Ukrainian', 'Прискорення вільного падіння', 'прискореня'],
  ['Arabic', 'النباتات والضوء', 'النبتات'],
  ['Greek', 'Μέτρηση της ταχύτητας', 'ταχυτητασ'],
  ['Hebrew', 'תאוצת הכובד', 'תאוצט'],
  ['Hindi', 'प्रकाशसंश्लेषण क्या है', 'प्रकाशसंशलेषण'],
  ['Korean', '광합성작용의 원리', '광합성작옹의'],
  ['Latin', 'Photosynthesis', 'fotosynthesis'],
])('[B310] a misspelt word in %s finds the question', async (_script, title, search_text) => {
  const created = await teacher.call(questionCreate, { body: questionBody(references, { title }) });
  expect(created.error).toBeNull();
  const found = await teacher.call(questionList, { query: { account_id: teacher.accountId, per_page: 200, search_text } });
  expect(found.body.questions.map(({ id }: { id: number }) => id)).toContain(created.body.question.id);
});
