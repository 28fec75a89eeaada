import { describe, expect, test } from 'vitest';
import { makeWorkbook } from '../../../platform/spreadsheets/testing/make-workbook.ts';
import { makeZip } from '../../../platform/zip/testing/make-zip.ts';
import { FileProblem } from './read-file.ts';
import { createReaders, openQuestionFile } from './open-file.ts';

/**
 * Reads a file that is excessive in one place, and measures the cost. The reading thread has thirty seconds of
 * processor time, and anything quadratic in a megabyte takes minutes, so each of these files must be read or refused.
 */
async function read(
  content: string | Buffer,
  readers?: ReturnType<typeof createReaders>,
): Promise<{ problem: string | null; questions: number; refused: number }> {
  let questions = 0;
  let refused = 0;
  try {
    const file = await openQuestionFile(Buffer.from(content as string), readers);
    try {
      for await (const { question } of file.items) {
        if (question) questions += 1;
        else refused += 1;
      }
    } finally {
      await file.end();
    }
    return { problem: null, questions, refused };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.problem, questions, refused };
    throw error;
  }
}

const MANY = 1_000_000;
const times = (text: string, characters = MANY): string => text.repeat(Math.ceil(characters / text.length));
const moodle = (body: string): string => `<quiz><question type="multichoice"><name><text>n</text></name>${body}</question></quiz>`;
const item = (body: string, head = ''): string =>
  `<assessmentItem identifier="i" title="t"><responseDeclaration identifier="R" cardinality="single"><correctResponse><value>c0</value></correctResponse>${head}</responseDeclaration><itemBody>${body}</itemBody></assessmentItem>`;
const old = (presentation: string, processing = '', more = '') =>
  `<questestinterop><assessment><section><item ident="i" title="t"><presentation>${presentation}</presentation><resprocessing>${processing}</resprocessing>${more}</item></section></assessment></questestinterop>`;
const material = (text: string) => `<material><mattext texttype="text/html"><![CDATA[${text}]]></mattext></material>`;
const label = (ident: string, text = 'x') => `<response_label ident="${ident}">${material(text)}</response_label>`;
const choosing = (labels: string) => `${material('Q')}<response_lid ident="r"><render_choice>${labels}</render_choice></response_lid>`;
const condition = (ident: string, then = '<setvar varname="SCORE">1</setvar>') =>
  `<respcondition><conditionvar><varequal respident="r">${ident}</varequal></conditionvar>${then}</respcondition>`;
/** The size of a full cell; rows of such cells follow. */
const CELL = 30_000;
const rowsOf = (titles: string, row: (number: number) => string): string => [titles, ...Array.from({ length: 33 }, (_, index) => row(index))].join('\n');
const sheet = (rows: string): Promise<Buffer> => makeWorkbook({ sheet: `<worksheet><sheetData>${rows}</sheetData></worksheet>` });
const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const head = `<row>${['Question', 'A', 'B', 'Correct'].map(inline).join('')}</row>`;

describe('files that grow in one place', () => {
  test.each<[string, string | (() => Promise<Buffer>)]>([
    ['GIFT: formulas that nobody closes', `::q::${times('\\\\(')} {=a ~b}`],
    ['GIFT: displayed formulas that nobody closes', `::q::${times('$$ ')} {=a ~b}`],
    ['GIFT: dollars', `::q::${times('$a ')} {=a ~b}`],
    ['GIFT: elements within each other', `::q::[html]${times('<b><i>')} {=a ~b}`],
    ['GIFT: elements that end and never began', `::q::[html]${times('<b>', MANY / 2)}${times('</u>', MANY / 2)} {=a ~b}`],
    ['GIFT: tags that nobody closes', `::q::[html]${times('<')} {=a ~b}`],
    ['GIFT: line breaks', `::q::[html]${times('<br>')}x {=a ~b}`],
    ['GIFT: wrong choices that say nothing', `::q::Q {${times('~')}}`],
    ['GIFT: choices', `::q::Q {=a ${times('~b ')}}`],
    ['GIFT: accepted words', `::q::Q {${times('=a ')}}`],
    ['GIFT: braces', `::q::Q ${times('{')}`],
    ['GIFT: closed braces', `::q::Q {=a ~b} ${times('{=x}')}`],
    ['GIFT: gaps', `::q::Q ${times('{1:SA:=x} ')}`],
    ['GIFT: tags of a question', `// ${times('[tag:')}\n::q::Q {=a ~b}`],
    ['GIFT: a category with spaces', `$CATEGORY: ${times(' ')}\u2028\n::q::Q {=a ~b}`],
    ['GIFT: questions of nothing', times('::a::{}\n\n', 200_000)],
    ['GIFT: images', `::q::[html]${times('<img src="data:image/png;base64,AAAA">')} {=a ~b}`],
    ['GIFT: what is left out', `::q::[html]${times('<iframe></iframe>')} {=a ~b}`],
    ['GIFT: rows of a table', `::q::[html]<table>${times('<tr><td>x')}</table> {=a ~b}`],
    ['Aiken: choices', `Q\n${times('A. x\n')}ANSWER: A`],
    ['Aiken: a choice of spaces', `Q\nA. ${times(' ')}\u2028\nB. y\nANSWER: A`],
    ['Aiken: lines of a question', `${times('words \n')}A. x\nB. y\nANSWER: A`],
    ['Moodle: answers', moodle(`<questiontext><text>q</text></questiontext>${times('<answer fraction="0"><text>a</text></answer>')}`)],
    ['Moodle: elements within each other', moodle(times('<a>'))],
    ['Moodle: attributes', `<quiz><question ${Array.from({ length: 100_000 }, (_, index) => `a${index}="x"`).join(' ')}/></quiz>`],
    ['Moodle: an attribute', `<quiz><question a="${times('>')}"/></quiz>`],
    ['Moodle: text', moodle(`<questiontext><text>${times('word &lt;i&gt;')}</text></questiontext>`)],
    ['Moodle: comments', `<quiz>${times('<!-- -->')}</quiz>`],
    ['QTI: choices', item(`<choiceInteraction responseIdentifier="R">${times('<simpleChoice identifier="c0">x</simpleChoice>')}</choiceInteraction>`)],
    ['QTI: points by choice', item('<choiceInteraction responseIdentifier="R"/>', `<mapping>${times('<mapEntry mapKey="a" mappedValue="1"/>')}</mapping>`)],
    ['QTI: formulas', item(times('<math><mi>x</mi></math>', 200_000))],
    ['QTI: one formula', item(`<math>${times('<msup><mi>x</mi><mn>2</mn></msup>')}</math>`)],
    ['QTI: parts to fill in', item(times('<textEntryInteraction responseIdentifier="R"/>'))],
    ['QTI 1: choices', old(choosing(times(label('c0'))), condition('c0'))],
    ['QTI 1: conditions', old(choosing(label('c0') + label('c1')), times(condition('c0')))],
    [
      'QTI 1: what a condition asks',
      old(choosing(label('c0')), `<respcondition><conditionvar>${times('<varequal respident="r">c0</varequal>')}</conditionvar></respcondition>`),
    ],
    ['QTI 1: conditions within each other', old(choosing(label('c0')), `<respcondition><conditionvar>${times('<not><or>')}`)],
    ['QTI 1: feedback', old(choosing(label('c0')), condition('c0'), times(`<itemfeedback ident="c0_fb">${material('f')}</itemfeedback>`))],
    [
      'QTI 1: what is shown to a choice',
      old(choosing(label('c0')), condition('c0', times('<displayfeedback linkrefid="f"/>')), `<itemfeedback ident="f">${material('f')}</itemfeedback>`),
    ],
    ['QTI 1: blanks', old(`${material('Q')}${times('<response_str ident="r"><render_fib/></response_str>')}`)],
    [
      'QTI 1: pairs',
      old(`${material('Q')}${times(`<response_lid ident="r">${material('left')}<render_choice>${label('c0')}</render_choice></response_lid>`)}`),
    ],
    ['QTI 1: elements within each other', old(times('<flow>'))],
    ['QTI 1: elements of one text', old(material(times('<b><i>')))],
    ['QTI 1: pictures', old(times('<material><matimage uri="data:image/png;base64,AAAA"/></material>'))],
    [
      'QTI 1: facts of an item',
      old(choosing(label('c0')), '', times('<qtimetadatafield><fieldlabel>a</fieldlabel><fieldentry>b</fieldentry></qtimetadatafield>')),
    ],
    ['QTI 1: items of nothing', `<questestinterop>${times('<item/>', 200_000)}</questestinterop>`],
    ['sheet: lines above the titles', `${times('remark,,\n')}Question,A,B,Correct\nQ,a,b,A\n`],
    ['sheet: a title', `Question ${times('- max ', CELL)},A,B,Correct\nQ,a,b,A\n`],
    ['sheet: titles', `${times('Answer 1,', CELL)}Question,Correct\nQ,a,b,A\n`],
    ['sheet: keys', rowsOf('Question,A,B,Correct', () => `Q,a,b,"${times('1,', CELL)}"`)],
    ['sheet: keys of words', rowsOf('Question,A,B,Correct', () => `Q,a,b,"${times('A and ', CELL)}"`)],
    ['sheet: criteria', rowsOf('Question,A,B,Correct,Open Response', () => `Q,,,,"${times('Name | 1 | level\n', CELL)}"`)],
    ['sheet: bars of a criterion', rowsOf('Question,A,B,Correct,Open Response', () => `Q,,,,"Name ${times('| ', CELL)}"`)],
    [
      'sheet: names of criteria',
      rowsOf('Question,A,B,Correct,Open Response', () => `Q,,,,"${Array.from({ length: 3_000 }, (_, index) => `n${index} | d`).join('\n')}"`),
    ],
    ['sheet: tags', rowsOf('Question,A,B,Correct,Tags', (row) => `Q${row},a,b,A,"${times('t,', CELL)}"`)],
    ['sheet: formulas', rowsOf('Question,A,B,Correct', (row) => `"Q${row} ${times('\\(', CELL)}","${times('$a ', CELL)}",b,A`)],
    ['sheet: a cell longer than any may be', `Question,A,B,Correct\n"${times('word ')}",a,b,A\n`],
    ['sheet: rows of nothing', `Question,A,B,Correct\n${times(',,,\n')}`],
    ['csv: columns', `Question,A,B,Correct\n${times('x,')}`],
    ['csv: quotes', `Question,A,B,Correct\n"${times('""x')}`],
    ['csv: a cell', `Question,A,B,Correct\n"${times('\\(')}",a,b,A\n`],
    ['xlsx: > in quotes', () => sheet(`${head}<row x="${times('>')}"/>`)],
    ['xlsx: quotes', () => sheet(`${head}<row ${times(`"'`)}/>`)],
    ['xlsx: a tag', () => sheet(`${head}<row ${times('r ')}/>`)],
    ['xlsx: cells of a row', () => sheet(`${head}<row>${times('<c><v>1</v></c>')}</row>`)],
    ['xlsx: a cell', () => sheet(`${head}<row>${inline(times('\\('))}${inline('a')}${inline('b')}${inline('A')}</row>`)],
    ['xlsx: elements within each other', () => sheet(times('<a>'))],
    [
      'xlsx: styles',
      () => makeWorkbook({ sheet: '<worksheet/>', parts: { 'xl/styles.xml': `<styleSheet><cellXfs>${times('<xf/>')}</cellXfs></styleSheet>` } }),
    ],
    ['xlsx: sheets', () => makeZip({ 'xl/workbook.xml': `<workbook>${times('<sheet id="x"/>')}</workbook>` })],
    [
      'package: a manifest',
      () => makeZip({ 'imsmanifest.xml': `<manifest>${times('<resource type="imsqti_item_xmlv2p1" href="a.xml"/>', 200_000)}</manifest>` }),
    ],
  ])(
    '[B275] %s',
    async (_, content) => {
      const { problem } = await read(typeof content === 'string' ? content : await content());
      expect(problem).not.toBe('tooCostly');
    },
    120_000,
  );

  const words = (text: string, cells: number, rows: number) =>
    makeWorkbook({
      sheet: `<worksheet><sheetData>${head}${`<row>${'<c t="s"><v>0</v></c>'.repeat(cells)}</row>`.repeat(rows)}</sheetData></worksheet>`,
      strings: `<sst><si><t>${text}</t></si></sst>`,
    });
  test.each<[string, () => Promise<string | Buffer> | string | Buffer]>([
    ['xlsx: one long text in every cell', () => words(times('\\(x\\) ', 32_000), 4, 20_000)],
    ['xlsx: one text longer than a cell may be, in every cell', () => words(times('<b>x</b> '), 4, 5_000)],
    ['xlsx: cells of a row that all say the same', () => words(times('x ', 32_000), 100_000, 1)],
    [
      'xlsx: rows far apart',
      () =>
        sheet(
          `${head}${Array.from({ length: 2_000 }, (_, index) => `<row r="${(index + 2) * 500}"><c r="XFD${(index + 2) * 500}"><v>1</v></c></row>`).join('')}`,
        ),
    ],
    [
      'QTI 1: one feedback shown to each of fifty choices, a thousand times over',
      () =>
        old(
          choosing(Array.from({ length: 50 }, (_, index) => label(`c${index}`)).join('')),
          `<respcondition><conditionvar><or>${Array.from({ length: 50 }, (_, index) => `<varequal respident="r">c${index}</varequal>`).join('')}</or></conditionvar>${Array.from({ length: 5_000 }, (_, index) => `<displayfeedback linkrefid="f${index}"/>`).join('')}</respcondition>`,
          Array.from({ length: 5_000 }, (_, index) => `<itemfeedback ident="f${index}">${material('<b>again</b> '.repeat(8))}</itemfeedback>`).join(''),
        ),
    ],
    [
      'QTI 1: a package that names one item many times',
      () =>
        makeZip({
          'imsmanifest.xml': `<manifest><resources>${'<resource type="imsqti_xmlv1p2" href="a.xml"><file href="a.xml"/></resource>'.repeat(5_000)}</resources></manifest>`,
          'a.xml': old(choosing(label('c0', times('<i>x</i> ', 200_000)) + label('c1')), condition('c0')),
        }),
    ],
  ])(
    '[B276] a small file that grows while it is read is read, or refused in words, and the next one is read: %s',
    async (_, content) => {
      const bytes = Buffer.from((await content()) as string);
      expect(bytes.length).toBeLessThan(4 * MANY);
      const { problem } = await read(bytes);
      expect([null, 'tooCostly', 'noQuestions', 'sheet.too_large']).toContain(problem);
      expect(await read('::q::Q {=a ~b}')).toEqual({ problem: null, questions: 1, refused: 0 });
    },
    120_000,
  );

  test('[B274] a file that takes longer than it may is refused as such, and the next one is read', async () => {
    const hurried = createReaders({ cpuMs: 50, memoryMb: 512 });
    const file = Buffer.from(times('::q::[html]<b>Q</b> $x^2$ {=a ~b}\n\n', 20 * MANY));
    expect((await read(file, hurried)).problem).toBe('tooCostly');
    expect(await read('::q::Q {=a ~b}')).toEqual({ problem: null, questions: 1, refused: 0 });
  });

  test('[B274] a file that needs more memory than it may is refused as such', async () => {
    const narrow = createReaders({ cpuMs: 60_000, memoryMb: 40 });
    expect((await read(Buffer.from(times('::q::[html]<b>Q</b> $x^2$ {=a ~b}\n\n', 20 * MANY)), narrow)).problem).toBe('tooCostly');
  }, 60_000);
});
