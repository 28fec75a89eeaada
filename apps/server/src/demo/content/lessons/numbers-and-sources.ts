import { rows } from './rows.ts';
import type { DemoLesson } from './types.ts';

export const betweenTen: DemoLesson = {
  title: 'Is there a next number?',
  classKey: 'maths10',
  subject: 'Mathematics',
  standard: 'MA-1 Decimal place value',
  ages: 'Ages 14–16',
  topic: 'Percent and change',
  schoolDay: -31,
  period: 'Period 5',
  first: 'Between two decimals',
  transfer: 'The smallest number above zero',
  about: 'Between two numbers there may be another one, and between those again. Does it ever stop?',
  answers: rows(
    `CCD CCD BCD BCD CCD BBC DCC CCD CBC BCD
      CCD BCD CCD BBC CCD CCD CCD BBC BBC CCD
      CCD … BBC CCD BCD CCD DCD CCC CCD …`,
    {
      3: ['0.41 up to 0.49.', 'There is still 0.411. I stopped too early.', 'Whatever I write, one more zero is smaller.'],
      7: ['In the middle.', 'And in the middle of the middle.', '0.0001, with lots of zeros.'],
      20: ['Half of the gap, and again, without end.', '', 'If you name me one I halve it.'],
      26: ['Infinitely many.', '', 'No smallest one.'],
    },
  ),
  late: { 12: 10 },
  remarks: [{ form: 'Form - 1B', of: 7, by: 20, text: 'And the middle of that?', replies: [[7, 'OK, it does not stop.']] }],
  likes: [
    ['Form - 2', 20, [3, 7, 'teacher']],
    ['Form - 1B', 3, [20]],
  ],
};

export const betweenFive: DemoLesson = {
  title: 'Is there a next number?',
  classKey: 'maths5',
  subject: 'Mathematics',
  standard: 'MA-1 Decimal place value',
  ages: 'Ages 10–11',
  topic: 'Decimals',
  schoolDay: -30,
  period: 'Period 1',
  first: 'Between two decimals',
  transfer: 'The smallest number above zero',
  about: 'What comes right after 0.4? We look between the numbers with a magnifying glass.',
  answers: rows(
    `ACD AAB BBC CCD AAB AAB CCB … AAB CCD
      ACC AAB ABB AAB AAB AAB ACC AAC BBB …
      CCD CCD BCB BBB AAB DCC BCD CCD BCD AAC`,
    {
      1: ['After 4 comes 5.', 'With the magnifying glass there are more inside.', 'The magnifying glass never ends.'],
      3: ['41 42 43 44 45 46 47 48 49', 'I counted them again. Nine.', '0.0001'],
      10: ['I can always write one more digit behind.', '', 'Put one more zero.'],
      13: ['None, they are neighbours.', 'Nine!', '0.1'],
      26: ['0.45', 'Arjun wrote so many digits that the paper was full.', ''],
    },
  ),
  late: { 15: 10 },
  remarks: [
    { form: 'Form - 1B', of: 26, by: 10, text: 'And I was not finished!' },
    { form: 'Form - 1B', of: 3, by: 'teacher', text: 'Nine is a good beginning. Is there anything between 0.41 and 0.42?' },
  ],
  likes: [['Form - 1B', 1, [10, 26, 'teacher']]],
};

export const moonEight: DemoLesson = {
  title: 'Why the Moon changes',
  classKey: 'geography8',
  subject: 'Earth Science',
  standard: 'ES-1 Sun, Earth and seasons',
  ages: 'Ages 12–13',
  topic: 'Sun and Moon',
  schoolDay: -21,
  period: 'Period 2',
  first: 'Phases of the Moon',
  transfer: 'The Earth seen from the Moon',
  about: 'Sometimes we see a full Moon, sometimes half of one. Where does the rest go, and how would we look from up there?',
  answers: rows(
    `CBC CCD AAD ABB AAC AAA … BBB BBB AAA
      BBB BBB AAA AAA ABD BBB BBB CBC BBB AAD
      AAA CCC ABB AAA ABA CCA ABA ABB CCA CAD`,
    {
      4: ['The shadow of the Earth.', 'A shadow would come and go in a night, not in a week.', ''],
      12: ['You can see the rest of it faintly. So it is there and not lit.', '', 'They see our night.'],
      21: ['It is an eclipse.', 'The book shows a shadow.', 'Full.'],
      30: ['Clouds.', 'Not clouds. Shadow, I think.', ''],
    },
  ),
  late: { 16: 12 },
  remarks: [{ form: 'Form - 1B', of: 21, by: 'teacher', text: 'Bring the book on Monday: what is the picture called?' }],
  likes: [['Form - 1B', 4, [12, 'teacher']]],
};

export const diary: DemoLesson = {
  title: 'Which source for which question?',
  classKey: 'history8',
  subject: 'History',
  standard: 'HI-3 Using sources as evidence',
  ages: 'Ages 12–13',
  topic: 'Reading sources',
  schoolDay: -27,
  period: 'Period 4',
  first: 'A diary and a statistic',
  transfer: 'A biased letter',
  about: 'A diary and a table of numbers tell about the same bad years. Which one helps, and for what?',
  answers: rows(
    `AAC … BAA AAC BAA AAC BCA AAC BAB AAC
      AAC BBA AAC CAC BAA BAB BBB AAC … CAB
      CCA AAC AAA BBB AAC AAC AAC AAC BBB BCA`,
    {
      5: ['Records are exact.', 'Exact about grain. The question is about people.', 'He is the owner, so he lies.'],
      11: ['Numbers do not say how hunger feels.', '', 'He writes it because somebody said the opposite. That we learn for sure.'],
      14: ['Historians have compared everything.', 'They were not hungry there, and the boy was.', 'Useful for what owners said.'],
      23: ['', 'Felt is the word in the question.', ''],
    },
  ),
  remarks: [
    { form: 'Form - 1B', of: 5, by: 11, text: 'Exact about the wrong thing, yes.' },
    { form: 'Form - 2', of: 5, by: 'teacher', text: 'If he lies, what does he want us to believe? That is something we learn from him.' },
  ],
  likes: [
    ['Form - 1B', 5, [11, 14, 'teacher']],
    ['Form - 2', 11, ['teacher']],
  ],
};

export const sameList: DemoLesson = {
  title: 'Equal or the same?',
  classKey: 'computing12',
  subject: 'Computer Science',
  standard: 'CS-5 Values, names and references',
  ages: 'Ages 16–18',
  topic: 'Lists and functions',
  schoolDay: -20,
  period: 'Period 6',
  first: 'Is it the same list?',
  transfer: 'A text that changes',
  about: 'Two lists can hold the same things. Python has two ways to compare them, and they do not ask for the same.',
  answers: rows(
    `CBB BBB BBB BBB AAA … BBB BBB ABB CBC
      BBB BBB AAA CAA ABA BBB … BBB CAC AAC
      CBB ABB AAA BBB BBB BBA BBB CBB BBB BBB`,
    {
      3: ['Two pairs of brackets, two lists.', 'I appended to a on paper, and b stayed.', 'The + makes a new text.'],
      15: ['Same content, same list.', 'If they were one list, appending to a would change b.', 'But t is s, so cats?'],
      22: ['Python compares what is in them and says True.', 'True is for ==. With is you get False.', ''],
      28: ['They have different names.', 'Names do not matter for ==.', ''],
    },
  ),
  late: { 9: 9 },
  remarks: [
    {
      form: 'Form - 2',
      of: 15,
      by: 3,
      text: 't stays with the old text. s moves to a new one.',
      replies: [
        [15, 'Like with lists if you write a = a + [3]?'],
        ['teacher', 'Exactly like that.'],
      ],
    },
  ],
  likes: [['Form - 1B', 22, [3, 15, 'teacher']]],
};
