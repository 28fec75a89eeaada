import type { RichTextDocument } from '@classwright/contract';
import type { DrawnAnswer, ProductDocument } from '../product-document.ts';

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
export const docOf = (...texts: string[]): RichTextDocument => ({ type: 'doc', content: texts.map(paragraph) });

/** A typical question of a teacher: headings, lists, a table, formulas, marks. */
const description: RichTextDocument = {
  type: 'doc',
  content: [
    paragraph('A ball is thrown straight up.'),
    { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'What is known' }] },
    {
      type: 'bulletList',
      content: [
        { type: 'listItem', content: [paragraph('Its mass')] },
        { type: 'listItem', content: [paragraph('Its speed')] },
      ],
    },
    {
      type: 'orderedList',
      content: [
        { type: 'listItem', content: [paragraph('It rises')] },
        { type: 'listItem', content: [paragraph('It falls')] },
      ],
    },
    {
      type: 'table',
      content: [
        { type: 'tableRow', content: ['Time', 'Speed'].map((text) => ({ type: 'tableHeader', content: [paragraph(text)] })) },
        { type: 'tableRow', content: ['1 s', '9.8 m/s'].map((text) => ({ type: 'tableCell', content: [paragraph(text)] })) },
      ],
    },
    { type: 'blockMath', attrs: { latex: 'v = \\sqrt{2 g h} + \\frac{1}{2}\\sum_{i=0}^{n} \\vec{a}_i' } },
    { type: 'blockMath', attrs: { latex: 'A = \\left(\\begin{matrix}1&2\\\\3&4\\end{matrix}\\right), \\sin x \\in \\mathbb{R}' } },
    {
      type: 'paragraph',
      content: [
        { type: 'text', text: 'Bold', marks: [{ type: 'bold' }] },
        { type: 'text', text: ' and ' },
        { type: 'text', text: 'italic', marks: [{ type: 'italic' }] },
        { type: 'text', text: ', with ' },
        { type: 'inlineMath', attrs: { latex: 'E = mc^2' } },
        { type: 'text', text: ' and a ' },
        { type: 'text', text: 'link', marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }] },
      ],
    },
    { type: 'blockquote', content: [paragraph('A quotation')] },
    { type: 'codeBlock', content: [{ type: 'text', text: 'let g = 9.8\n#panic("never run")' }] },
    { type: 'horizontalRule' },
    { type: 'paragraph' },
  ],
};

const answer = (form: DrawnAnswer['form'], rest: Partial<DrawnAnswer> = {}): DrawnAnswer => ({
  form,
  heading: form,
  hint: 'First answer, alone',
  choice: { letter: 'B', text: 'It is $g$, downwards' },
  isRight: true,
  justification: docOf('Because only gravity acts on it.'),
  note: null,
  late: [],
  results: {
    sentence: '18 of 25 students answered, 12 of them right.',
    rows: [
      { letter: 'A', count: 6, words: '6', share: 1 / 3, isRight: false, isOwn: false },
      { letter: 'B', count: 12, words: '12', share: 2 / 3, isRight: true, isOwn: true },
      { letter: 'C', count: 0, words: '0', share: 0, isRight: false, isOwn: false },
    ],
  },
  ...rest,
});

export function sampleDocument(changes: Partial<ProductDocument> = {}): ProductDocument {
  const choices = [
    { letter: 'A', text: 'It is zero', isRight: false, why: null },
    { letter: 'B', text: 'It is $g$, downwards', isRight: true, why: docOf('Gravity never stops.') },
    { letter: 'C', text: 'It points up', isRight: false, why: null },
  ];
  return {
    language: 'en',
    direction: 'ltr',
    title: 'Motion under gravity',
    student: 'Zoë Müller',
    school: 'Riverside School',
    facts: [
      { name: 'Class', value: 'Physics 9B' },
      { name: 'Teacher', value: 'Ms Okafor' },
      { name: 'Date', value: 'Nov 20, 2026' },
    ],
    words: {
      product: 'Work product',
      choices: 'Responses',
      right: 'Right',
      wrong: 'Wrong',
      justification: 'Justification',
      results: 'How the class answered',
      choice: 'Response',
      answers: 'Answers',
      engagement: 'Engagement',
      comments: 'Comments received',
      noComments: 'Nobody commented.',
      picture: 'Picture',
      page: 'Page {page} of {of}',
    },
    way: 'You changed your mind after talking, and were right.',
    summary: [
      { heading: 'Form - 1A', hint: 'Alone', verdict: 'Wrong', isRight: false, share: '42% of the class right' },
      { heading: 'Form - 1B', hint: 'After discussion', verdict: 'Right', isRight: true, share: '81% of the class right' },
      { heading: 'Form - 2', hint: 'Transfer', verdict: 'No answer', isRight: null, share: '73% of the class right' },
    ],
    questions: [
      { heading: 'Question 1', title: 'Throwing a ball', description, choices, answers: [answer('Form - 1A', { isRight: false }), answer('Form - 1B')] },
      {
        heading: 'Question 2',
        title: 'Dropping a stone',
        description: docOf('A stone is dropped.'),
        choices,
        answers: [
          answer('Form - 2', {
            choice: null,
            isRight: null,
            justification: null,
            note: 'Not answered.',
            late: [{ heading: 'Came too late, and counts in nothing', text: docOf('I thought so too.') }],
          }),
        ],
      },
    ],
    engagement: {
      head: ['', 'Likes', 'Comments'],
      rows: [
        ['Given', '3', '1'],
        ['Received', '2', '4'],
      ],
    },
    comments: [{ who: 'Ms Okafor', place: 'Form - 1A, Nov 20, 10:12', text: 'Well argued!', replies: [{ who: 'You', text: 'Thank you' }] }],
    ...changes,
  };
}
