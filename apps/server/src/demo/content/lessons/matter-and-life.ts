import { rows } from './rows.ts';
import type { DemoLesson } from './types.ts';

export const dissolved: DemoLesson = {
  title: 'Gone, or only out of sight?',
  classKey: 'science10',
  subject: 'Chemistry',
  standard: 'CH-2 Conservation of mass',
  ages: 'Ages 14–16',
  topic: 'Chemical reactions',
  schoolDay: -23,
  period: 'Period 3',
  first: 'Sugar in water',
  transfer: 'Salt from the sea',
  about: 'Sugar that dissolves cannot be seen any longer. We ask the scales whether it is still there.',
  answers: rows(
    `AAB … AAB AAB AAB BBC AAB AAB ACB CAC
      AAB AAB AAB … AAB AAB AAB CAB AAB AAB
      DAB AAB CCA AAB AAB AAB BAA AAC AAB AAB`,
    {
      13: ['I would taste it, so it is there.', '', 'My aunt makes salt like that, it stays in the pan.'],
      17: ['Nothing was added after we weighed it and nothing was taken away.', '', 'Only water goes up into the air.'],
      21: ['It does not get fuller by as much as I put in.', 'Fuller is the volume. The scales do not see that.', ''],
      29: ['', 'Weighed it at home with salt once.', ''],
    },
  ),
  late: { 12: 11 },
  remarks: [
    { form: 'Form - 1A', of: 21, by: 'teacher', text: 'You have watched well: it does not get fuller by as much. Which of the two did the question ask for?' },
  ],
  likes: [['Form - 2', 13, [17, 21, 'teacher']]],
};

export const candle: DemoLesson = {
  title: 'A candle under a glass',
  classKey: 'science10',
  subject: 'Chemistry',
  standard: 'CH-2 Conservation of mass',
  ages: 'Ages 14–16',
  topic: 'Chemical reactions',
  schoolDay: -18,
  period: 'Period 3',
  first: 'A candle under a glass on scales',
  transfer: 'Fizz in a closed bottle',
  about: 'A candle burns until it goes out, and everything happens under a closed glass on a scale. What does the scale show?',
  answers: rows(
    `CCC ACC ACC ACC AAA BBB CCC CCC CAB AAB
      BBC BCC AAB BCC CCC ACC CCC CCC AAC CCC
      ACC … ABC CCC … CCC AAA CCB ACC AAA`,
    {
      1: ['Nothing gets in or out.', 'The wax is in the air of the glass now.', 'Nothing gets in or out of the bottle.'],
      9: ['The glass is closed.', 'The others said that smoke has no weight, and I could not say why it should.', 'Gas is lighter than air.'],
      11: ['Smoke is heavy, it makes everything black.', 'Soot comes on top.', ''],
      16: ['The candle is shorter afterwards.', 'It is shorter, but the rest floats around under the glass.', 'It floats around again, only in bubbles.'],
      26: ['Same atoms before and after.', 'Same atoms, new molecules.', 'Same atoms, new molecules.'],
    },
  ),
  remarks: [
    {
      form: 'Form - 1A',
      of: 16,
      by: 26,
      text: 'Where did the missing piece go?',
      replies: [
        [16, 'Into the air under the glass?'],
        ['teacher', 'Weigh the whole glass, then.'],
      ],
    },
    { form: 'Form - 1B', of: 9, by: 'teacher', text: 'Your first reason was a good one. Trust it until somebody gives you a better one.' },
  ],
  likes: [
    ['Form - 1B', 16, [9, 26, 'teacher']],
    ['Form - 1A', 26, [1, 8]],
  ],
};

export const moths: DemoLesson = {
  title: 'Who changes: the moth or the moths?',
  classKey: 'science10',
  subject: 'Biology',
  standard: 'BI-6 Natural selection',
  ages: 'Ages 14–16',
  topic: 'Evolution',
  schoolDay: -13,
  period: 'Period 2',
  first: 'Moths on dark trees',
  transfer: 'Resistant bacteria',
  about: 'In a hundred years nearly all moths of a forest became dark. We look at one moth, and then at all of them.',
  answers: rows(
    `BBC AAB … ABC ABC AAB BBC BBC BAB CBB
      BBC CBA BBC AAA BBC AAA BBC CBC C-C BBC
      CBC … CAB BBC .BA BBC AAB BBB CAA BBC`,
    {
      5: [
        'Animals adapt to where they live.',
        'Freya asked about one moth on one day. One moth does not adapt, it gets eaten.',
        'Those that could stand it multiplied.',
      ],
      9: ['It cannot change its colour.', 'But all of them became dark in the end, so each one must have.', 'They needed it.'],
      12: ['They want their young to be safe.', 'Wanting does not change genes.', 'They got used to it bit by bit.'],
      20: [
        'One moth has the colour it hatched with.',
        'A population can change without any moth changing.',
        'A few could stand it before, and they are the ones that are left.',
      ],
      30: ['', 'The word adapt means two things and we mixed them up.', ''],
    },
  ),
  late: { 25: 14, 12: 8 },
  remarks: [
    { form: 'Form - 1A', of: 5, by: 20, text: 'One moth, on one day?' },
    { form: 'Form - 1B', of: 30, by: 'teacher', text: 'That is the very thing. Write both meanings on the wall, please.' },
    { form: 'Form - 2', of: 12, by: 'teacher', text: 'Was it the single bacterium that got used to it? Compare with your own sentence before.' },
  ],
  likes: [
    ['Form - 1B', 5, [20, 30, 'teacher']],
    ['Form - 1B', 30, [1, 5, 17]],
    ['Form - 1B', 20, ['teacher']],
  ],
};

export const moonTen: DemoLesson = {
  title: 'The dark half of the Moon',
  classKey: 'science10',
  subject: 'Earth Science',
  standard: 'ES-1 Sun, Earth and seasons',
  ages: 'Ages 12–13',
  topic: 'Earth and space',
  schoolDay: -9,
  period: 'Period 4',
  first: 'Phases of the Moon',
  transfer: 'The Earth seen from the Moon',
  about: 'Sometimes we see a full Moon, sometimes half of one. We find out what keeps the other half dark.',
  answers: rows(
    `ABD ABB BBB AAA DBA DDA ABB BBB BAA AAA
      BBB BBB ABA AAD BBB ABA BBB … AAA ABB
      ABB … DDA BBB ABB BBB AAC BBA BBB AAD`,
    {
      2: ['The Earth is in between.', 'Then there would be a half moon only when all three stand in a line, and they do not.', ''],
      9: ['You see it from the side.', 'Everybody else at the table said shadow.', 'Both are full.'],
      13: ['The shadow of the Earth.', 'Lucja’s straight edge. A round shadow cannot do that.', 'Full looks at full.'],
      17: [
        'The Sun lights half of it all the time and we stand at the side.',
        'A shadow would be round at the edge, and the edge of a half moon is straight.',
        'At full moon the Sun is behind the Earth, so the Moon sees our night.',
      ],
      24: ['', 'I held my pencil case against the window and it was half dark too.', 'Opposite of what we see.'],
    },
  ),
  remarks: [
    { form: 'Form - 1B', of: 17, by: 'teacher', text: 'The straight edge decides it. Where have you got this from?', replies: [[17, 'I looked on Sunday.']] },
    { form: 'Form - 1B', of: 9, by: 'teacher', text: 'You were nearer to it alone than with your table. What made you change?' },
  ],
  likes: [
    ['Form - 1B', 17, [2, 13, 24, 'teacher']],
    ['Form - 1B', 24, [17]],
  ],
};
