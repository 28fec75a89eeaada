import { questionCreate, questionList } from '@classwright/contract';
import { toSearchTerms } from '@classwright/rules/questions/index';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../platform/database/index.ts';
import { contains } from '../../../platform/fold-queries.ts';
import { startTestApp, type TestApp } from '../../../testing/index.ts';
import { createScenario, type Scenario, type TestPerson } from '../../../testing/scenario.ts';
import { refoldSearchWords } from './index.ts';
import { makeReferences, questionBody, type TestReferences } from './testing/references.ts';

let app: TestApp;
let scenario: Scenario;
let teacher: TestPerson;
let references: TestReferences;

beforeAll(async () => {
  app = await startTestApp();
  scenario = createScenario(app);
  teacher = await scenario.person('teachers', await scenario.school());
  references = await makeReferences(app);
});
afterAll(() => app.close());

const make = async (title: string): Promise<number> => (await teacher.call(questionCreate, { body: questionBody(references, { title }) })).body.question.id;
const find = async (search_text: string): Promise<number[]> =>
  (await teacher.call(questionList, { query: { account_id: teacher.accountId, per_page: 200, search_text } })).body.questions.map(
    ({ id }: { id: number }) => id,
  );

describe('a question is found however its words are written', () => {
  test.each([
    ['inner parts of a compound', 'Die Schwerkraft des Mondes', ['kraft', 'werkraf', 'Kraft Mond']],
    ['the inside of a long compound', 'Straßenverkehrsordnung', ['verkehrsordnung', 'verkehr', 'ordnung', 'strassen', 'Straße']],
    ['three letters at the end of a compound', 'Ein altes Fahrrad', ['rad', 'Rad']],
    ['ä as ae or a', 'Donaudampfschifffahrtskapitän', ['kapitän', 'kapitaen', 'kapitan', 'KAPITÄN', 'donaudampf']],
    ['ae for ä', 'Aepfel und Oelfoerderung', ['Äpfel', 'Ölförderung', 'aepfel']],
    ['Danish and Swedish letters', 'Søren måler trykket', ['soren', 'soeren', 'Sören', 'maaler', 'maler', 'måler']],
    ['Arabic with its article', 'قانون الجاذبية العامة', ['جاذبية', 'الجاذبيه', 'جاذبيه', 'بالجاذبية', 'الجَاذِبِيَّة']],
    ['Arabic without its article', 'طاقة وضع', ['الطاقة', 'طاقه', 'والطاقة']],
    ['forms of alif and ya', 'أثر الإلكترون على آلة', ['اثر', 'إلكترون', 'الالكترون', 'الكترون', 'علي', 'اله']],
    ['digits of Arabic', 'السرعة ٣٥ كم', ['35', '۳۵', '٣٥']],
    ['Persian letters for Arabic ones', 'الكيمياء في المختبر', ['کیمیاء', 'كيمياء']],
    ['Hebrew with its article and final letters', 'תאוצת הכובד של גופים', ['כובד', 'הכובד', 'גופימ', 'תְּאוּצָה'.slice(0, 6)]],
    ['Greek at any case', 'Μέτρηση της ΤΑΧΥΤΗΤΑΣ', ['ταχύτητας', 'ταχυτητασ', 'μετρηση']],
    ['kana', 'でんきとエネルギー', ['デンキ', 'ﾃﾞﾝｷ', 'でんき', 'えねるぎー', 'ｴﾈﾙｷﾞｰ', 'エネ']],
    ['letters of full width', 'Ｈ２Ｏの分子', ['h2o', '分子', 'Ｈ２Ｏ']],
    ['neighbours in Chinese', '植物的光合作用', ['光合', '合作用', '植物', '光', '用']],
    ['Thai', 'การสังเคราะห์ด้วยแสง', ['สังเคราะห์', 'แสง']],
    ['Korean inside a word', '광합성작용의 원리', ['합성', '작용', '원리']],
    ['a soft hyphen', 'Zell\u00adkern', ['zellkern', 'Zellk\u00adern']],
  ])('%s', async (_what, title, typed) => {
    const id = await make(title);
    for (const search_text of typed) expect([search_text, (await find(search_text)).includes(id)]).toEqual([search_text, true]);
  });

  test('signs of Chinese and Japanese that do not stand beside each other are not what was typed', async () => {
    const id = await make('合力与光线');
    expect(await find('合力')).toContain(id);
    for (const scattered of ['光合', '合光', '力光', '线光']) expect([scattered, (await find(scattered)).includes(id)]).toEqual([scattered, false]);
    expect(await find('光线 合力')).toContain(id);
  });

  test('what has the word itself comes before what has it within', async () => {
    const within = [await make('Bremskraftverstärker'), await make('Bremskraftanlage')];
    const itself = await make('Bremskraft');
    const longer = await make('Motorbremskraft');
    const found = await find('bremskraft');
    expect(found.toSorted((a, b) => a - b)).toEqual([...within, itself, longer]);
    expect(found.at(-1)).toBe(longer);
  });

  test.each([
    'tion '.repeat(40),
    'a '.repeat(100),
    'ية '.repeat(60),
    '的'.repeat(200),
    'ä'.repeat(200),
    'عل '.repeat(60),
    '%_\\'.repeat(60),
    'eeee ffff gggg hhhh iiii jjjj kkkk llll mmmm nnnn',
  ])('a search of nothing but %j is one of twelve words at most, and answered', async (typed) => {
    const reply = await teacher.call(questionList, { query: { search_text: typed.slice(0, 200) } });
    expect(reply.status).toBe(200);
  });
});

test('[B267] questions of before are folded as those of now: what search knew of them is written anew, once and in batches', async () => {
  const ids = [await make('Die Wärmeleitfähigkeit'), await make('光合作用')];
  const words = async () =>
    (await sql<{ words: string }>`SELECT words::text FROM question_search WHERE question_id = ANY(${ids}::bigint[]) ORDER BY question_id`.execute(app.db)).rows;
  const now = await words();
  await sql`UPDATE question_search SET words = 'warmeleitfahigkeit:1A'::tsvector WHERE question_id = ANY(${ids}::bigint[])`.execute(app.db);
  await sql`DELETE FROM question_words WHERE word LIKE 'waerme%'`.execute(app.db);
  const archived = await make('Verborgen');
  await sql`UPDATE questions SET archived_at = app_now() WHERE id = ${archived}`.execute(app.db);
  await sql`DELETE FROM question_search WHERE question_id = ${archived}`.execute(app.db);
  let last: number | null = (ids[0] as number) - 1;
  const steps: number[] = [];
  while (last !== null) {
    const from: number = last;
    last = await inTransaction(app.db, (tx) => refoldSearchWords.run(tx, from));
    if (last !== null) steps.push(last);
  }
  expect(steps.at(-1)).toBe(archived);
  expect(await words()).toEqual(now);
  expect(await find('leitfaehigkeit')).toEqual([ids[0]]);
  expect((await sql`SELECT 1 FROM question_search WHERE question_id = ${archived}`.execute(app.db)).rows).toEqual([]);
});

describe('[B268] names of people and lists', () => {
  test.each([
    ['Müller', ['Müller', 'mueller', 'MULLER', 'uell']],
    ['Mueller', ['Müller', 'Mueller', 'muller']],
    ['Åse Bjørnsen', ['aase', 'ase', 'Björnsen', 'bjoernsen', 'bjorn']],
    ['Weiß', ['weiss', 'WEIẞ', 'weiß']],
    ['أَحمد', ['احمد', 'أحمد', 'إحمد']],
    ['فاطمة', ['فاطمه', 'فاطمة']],
    ['ليلى', ['ليلي', 'لیلی']],
    ['שָׂרָה כהן', ['שרה', 'כהנ', 'כהן']],
    ['さくら', ['サクラ', 'ｻｸﾗ']],
    ['Þórður', ['thordur', 'þórður']],
    ['O’Neill', ["o'neill", 'oneill', 'O‘Neill']],
    ['100%_a', ['100%', '%_', '_a']],
  ])('%s', async (name, typed) => {
    const matches = async (text: string) => (await sql<{ is: boolean }>`SELECT name_key(${name}) LIKE ${contains(text)} AS is`.execute(app.db)).rows[0]?.is;
    for (const text of typed) expect([text, await matches(text)]).toEqual([text, true]);
    expect(await matches('Schmidt')).toBe(false);
  });

  test('are folded as words of questions are', async () => {
    const letters = 'äöüøåæœßđłıħðþςґ أإآٱةىیکہھ ךםןףץ カキクパｶ ٣۳ É Ñ Ž ё й 分';
    const { rows } = await sql<{ folded: string }>`SELECT fold_name(${letters}) AS folded`.execute(app.db);
    expect(rows[0]?.folded.replaceAll(' ', '')).toBe(
      letters
        .split(' ')
        .flatMap((word) => toSearchTerms([...word].join(' ')).map(([plain]) => plain))
        .join(''),
    );
  });
});
