import { toPlainText } from '@classwright/rules/rich-text';
import { describe, expect, test } from 'vitest';
import { makeWorkbook } from '../../../platform/spreadsheets/testing/make-workbook.ts';
import { makeZip } from '../../../platform/zip/testing/make-zip.ts';
import { writeQuestion } from './gift/write-gift.ts';
import { readAll, readOne } from './testing/read-all.ts';

const messages = (findings: readonly { message: string }[]): string[] => findings.map(({ message }) => message);
const choices = (item: Awaited<ReturnType<typeof readOne>>) => item.question.responses.map(({ title, is_valid, sub_grade }) => [title, is_valid, sub_grade]);

describe('GIFT', () => {
  test.each([
    [
      'Q?{=yes ~no}',
      [
        ['yes', true, 1],
        ['no', false, 0],
      ],
    ],
    [
      'Q?{~%100%yes ~%-50%no ~%50%half}',
      [
        ['yes', true, 1],
        ['no', false, 0],
        ['half', true, 1],
      ],
    ],
    [
      'Q?{=a =b ~c}',
      [
        ['a', true, 1],
        ['b', true, 1],
        ['c', false, 0],
      ],
    ],
    [
      'Is $a<b$ or a <b?{=$a<b$ ~$a<c$}',
      [
        ['$a<b$', true, 1],
        ['$a<c$', false, 0],
      ],
    ],
    [
      'Q?{T}',
      [
        ['True', true, 1],
        ['False', false, 0],
      ],
    ],
    [
      'Q?{FALSE#no#yes}',
      [
        ['True', false, 0],
        ['False', true, 1],
      ],
    ],
    [
      'Q?{~\\=1 \\~ \\{x\\} =$\\\\frac\\{1\\}\\{2\\}$ ~\\\\(x\\\\) ~a$b}',
      [
        ['=1 ~ {x}', false, 0],
        ['$\\frac{1}{2}$', true, 1],
        ['$x$', false, 0],
        ['a$b', false, 0],
      ],
    ],
  ])('%s', async (gift, expected) => {
    expect(choices(await readOne(gift))).toEqual(expected);
  });

  test('names, categories, tags, formats and a blank in the middle', async () => {
    const item = await readOne(
      '// [id:7] [tag:light] [tag:two words]\n$CATEGORY: $course$/top/Waves // Sound/Default for Optics\n\n// [tag:light]\n::A \\:name:: [html]<p>Light {=bends ~breaks} in glass.</p>',
    );
    expect(item.question).toMatchObject({ title: 'A :name', names: { cluster: 'Optics' }, tag: ['light'] });
    expect(toPlainText(item.question.description)).toBe('Light _____ in glass.');
  });

  test('what has no choices becomes an open question with what is accepted', async () => {
    const { items } = await readAll('Essay?{}\n\nShort?{=Paris =paris #ok}\n\nNumber?{#3.14:0.01}\n\nPairs.{=a -> 1 =b -> 2}\n\nOnly text.');
    expect(items.map(({ question, notes }) => [messages(notes)[0], question?.open_response.map(({ description }) => description)])).toEqual([
      ['essay', ['']],
      ['shortAnswer', ['Paris\nparis']],
      ['numerical', ['3.14 ± 0.01']],
      ['matching', ['a → 1\nb → 2']],
      ['noAnswers', []],
    ]);
  });

  test('one that is wrong costs itself alone, and its line is named', async () => {
    const { items } = await readAll('::One::Good?{=a ~b}\n\n::Two::Open { =a\n\n::Three::Good?{=a ~b}\n\nFour } closed\n\n::Five::Good?{T}');
    expect(items.map(({ problems }) => problems.map(({ message, params }) => [message, params.line])[0])).toEqual([
      undefined,
      ['openBrace', 3],
      undefined,
      ['strayBrace', 7],
      undefined,
    ]);
  });
});

describe('Aiken', () => {
  test('choices by letter and the right one; what is wrong is named', async () => {
    const { format, items } = await readAll(
      'What is $2^2$?\r\nA) 3\r\nB) $4$\r\nC. 5\r\nANSWER: B\r\n\r\nNo answer?\nA) 1\nB) 2\n\nWrong letter?\nA) 1\nB) 2\nANSWER: D\n',
    );
    expect(format).toBe('aiken');
    expect(items[0]?.question?.responses.map(({ title, is_valid }) => [title, is_valid])).toEqual([
      ['3', false],
      ['$4$', true],
      ['5', false],
    ]);
    expect(items[0]?.question?.title).toBe('What is 2^2?');
    expect(items.slice(1).map(({ problems }) => messages(problems))).toEqual([['noAnswerLine'], ['unknownKey']]);
  });
});

const quiz = (inner: string) => `<?xml version="1.0"?>\n<quiz>\n${inner}\n</quiz>`;
const multichoice = (text: string, rest = '') =>
  `<question type="multichoice"><name><text>N</text></name><questiontext format="html"><text><![CDATA[${text}]]></text></questiontext><single>true</single><answer fraction="100"><text>yes</text></answer><answer fraction="33.33333"><text>partly</text></answer>${rest}</question>`;

describe('Moodle XML', () => {
  test('formatting, formulas in every form, feedback and points', async () => {
    const item = await readOne(
      quiz(
        multichoice(
          '<h4>H</h4><p>a<sub>1</sub> \\(x\\) $y$ $$z$$ $5 and $6</p><p>\\[w\\]</p><ul><li>one</li></ul><math><mfrac><mn>1</mn><mi>n</mi></mfrac></math><script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">link</a> <img class="equation_image" data-equation-content="\\pi">',
          '<defaultgrade>3</defaultgrade><generalfeedback format="html"><text><![CDATA[<p>Because.</p>]]></text></generalfeedback>',
        ),
      ),
    );
    expect(item.question.description.content).toEqual([
      { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'H' }] },
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', marks: [{ type: 'subscript' }], text: '1' },
          { type: 'text', text: ' ' },
          { type: 'inlineMath', attrs: { latex: 'x' } },
          { type: 'text', text: ' ' },
          { type: 'inlineMath', attrs: { latex: 'y' } },
          { type: 'text', text: ' ' },
          { type: 'inlineMath', attrs: { latex: 'z' } },
          { type: 'text', text: ' $5 and $6' },
        ],
      },
      { type: 'blockMath', attrs: { latex: 'w' } },
      { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one' }] }] }] },
      {
        type: 'paragraph',
        content: [
          { type: 'inlineMath', attrs: { latex: '\\frac{1}{n}' } },
          { type: 'text', text: 'link ' },
          { type: 'inlineMath', attrs: { latex: '\\pi' } },
        ],
      },
    ]);
    expect(choices(item)).toEqual([
      ['yes', true, 3],
      ['partly', false, 0],
    ]);
    expect(toPlainText(item.question.responses[0]?.description as never)).toBe('Because.');
    expect(messages(item.notes)).toEqual(['partialPoints']);
  });

  test('kinds without choices, and what is left out, are told', async () => {
    const { items } = await readAll(
      quiz(
        '<question type="essay"><name><text>E</text></name><questiontext><text>Why?</text></questiontext><graderinfo><text>Look for light.</text></graderinfo></question>' +
          '<question type="cloze"><name><text>C</text></name><questiontext><text>{1:MC:=a~b}</text></questiontext></question>' +
          '<question type="truefalse"><name><text>T</text></name><questiontext><text>Yes?</text></questiontext><answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer><hint><text>Think.</text></hint></question>' +
          '<question type="multichoice"><name><text>M</text></name><questiontext><text>Which? <![CDATA[<video src="x.mp4"></video>]]></text></questiontext><single>false</single><answer fraction="50"><text>a</text></answer><answer fraction="50"><text>b</text></answer><answer fraction="-100"><text>c</text></answer></question>',
      ),
    );
    expect(items.map(({ notes }) => messages(notes))).toEqual([['essay'], ['otherType'], ['hints'], ['element', 'partialPoints', 'severalRight']]);
    expect(items[0]?.question?.open_response[0]?.description).toBe('Look for light.');
    expect(items[3]?.question?.responses.map(({ is_valid }) => is_valid)).toEqual([true, true, false]);
  });

  test('a file that breaks off is read as far as it goes, and its line is named', async () => {
    const whole = quiz(`${multichoice('one')}\n${multichoice('two')}\n${multichoice('three')}`);
    const { items } = await readAll(whole.slice(0, whole.indexOf('three')));
    expect(
      items.map(({ question, problems }) => question?.description.content.length ?? problems.map(({ message, params }) => `${message} ${params.line}`)),
    ).toEqual([1, 1, ['xml.malformed 5']]);
    expect((await readAll(whole.slice(0, 60))).problem).toBe('xml.malformed');
  });
});

const item2 = (body: string, { correct = '<value>b</value>', rest = '', mapping = '' } = {}) =>
  `<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="i" title="T"><responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse>${correct}</correctResponse>${mapping}</responseDeclaration>${rest}<itemBody>${body}</itemBody></assessmentItem>`;
const interaction =
  '<choiceInteraction responseIdentifier="RESPONSE"><prompt>P</prompt><simpleChoice identifier="a">no <feedbackInline identifier="a">wrong</feedbackInline></simpleChoice><simpleChoice identifier="b"><m:math xmlns:m="x"><m:mi>z</m:mi></m:math></simpleChoice></choiceInteraction>';

describe('QTI', () => {
  test('2: choices, prompt, feedback, MathML, mapped points', async () => {
    const item = await readOne(
      item2(`<p>S</p>${interaction}`, {
        mapping: '<mapping defaultValue="0"><mapEntry mapKey="b" mappedValue="4"/><mapEntry mapKey="a" mappedValue="1"/></mapping>',
      }),
    );
    expect(toPlainText(item.question.description)).toBe('S\nP');
    expect(choices(item)).toEqual([
      ['no', false, 1],
      ['$z$', true, 4],
    ]);
    expect(toPlainText(item.question.responses[0]?.description as never)).toBe('wrong');
  });

  test('3: the same in its own names; several right ones by the mapping', async () => {
    const item = await readOne(
      '<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="i" title="T"><qti-response-declaration identifier="R" cardinality="single" base-type="identifier"><qti-mapping><qti-map-entry map-key="a" mapped-value="2"/><qti-map-entry map-key="c" mapped-value="2"/></qti-mapping></qti-response-declaration><qti-item-body><qti-choice-interaction response-identifier="R"><qti-simple-choice identifier="a">A</qti-simple-choice><qti-simple-choice identifier="b">B</qti-simple-choice><qti-simple-choice identifier="c">C</qti-simple-choice></qti-choice-interaction></qti-item-body></qti-assessment-item>',
    );
    expect(choices(item)).toEqual([
      ['A', true, 2],
      ['B', false, 0],
      ['C', true, 2],
    ]);
    expect(messages(item.notes)).toEqual(['severalRight']);
  });

  test('other interactions become open questions, and say what they were', async () => {
    const essay = await readOne(
      item2('<p>Why?</p><extendedTextInteraction responseIdentifier="RESPONSE"/><rubricBlock view="scorer"><p>Look for light.</p></rubricBlock>', {
        correct: '',
      }),
    );
    expect([messages(essay.notes), essay.question.open_response[0]?.description]).toEqual([['essay'], 'Look for light.']);
    const order = await readOne(
      item2(
        '<orderInteraction responseIdentifier="RESPONSE"><simpleChoice identifier="a">first</simpleChoice><simpleChoice identifier="b">second</simpleChoice></orderInteraction>',
        { correct: '<value>b</value><value>a</value>' },
      ),
    );
    expect([messages(order.notes), order.question.open_response[0]?.description, toPlainText(order.question.description)]).toEqual([
      ['otherType'],
      'second\nfirst',
      'first\nsecond',
    ]);
    const parts = await readOne(item2(`${interaction}<textEntryInteraction responseIdentifier="OTHER"/>`));
    expect(messages(parts.notes)).toEqual(['severalParts']);
  });

  const manifest = (resources: string) => `<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>${resources}</resources></manifest>`;
  const resource = (href: string, inner = '') => `<resource identifier="r" type="imsqti_item_xmlv2p1" href="${href}">${inner}<file href="${href}"/></resource>`;

  test('[B075] a package: items in the manifest’s order with their keywords and images; nothing leads out of it', async () => {
    const zip = await makeZip({
      'pkg/imsmanifest.xml': manifest(
        resource('items/two.xml', '<metadata><lom><general><keyword><string>light</string></keyword></general></lom></metadata>') +
          resource('items/one%20a.xml') +
          resource('../../etc/passwd') +
          resource('items/none.xml') +
          resource('items/broken.xml') +
          resource('x.html'),
      ),
      'pkg/items/one a.xml': item2(
        `<p>One <img src="../img/a.png" alt="in"/><img src="../../../a.png" alt="out"/><img src="/etc/passwd" alt="root"/><img src="file:///etc/passwd" alt="file"/></p>${interaction}`,
      ),
      'pkg/items/two.xml': item2(`<p>Two</p>${interaction}`),
      'pkg/items/broken.xml': '<assessmentItem><itemBody>',
      'pkg/x.html': '<html/>',
      'pkg/img/a.png': 'bytes of an image',
      'a.png': 'not to be found',
      '../../etc/passwd': 'root',
    });
    const { format, items } = await readAll(zip);
    expect(format).toBe('qti');
    expect(items.map(({ question, problems }) => (question ? toPlainText(question.description).split('\n')[0] : messages(problems)[0]))).toEqual([
      'Two',
      'One',
      'missingFile',
      'missingFile',
      'xml.malformed',
      'noItem',
    ]);
    expect(items[0]?.question?.tag).toEqual(['light']);
    expect(items[1]?.images.map(({ name }) => name)).toEqual(['a.png']);
    const read = await Promise.all((items[1]?.images ?? []).map(async (image) => (await image.read()).toString()));
    expect(read).toEqual(['bytes of an image']);
    expect(items[1]?.notes.map(({ value }) => value)).toEqual(['../../../a.png', '/etc/passwd', 'file:///etc/passwd']);
  });

  test('packages without items say what to do', async () => {
    expect((await readAll(await makeZip({ 'imsmanifest.xml': manifest('') }))).problem).toBe('noItems');
    expect((await readAll('<questestinterop/>')).problem).toBe('nothing');
    expect((await readAll('<assessmentTest/>')).problem).toBe('onlyManifest');
  });

  test('an archive that is damaged or locked is called just that, never a spreadsheet', async () => {
    const zip = await makeZip({ 'imsmanifest.xml': manifest(resource('one.xml')), 'one.xml': item2(`<p>One</p>${interaction}`) });
    expect((await readAll(zip.subarray(0, zip.length - 30))).problem).toBe('archive.broken');
    const changed = Buffer.from(zip);
    changed.fill(0xff, 60, 120); // within the manifest
    expect((await readAll(changed)).problem).toBe('archive.broken');
    const locked = Buffer.from(zip);
    for (let at = locked.indexOf('PK\u0001\u0002'); at >= 0; at = locked.indexOf('PK\u0001\u0002', at + 1)) locked.writeUInt16LE(1, at + 8);
    expect((await readAll(locked)).problem).toBe('archive.unsupported');
  });

  test('[B282] a package whose manifest lists the test alone is read from the items that lie in it, and from nothing else', async () => {
    const parts = {
      'imsmanifest.xml': manifest('<resource type="imsqti_test_xmlv2p1" href="test.xml"/>'),
      'test.xml': '<assessmentTest><assessmentItemRef href="items/q10.xml"/></assessmentTest>',
      'items/q10.xml': item2('<p>ten</p>'),
      'items/q9.xml': item2('<p>nine</p>'),
      'notes.xml': '<notes>&broken</notes>',
    };
    const { items, problem } = await readAll(await makeZip(parts));
    expect([problem, items.map(({ question, problems }) => [toPlainText(question?.description ?? { type: 'doc', content: [] }), problems])]).toEqual([
      null,
      [
        ['nine', []],
        ['ten', []],
      ],
    ]);
  });
});

const old = (presentation: string, processing = '', { kind = 'multiple_choice_question', more = '' } = {}) =>
  `<item ident="i" title="Question"><itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>2.0</fieldentry></qtimetadatafield></qtimetadata></itemmetadata><presentation>${presentation}</presentation><resprocessing>${processing}</resprocessing>${more}</item>`;
const oldQuiz = (...items: string[]) =>
  `<?xml version="1.0"encoding="UTF-8"?><questestinterop><assessment><section>${items.join('')}</section></assessment></questestinterop>`;
const material = (text: string, type = 'text/html') => `<material><mattext texttype="${type}"><![CDATA[${text}]]></mattext></material>`;
const labels = (...texts: string[]) =>
  texts.map((text, index) => `<response_label ident="c${index}">${material(text, 'text/plain')}</response_label>`).join('');
const gives = (points: number, ...right: string[]) =>
  `<respcondition><conditionvar>${right.map((id) => `<varequal respident="r">${id}</varequal>`).join('')}</conditionvar><setvar action="Set" varname="SCORE">${points}</setvar></respcondition>`;

describe('[B285] QTI 1, as Canvas, Blackboard, D2L and Common Cartridges have it', () => {
  test('one right choice, its points, feedback by choice and an explanation; a name that is none is left out', async () => {
    const shows = (id: string) =>
      `<respcondition><conditionvar><varequal respident="r">${id}</varequal></conditionvar><displayfeedback linkrefid="${id}_fb"/></respcondition>`;
    const feedback = (id: string, text: string) => `<itemfeedback ident="${id}"><flow_mat>${material(text)}</flow_mat></itemfeedback>`;
    const xml = oldQuiz(
      old(
        `${material('<p>Is <b>2 < 3</b>?</p>')}<response_lid ident="r" rcardinality="Single"><render_choice>${labels('yes <really>', 'no', '')}</render_choice></response_lid>`,
        gives(100, 'c0') + shows('c1'),
        {
          more: feedback('c1_fb', 'Check again') + feedback('general_fb', '<i>Two</i> is less.'),
        },
      ),
    );
    const item = await readOne(xml);
    expect([item.name, choices(item), messages(item.notes)]).toEqual([
      'Is 2 < 3?',
      [
        ['yes <really>', true, 2],
        ['no', false, 0],
      ],
      ['emptyChoices'],
    ]);
    expect(item.question.responses.map(({ description }) => toPlainText(description))).toEqual(['Two is less.', 'Check again']);
  });

  test('several right ones, together or each for itself, each count as right', async () => {
    const response = `<response_lid ident="r" rcardinality="Multiple"><render_choice>${labels('a', 'b', 'c')}</render_choice></response_lid>`;
    const together =
      '<respcondition><conditionvar><and><varequal respident="r">c0</varequal><not><varequal respident="r">c1</varequal></not><varequal respident="r">c2</varequal></and></conditionvar><setvar varname="SCORE">100</setvar></respcondition>';
    const { items } = await readAll(oldQuiz(old(material('Q') + response, together), old(material('Q2') + response, gives(1, 'c0') + gives(1, 'c2'))));
    for (const item of items) expect(item.question?.responses.map(({ is_valid }) => is_valid)).toEqual([true, false, true]);
  });

  test('words, numbers, pairs and essays become drafts with what is right', async () => {
    const typed = '<response_str ident="r"><render_fib><response_label ident="a"/></render_fib></response_str>';
    const range =
      '<respcondition><conditionvar><vargte respident="r">41.5</vargte><varlte respident="r">42.5</varlte></conditionvar><setvar varname="SCORE">100</setvar></respcondition>';
    const pair = (id: string, left: string) =>
      `<response_lid ident="${id}">${material(left)}<render_choice>${labels('one', 'two')}</render_choice></response_lid>`;
    const matched = ['x c0', 'y c1']
      .map(
        (one) =>
          `<respcondition><conditionvar><varequal respident="${one.split(' ')[0]}">${one.split(' ')[1]}</varequal></conditionvar><setvar action="Add">50</setvar></respcondition>`,
      )
      .join('');
    const { items } = await readAll(
      oldQuiz(
        old(material('State?') + typed, gives(100, 'Illinois', 'IL'), { kind: 'short_answer_question' }),
        old(material('Number?') + typed, range, { kind: 'numerical_question' }),
        old(material('Pairs?') + pair('x', 'A') + pair('y', 'B'), matched, { kind: 'matching_question' }),
        old(material('Write.') + typed, '', { kind: 'essay_question' }),
        old(material('Read.'), '', { kind: 'text_only_question' }),
      ),
    );
    expect(items.map(({ question, notes }) => [notes[0]?.message, question?.open_response[0]?.description])).toEqual([
      ['shortAnswer', 'Illinois\nIL'],
      ['numerical', '41.5 – 42.5'],
      ['matching', 'A → one\nB → two'],
      ['essay', ''],
      ['noAnswers', undefined],
    ]);
  });

  test('a cartridge: the fullest form of each quiz, the files of its course, quizzes of Blackboard and D2L', async () => {
    const asked = (text: string) =>
      oldQuiz(old(`${material(text)}<response_lid ident="r"><render_choice>${labels('a', 'b')}</render_choice></response_lid>`, gives(100, 'c1')));
    const { items, problem } = await readAll(
      await makeZip({
        'imsmanifest.xml': `<manifest><resources>
          <resource identifier="q1" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"><file href="q1/assessment_qti.xml"/></resource>
          <resource identifier="bb" type="assessment/x-bb-qti-pool" bb:file="res1.dat" xmlns:bb="b"/>
          <resource identifier="d2l" type="webcontent" d:material_type="d2lquiz" href="quiz.xml" xmlns:d="d"/>
          <resource identifier="page" type="webcontent" href="wiki_content/page.html"/></resources></manifest>`,
        'q1/assessment_qti.xml': asked('short'),
        'non_cc_assessments/q1.xml.qti': asked('full <img src="$IMS-CC-FILEBASE$/Uploaded%20Media/a.png?canvas_=1">'),
        'web_resources/Uploaded Media/a.png': 'bytes',
        'res1.dat': asked('from Blackboard'),
        'quiz.xml': asked('from D2L'),
      }),
    );
    expect([problem, items.map(({ question }) => toPlainText(question?.description ?? { type: 'doc', content: [] }))]).toEqual([
      null,
      ['full\n🖼', 'from Blackboard', 'from D2L'],
    ]);
    expect(items[0]?.images.map(({ name }) => name)).toEqual(['a.png']);
  });
});

describe('[B279] numbers of a spreadsheet', () => {
  const shown = async (cells: readonly (readonly [style: number, value: string])[]) => {
    const formats = ['General', '0%', '0.00%', '# ?/?', '# ??/??', '0.0"%"', '?/8'];
    const text = (words: string) => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
    const row = `<row>${text('Which?')}${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}${text('A')}</row>`;
    const item = await readOne(
      await makeWorkbook({
        sheet: `<worksheet><sheetData><row>${['Question', ...cells.map((_, index) => 'ABCDEFGH'[index] ?? ''), 'Correct'].map(text).join('')}</row>${row}</sheetData></worksheet>`,
        parts: {
          'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, index) => `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}<xf numFmtId="9"/><xf numFmtId="12"/></cellXfs></styleSheet>`,
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="s1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="y1" Type="x/styles" Target="styles.xml"/></Relationships>',
        },
      }),
    );
    return item.question.responses.map(({ title }) => title);
  };

  test('per cent is read as it is shown', async () => {
    expect(
      await shown([
        [1, '0.25'],
        [2, '0.125'],
        [1, '1'],
        [7, '0.07'],
        [1, '-0.5'],
        [1, '0.29'],
        [5, '25'],
        [1, '12'],
      ]),
    ).toEqual(['25%', '12.5%', '100%', '7%', '-50%', '29%', '25', '1200%']);
  });

  test('fractions are read as fractions, where they are of small numbers', async () => {
    expect(
      await shown([
        [3, '0.75'],
        [3, '1.5'],
        [4, '0.3333333333333333'],
        [3, '-0.5'],
        [8, '2'],
        [6, '0.625'],
        [3, '3.14159'],
        [3, '-2.25'],
      ]),
    ).toEqual(['3/4', '1 1/2', '1/3', '-1/2', '2', '5/8', '3.14159', '-2 1/4']);
  });

  test('a number is as long as it is shown', async () => {
    expect(
      await shown([
        [0, '0.30000000000000004'],
        [0, '5.5512345E7'],
        [0, '1E-3'],
        [0, '0.1'],
      ]),
    ).toEqual(['0.3', '55512345', '0.001', '0.1']);
  });
});

test('[B283] a question of which every choice is right goes out as GIFT with choices, and comes in again as such', async () => {
  const document = (text: string) => ({ type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }] });
  const response = (title: string) => ({ title, match_label: '', description: document(''), is_valid: true, sub_grade: 1 });
  const text = writeQuestion(
    {
      title: 'Both',
      description: document('Which are prime?'),
      tag: [],
      responses: [response('two'), response('three')],
      rubrics: [],
      open_response: [],
    } as never,
    new Map(),
  );
  expect(text).toContain('~%100%two');
  const item = await readOne(text);
  expect(choices(item)).toEqual([
    ['two', true, 1],
    ['three', true, 1],
  ]);
  expect(item.question.open_response).toEqual([]);
});

describe('[B286] sheets of other systems', () => {
  const csv = (...lines: string[]) => lines.join('\n');

  test('Kahoot: titles under seven lines of remarks, several right ones, times that are told once', async () => {
    const { items, problem } = await readAll(
      csv(
        'Quiz template,,,,,,',
        'Add questions,,,,,,',
        ',,,,,,',
        'Remember: 120 characters,,,,,,',
        'more,,,,,,',
        'more,,,,,,',
        'more,,,,,,',
        ',Question - max 120 characters,Answer 1 - max 75 characters,Answer 2 - max 75 characters,Answer 3 - max 75 characters,Answer 4 - max 75 characters,"Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",Correct answer(s) - choose at least one',
        '1,"Which are prime?",2,4,5,6,20,"1,3"',
        '2,"Largest ocean?",Pacific,Atlantic,,,20,1',
        '3,,,,,,20,',
      ),
    );
    expect([problem, items.map(({ question, notes }) => [question?.responses.map(({ title, is_valid }) => [title, is_valid]), messages(notes)])]).toEqual([
      null,
      [
        [
          [
            ['2', true],
            ['4', false],
            ['5', true],
            ['6', false],
          ],
          ['severalRight', 'timeLimit'],
        ],
        [
          [
            ['Pacific', true],
            ['Atlantic', false],
          ],
          [],
        ],
      ],
    ]);
  });

  test('Blooket: a number before each question, remarks in the titles', async () => {
    const { items } = await readAll(
      csv(
        'Blooket Import Template,,,,,,,',
        '"Question #","Question Text","Answer 1","Answer 2","Answer 3 (Optional)","Answer 4 (Optional)","Time Limit (sec) (Max: 300 seconds)","Correct Answer(s) (Only include Answer #)"',
        '1,Capital of France?,Rome,Paris,Lyon,,20,2',
      ),
    );
    expect(
      items.map(({ question }) => [
        toPlainText(question?.description ?? { type: 'doc', content: [] }),
        question?.responses.map(({ title, is_valid }) => [title, is_valid]),
      ]),
    ).toEqual([
      [
        'Capital of France?',
        [
          ['Rome', false],
          ['Paris', true],
          ['Lyon', false],
        ],
      ],
    ]);
  });

  test('Quizizz: kinds of questions, several right ones, explanations', async () => {
    const { items } = await readAll(
      csv(
        'Question Text;Question Type;Option 1;Option 2;Option 3;Correct Answer;Time in seconds;Image Link;Answer explanation',
        '2+2?;Multiple Choice;3;4;5;2;30;;Count.',
        'Even?;Checkbox;1;2;4;2,3;30;;',
        'Say it;Open-Ended;;;;;60;;',
        'Colour?;Fill-in-the-Blank;red;rouge;;;60;;',
        'Mood?;Poll;good;bad;;;60;;',
      ),
    );
    expect(
      items.map(({ question, problems }) => [problems, question?.responses.map(({ is_valid }) => is_valid), question?.open_response[0]?.description]),
    ).toEqual([
      [[], [false, true, false], undefined],
      [[], [false, true, true], undefined],
      [[], [], ''],
      [[], [], 'red\nrouge'],
      [[], [false, false], undefined],
    ]);
    expect(toPlainText(items[0]?.question?.responses[1]?.description ?? { type: 'doc', content: [] })).toBe('Count.');
  });

  test('a .csv in UTF-16, or of an older Windows program with semicolons', async () => {
    const text = 'Question;A;B;Correct\r\nGröße?;groß;klein;A\r\n';
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), Buffer.from(text, 'latin1'), Buffer.from(`sep=;\r\n${text}`)])
      expect(choices(await readOne(bytes))).toEqual([
        ['groß', true, 1],
        ['klein', false, 0],
      ]);
  });
});

describe('[B074] files made to harm', () => {
  const laughs = '<!DOCTYPE quiz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>';
  test.each([
    ['entities that expand', `<?xml version="1.0"?>${laughs}<quiz>${multichoice('&b;')}</quiz>`],
    ['an external entity', `<!DOCTYPE quiz [<!ENTITY x SYSTEM "file:///etc/passwd">]><quiz>${multichoice('x')}</quiz>`],
    ['the same in QTI', `<!DOCTYPE assessmentItem [<!ENTITY x SYSTEM "http://169.254.169.254/">]>${item2('<p>&x;</p>')}`],
  ])('%s are refused, nothing is read or fetched', async (_, xml) => {
    expect((await readAll(xml)).problem).toBe('xml.entities');
  });

  test('a document type that only names the format does no harm', async () => {
    expect((await readOne(`<!DOCTYPE quiz SYSTEM "http://example.invalid/quiz.dtd"><quiz>${multichoice('fine')}</quiz>`)).question.title).toBe('N');
  });

  test('an entity that nobody declared is a fault of the file', async () => {
    expect((await readAll('<quiz><question type="description"><questiontext><text>&nobody;</text></questiontext></question></quiz>')).problem).toBe(
      'xml.malformed',
    );
  });

  test('[B075] an archive that inflates without end costs no memory', async () => {
    const bomb = await makeZip({ 'imsmanifest.xml': `<manifest>${' '.repeat(60_000_000)}</manifest>` });
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    expect((await readAll(bomb)).problem).toBe('xml.too_large');
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test('endless nesting, in XML and in HTML, has an end', async () => {
    expect((await readAll(`<quiz>${'<question>'.repeat(5000)}`)).problem).toBe('xml.too_deep');
    const item = await readOne(quiz(multichoice('<div>'.repeat(20_000) + 'deep' + '<ul><li>'.repeat(500) + 'deeper')));
    expect(toPlainText(item.question.description)).toContain('deeper');
  });

  test('[B078] 10,000 choices, a text without end, and nothing at all', async () => {
    expect(messages((await readAll(`Q?{${Array.from({ length: 10_000 }, (_, index) => `~${index}`).join(' ')}=x}`)).items[0]?.problems ?? [])).toEqual([
      'tooManyChoices',
    ]);
    const long = await readOne(quiz(multichoice('word '.repeat(20_000))));
    expect([messages(long.notes)[0], toPlainText(long.question.description).length <= 20_000]).toEqual(['cut', true]);
    expect((await readAll('')).problem).toBe('sheet.empty');
  });

  test.each(['utf16le', 'latin1'] as const)('letters in %s are read', async (encoding) => {
    const gift = '::Größe:: Wie groß?{=zwei Füße ~drei}';
    const item = await readOne(encoding === 'utf16le' ? Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(gift, 'utf16le')]) : Buffer.from(gift, 'latin1'));
    expect([item.question.title, item.question.responses[0]?.title, messages(item.notes)]).toEqual([
      'Größe',
      'zwei Füße',
      encoding === 'latin1' ? ['encoding'] : [],
    ]);
  });
});

describe('[B278] GIFT as Moodle reads it', () => {
  test('an answer that says nothing is none; a choice that is a tag says that tag', async () => {
    expect(choices(await readOne('Q {~=right ~wrong =~%50%half}'))).toEqual([
      ['right', true, 1],
      ['wrong', false, 0],
      ['half', false, 0],
    ]);
    expect(choices(await readOne('Which begins a paragraph? {=[html]<p> ~<link> ~<br/>}')).map(([title]) => title)).toEqual(['<p>', '<link>', '<br/>']);
  });

  test('lines that end as on an old Mac are lines', async () => {
    const { items } = await readAll('::one::Q1 {=a ~b}\r\r::two::Q2 {=c ~d}\r');
    expect(items.map(({ name, question }) => [name, question?.responses.map(({ title }) => title)])).toEqual([
      ['one', ['a', 'b']],
      ['two', ['c', 'd']],
    ]);
  });

  test('gaps within the text leave a line each, and what is right in them stands in the criterion', async () => {
    const { question, notes } = await readOne('Berlin is in {1:SA:=Germany#yes~%50%Europe} and Rome in {2:MC:~Spain~%100%Italy}.');
    expect([toPlainText(question.description), question.open_response[0]?.description, messages(notes)]).toEqual([
      'Berlin is in _____ and Rome in _____.',
      '1. Germany\n2. Italy',
      ['severalParts'],
    ]);
    const second = await readOne('A {=a ~b} and B {=c ~d}?');
    expect([toPlainText(second.question.description), messages(second.notes)]).toEqual(['A _____ and B _____?', ['secondBlank']]);
  });

  test('raised and lowered letters of a choice stay where they are', async () => {
    const item = await readOne('[html]Q {=10<sup>3</sup> ~H<sub>2</sub>O ~x<sup>ab</sup>}');
    expect([choices(item).map(([title]) => title), item.notes]).toEqual([['10³', 'H₂O', 'x$^{\\text{ab}}$'], []]);
  });
});
