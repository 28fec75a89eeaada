import { describe, expect, test } from 'vitest';
import { createDrawer } from './draw.ts';
import { readPdf } from './testing/pdf-text.ts';
import { readSpoken } from './testing/spoken-text.ts';
import { docOf, sampleDocument } from './testing/sample-document.ts';

const drawer = createDrawer();
const read = async (document = sampleDocument()) => readPdf(await drawer.draw(document));
const remark = (text: string) => ({ who: 'A classmate', place: 'Form - 1A', text, replies: [] });

describe('a work product', () => {
  test('[L263] holds the questions, the three answers with right and wrong, the results, the engagement and the comments', { timeout: 60_000 }, async () => {
    const { text } = await read();
    for (const said of [
      'Motion under gravity',
      'Zoë Müller',
      'Riverside School',
      'Physics 9B',
      'Ms Okafor',
      'Nov 20, 2026',
      'Question 1',
      'Throwing a ball',
      'What is known',
      'Its mass',
      '9.8 m/s',
      'A quotation',
      '#panic("never run")',
      'Form - 1A',
      'Form - 1B',
      'Form - 2',
      'Wrong',
      'Right',
      'Because only gravity acts on it.',
      '18 of 25 students answered, 12 of them right.',
      'Came too late, and counts in nothing',
      'I thought so too.',
      'Comments received',
      'Well argued!',
      'Thank you',
      'Page 1 of 3',
    ])
      expect(text).toContain(said);
  });

  test('says its title and its language, and what is a heading, a list and a table, to whoever has it read aloud', async () => {
    const { title, language, roles } = await read(sampleDocument({ language: 'es' }));
    expect(title).toBe('Motion under gravity, Zoë Müller');
    expect(language).toBe('es');
    for (const role of ['H1', 'H2', 'H3', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'Formula', 'Link']) expect(roles).toContain(role);
  });

  test('[B2591] its digits have the font of those on the screens, whose zero has no slash; those of formulas have the font of formulas', async () => {
    const { fontsOfDigits } = await read();
    expect(fontsOfDigits.filter((name) => !/^(?:NotoSans|STIXTwoMath)-/.test(name))).toEqual([]);
    expect(fontsOfDigits).toContain('NotoSans-Regular');
  });

  test.each([
    ['Arabic', 'الكرة تسقط بسبب الجاذبية'],
    ['Hebrew', 'שלום עולם, זה נכון'],
    ['Greek', 'Η μπάλα πέφτει'],
    ['Russian', 'Мяч падает вниз'],
    ['Vietnamese', 'Quả bóng rơi xuống'],
    ['Chinese', '球因为重力而下落'],
    ['Japanese', 'ボールは落ちます'],
    ['Korean', '공이 떨어집니다'],
    ['Georgian', 'ბურთი ვარდება'],
    ['Armenian', 'Գնդակը ընկնում է'],
  ])('writes %s, and gives it out again as it was written', { timeout: 20_000 }, async (_, sentence) => {
    const { lines } = await read(sampleDocument({ comments: [remark(sentence)] }));
    expect(lines.map((line) => line.normalize('NFC'))).toContain(sentence.normalize('NFC'));
  });

  // letters of these scripts are drawn in another order than written; the PDF has the written text next to the glyphs
  test.each([
    ['Hindi', 'गेंद नीचे गिरती है क्योंकि गुरुत्वाकर्षण'],
    ['Tamil', 'பந்து கீழே விழுகிறது'],
    ['Telugu', 'బంతి కింద పడుతుంది'],
    ['Gujarati', 'દડો નીચે પડે છે'],
    ['Punjabi', 'ਗੇਂਦ ਹੇਠਾਂ ਡਿੱਗਦੀ ਹੈ'],
    ['Thai', 'ลูกบอลตกลงมาเพราะแรงโน้มถ่วง'],
  ])('writes %s, and gives it out again as it was written to readers that heed ActualText', { timeout: 20_000 }, async (_, sentence) => {
    const spoken = await readSpoken(await drawer.draw(sampleDocument({ student: sentence, comments: [remark(sentence)] })));
    expect(spoken.normalize('NFC').split(sentence.normalize('NFC')).length).toBeGreaterThan(3); // the name is in the comment and on every page
  });

  // parts of its joined letters are repeated: Typst names them once for each piece of a letter
  test('writes Bengali with every letter of every word, in their order', { timeout: 20_000 }, async () => {
    const words = 'শক্তি কি হারিয়ে যায় বিদ্যুৎ প্রবাহ'.normalize('NFC').split(' ');
    const spoken = (await readSpoken(await drawer.draw(sampleDocument({ comments: [remark(words.join(' '))] })))).normalize('NFC');
    const pattern = words.map((word) => Array.from(word).join('[\\p{L}\\p{M}]*')).join('[\\p{L}\\p{M}]* [\\p{L}\\p{M}]*');
    expect(spoken).toMatch(new RegExp(pattern, 'u'));
    expect(spoken).toContain('বিদ্যুৎ'.normalize('NFC'));
  });

  test('takes whatever people write as words', { timeout: 120_000 }, async () => {
    const texts = [
      '<script>alert(1)</script>',
      '#import "x": *',
      '$x$ and $ and \\',
      '😀🎉👩‍🏫',
      '"]}',
      'half \ud800 of a sign',
      '\u0000\u0007',
      'a'.repeat(10_000),
    ];
    const { text, pages } = await read(sampleDocument({ title: texts.join(' '), student: '', comments: texts.map(remark) }));
    expect(text).toContain('<script>alert(1)</script>');
    expect(text).toContain('#import "x": *');
    expect(pages).toBeGreaterThan(3);
  });

  test('stands without answers, comments and results, and with formulas that cannot be drawn', async () => {
    const bare = sampleDocument({ questions: [], summary: [], comments: [], school: '', title: '' });
    expect((await read(bare)).text).toContain('Nobody commented.');
    const math = {
      type: 'doc' as const,
      content: [
        { type: 'blockMath', attrs: { latex: '\\nosuch{' } },
        { type: 'paragraph' },
        { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
      ],
    };
    const [question] = sampleDocument().questions;
    const { text } = await read(sampleDocument({ questions: [{ ...question!, title: '', description: math, answers: [] }] }));
    expect(text).toContain('\\nosuch{');
  });

  test.each([
    'x',
    '\\frac{}{}',
    '\\sqrt[3]{x}',
    '\\sum',
    '\\lim_{x\\to 0} f',
    '\\begin{cases}a&b\\\\c\\end{cases}',
    '\\overline{AB}',
    '\\overbrace{a+b}^{n}',
    '\\text{wenn } x<0',
    '\\mathbf{v} \\mathcal{L} \\mathfrak{g}',
    '\\binom{n}{k}',
    '\\ce{H2O}',
    'a \\\\ b',
    '{}^2_3',
    '\\xrightarrow{a}',
    '\\underline{x}',
    '\\cancel{x}',
    '\\hat{\\imath}',
    '\\quad \\! \\,',
    '\\left. x \\right|',
    '\\colorbox{red}{x}',
    '👍',
  ])('draws the formula %s', async (latex) => {
    const [question] = sampleDocument().questions;
    const description = {
      type: 'doc' as const,
      content: [
        { type: 'paragraph', content: [{ type: 'inlineMath', attrs: { latex } }] },
        { type: 'blockMath', attrs: { latex } },
      ],
    };
    await expect(drawer.draw(sampleDocument({ questions: [{ ...question!, description }] }))).resolves.toBeInstanceOf(Uint8Array);
  });

  test('shows pictures, and says of those that it cannot show what they are', async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const images = [1, 2].map((file_id) => ({ type: 'image', attrs: { file_id, alt: `Picture number ${file_id}`, width: 4000 } }));
    const [question] = sampleDocument().questions;
    const document = sampleDocument({ questions: [{ ...question!, description: { type: 'doc', content: images } }] });
    const { text, roles } = await readPdf(await drawer.draw(document, [{ fileId: 1, type: 'image/png', bytes: png }]));
    expect(roles).toContain('Figure');
    expect(text).toContain('[Picture number 2]');
    const broken = await readPdf(await drawer.draw(document, [{ fileId: 1, type: 'image/png', bytes: Buffer.from('no picture') }]));
    expect(broken.text).toContain('[Picture number 1]');
  });

  test('[B1922] a picture that the rest of a page has no room for is drawn smaller, and leaves no half of a page white', { timeout: 60_000 }, async () => {
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const [question] = sampleDocument().questions;
    const pagesWith = async (lines: number): Promise<number> => {
      const { content } = docOf(...Array.from({ length: lines }, (_, index) => `Line ${index}`));
      const description = { type: 'doc' as const, content: [...content, { type: 'image', attrs: { file_id: 1, width: 600 } }] };
      const document = sampleDocument({ questions: [{ ...question!, description, answers: [] }] });
      return (await readPdf(await drawer.draw(document, [{ fileId: 1, type: 'image/png', bytes: png }]))).pages;
    };
    for (const lines of [6, 12, 18]) expect([lines, await pagesWith(lines)]).toEqual([lines, 2]);
  });

  test('a whole class is drawn one after the other, though a thread draws only some', { timeout: 60_000 }, async () => {
    const bare = sampleDocument({ questions: [], comments: [] });
    for (let index = 0; index < 70; index += 1) expect((await drawer.draw(bare)).length).toBeGreaterThan(1000);
  });

  test('a text of many pages goes over as many', async () => {
    const [question] = sampleDocument().questions;
    const description = docOf(...Array.from({ length: 300 }, (_, index) => `Line ${index}`));
    const { pages, text } = await read(sampleDocument({ questions: [{ ...question!, description }] }));
    expect(pages).toBeGreaterThan(6);
    expect(text).toContain('Line 299');
  });
});
