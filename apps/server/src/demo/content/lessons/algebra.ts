import { rows } from './rows.ts';
import type { DemoLesson } from './types.ts';

export const equalsSign: DemoLesson = {
  title: 'What the equals sign says',
  classKey: 'maths10',
  subject: 'Mathematics',
  standard: 'MA-7 Equations from situations',
  ages: 'Ages 14–16',
  topic: 'Linear equations',
  schoolDay: -37,
  period: 'Period 5',
  first: 'The equals sign',
  transfer: 'A chain of equals signs',
  about: 'We have written the equals sign thousands of times. In this lesson we say in words what it promises about its two sides.',
  answers: rows(
    `BBB BBB CBA CCA BBB BBA BBB BBB BBB BBC
      … BBB ABB AAA BBB BBA BBB BBB BBB BBB
      BBA BBB ABA BBB BBC BBB CBB BBA BBA AAC`,
    {
      8: ['12 on both sides.', '', '15 is not 19.'],
      14: ['8 and 4 is 12.', 'It says equals, so the answer comes.', 'It is right, it is 19.'],
      16: ['It is a balance.', 'Both pans.', 'I always write it like that.'],
      27: ['All of them together.', 'The box is only a number, not the end.', ''],
    },
  ),
  remarks: [{ form: 'Form - 2', of: 16, by: 'teacher', text: 'So do many. Read it aloud with “is worth the same as”.' }],
  likes: [['Form - 1A', 16, [8, 'teacher']]],
};

export const walkers: DemoLesson = {
  title: 'Higher or steeper?',
  classKey: 'maths10',
  subject: 'Mathematics',
  standard: 'MA-7 Equations from situations',
  ages: 'Ages 14–16',
  topic: 'Linear equations',
  schoolDay: -25,
  period: 'Period 5',
  first: 'Two walkers',
  transfer: 'Two tanks run empty',
  about: 'A graph tells where somebody is and how fast somebody goes. We learn to ask it for each of the two.',
  answers: rows(
    `BBC AAA BBC AAB … ABA ABC BBC BBC AAB
      AAB BBC BBC CBC BBC ABC BBC CBC … BBC
      CBC BBC AAB BBC AAB BBC CBC BBA AAB ABC`,
    {
      1: ['The slope is the speed.', '', '60 : 5 = 12 and 80 : 10 = 8.'],
      6: ['Ana is higher up.', 'She only started further on. Like with a head start.', 'There is more in A.'],
      21: ['They meet, so they are as fast.', 'When I overtake somebody we are at the same place too.', '12 against 8.'],
      22: ['Steeper means more way in the same time.', 'I drew a step of one minute on both lines.', 'A step of one minute again, downwards.'],
    },
  ),
  remarks: [
    { form: 'Form - 1B', of: 21, by: 'teacher', text: 'Overtaking: the best sentence of this lesson.', replies: [[21, 'I was on my bike this morning.']] },
  ],
  likes: [
    ['Form - 1B', 21, [1, 6, 22, 'teacher']],
    ['Form - 1B', 6, [21]],
  ],
};

export const corners: DemoLesson = {
  title: 'The corner that is forgotten',
  classKey: 'maths10',
  subject: 'Mathematics',
  standard: 'MA-7 Equations from situations',
  ages: 'Ages 14–16',
  topic: 'Linear equations',
  schoolDay: -16,
  period: 'Period 5',
  first: 'A square with longer sides',
  transfer: 'Ninety-nine times ninety-nine',
  about: 'When the sides of a square grow, how much does its area grow? Paper and scissors are allowed.',
  answers: rows(
    `DDB ADD AAA DDB AAA CCA AAA DDB DAA AAA
      AAA AAD AAA CCA CDB AAD DDB AAA AAA AAA
      AAA CDB CCA DDB .DB DDB … DDA DDB AAA`,
    {
      8: ['a² + 6a + 9 minus a².', '', '(100 − 1)²'],
      9: ['Two strips and the little square.', 'They all squared the 3, and a and 3 are both squared there.', '10000 minus 1.'],
      18: ['3 times 3.', 'The side grows by 3 so the area grows by 3 squared.', ''],
      22: ['Two strips.', 'I cut it out and there was a hole in the corner.', 'The corner again.'],
    },
  ),
  late: { 25: 16 },
  remarks: [
    { form: 'Form - 1B', of: 22, by: 'teacher', text: 'Cut out and looked. May I keep the paper?' },
    { form: 'Form - 1B', of: 18, by: 22, text: 'Cut it out of paper, there are two long pieces as well.' },
  ],
  likes: [['Form - 1B', 22, [8, 'teacher']]],
};

export const ticket: DemoLesson = {
  title: 'Percent of what?',
  classKey: 'maths10',
  subject: 'Mathematics',
  standard: 'MA-7 Equations from situations',
  ages: 'Ages 14–16',
  topic: 'Percent and change',
  schoolDay: -11,
  period: 'Period 5',
  first: 'From 40 to 50',
  transfer: 'And back to 40',
  about: 'A price rises and falls again. Before we calculate with percent there is one short question to ask.',
  answers: rows(
    `CCB BCB ACB … BCA AAA CCB CCB CBA AAA
      CCB CCB BCA BBA CCB BCB CCB BCA BBB CCB
      CCB … AAA BCB CCB CCB BAC CCA CCB BCB`,
    {
      10: ['It is 10 more.', '10 more is 10 percent.', 'The same back.'],
      17: ['10 is a quarter of 40.', '10 is a quarter of 40, and a fifth of 50.', 'A fifth of 50.'],
      24: ['10 of 50.', 'It was not 50 yet when it rose.', 'Now it was 50.'],
      29: ['', '25 percent of 40 are 10, I tried.', ''],
    },
  ),
  remarks: [
    { form: 'Form - 1B', of: 24, by: 'teacher', text: '“It was not 50 yet”: keep that sentence.' },
    { form: 'Form - 1A', of: 10, by: 17, text: '10 of what?' },
  ],
  likes: [['Form - 1B', 24, [17, 29, 'teacher']]],
};
