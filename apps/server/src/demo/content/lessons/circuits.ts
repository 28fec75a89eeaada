import { rows } from './rows.ts';
import type { DemoLesson } from './types.ts';

export const usedUp: DemoLesson = {
  title: 'Is current used up?',
  classKey: 'science10',
  subject: 'Physics',
  standard: 'PH-4 Circuits as systems',
  ages: 'Ages 14–16',
  topic: 'Electric circuits',
  schoolDay: -38,
  period: 'Period 3',
  first: 'Where the current is used up',
  transfer: 'A bell and a lamp in one loop',
  about: 'A lamp shines and the battery gets empty, so something is used up on the way. But what?',
  answers: rows(
    `AAD BAD AAD … BBB BBA AAD AAD AAD BBA
      BBB BAD BBC BAD AAD BBC AAD CAD BBA AAD
      … BBD BBC BAD BAD AAD CBA AAB CAD BAD`,
    {
      1: [
        'Electrons cannot vanish, so as many come out as go in.',
        'I asked where they would go otherwise. Nobody had an answer.',
        'One loop, so one current.',
      ],
      2: ['The lamp needs some of it to shine.', 'It needs energy. The current only brings it, like a lorry that drives home empty.', 'The lorries again.'],
      6: ['Something has to be used or the battery would never be empty.', 'Batteries do get empty, so I stay with it.', 'The bell comes first.'],
      18: ['After the lamp it is set free and gets faster.', 'If it was faster behind the lamp it would have to be made there.', ''],
      25: ['', 'Priya’s question was good. Nothing can pile up in a lamp.', ''],
    },
  ),
  late: { 12: 9 },
  remarks: [
    { form: 'Form - 1A', of: 2, by: 17, text: 'Shining costs energy. Is that the same as current?', replies: [[2, 'I thought so until now.']] },
    { form: 'Form - 1B', of: 6, by: 'teacher', text: 'A fair point about the battery. What is it in the battery that runs out?' },
    { form: 'Form - 1B', of: 2, by: 1, text: 'The lorry is a good picture. What do they carry?' },
  ],
  likes: [
    ['Form - 1A', 1, [8, 20, 'teacher']],
    ['Form - 1B', 2, [1, 6, 18, 'teacher']],
    ['Form - 1B', 25, [1]],
  ],
};

export const thickWire: DemoLesson = {
  title: 'Thicker, shorter, side by side',
  classKey: 'science10',
  subject: 'Physics',
  standard: 'PH-4 Circuits as systems',
  ages: 'Ages 14–16',
  topic: 'Electric circuits',
  schoolDay: -33,
  period: 'Period 3',
  first: 'A thicker wire',
  transfer: 'A wire cut in half',
  about: 'Long or short, thin or thick: what decides how hard it is for a current to get through a wire?',
  answers: rows(
    `BBC ABC AAB AAB BBC AAB ABC BBC BAB AAB
      DDA AAB AAB AAB BBC … BBC AAB AAB BBC
      AAA AAB AAB BBC .AA ABC DCA BBB BBB AAB`,
    {
      3: ['Twice as thick is half the resistance.', 'Everybody at our table said half.', 'Half as long.'],
      8: [
        'Area is pi r squared, so four times.',
        'I showed them the formula, but they said the question says twice.',
        'Half the way and twice the width: a quarter of 8.',
      ],
      11: ['It is the same copper.', 'The resistance is in the table of materials.', ''],
      13: ['If two wires lie side by side it is half, so the same here.', 'Two wires side by side are not twice as thick, but it must be about that.', ''],
      20: [
        'In a circle of twice the diameter there is room for four of the small ones.',
        'There is room for the area of four. Four round ones would leave gaps.',
        'Each half has 4, and two of those in parallel give 2.',
      ],
    },
  ),
  late: { 25: 15 },
  remarks: [
    { form: 'Form - 1A', of: 13, by: 20, text: 'Draw both circles. How many of the small ones fit into the large one, by area?' },
    { form: 'Form - 1B', of: 3, by: 'teacher', text: 'You all agree, so let us test it: which number did you double, and which one does the current feel?' },
  ],
  likes: [
    ['Form - 1A', 8, [20]],
    ['Form - 1A', 20, [8, 1, 'teacher']],
  ],
};

export const inARow: DemoLesson = {
  title: 'Two lamps in a row',
  classKey: 'science10',
  subject: 'Physics',
  standard: 'PH-4 Circuits as systems',
  ages: 'Ages 14–16',
  topic: 'Electric circuits',
  schoolDay: -28,
  period: 'Period 3',
  first: 'A second lamp in the row',
  transfer: 'One more candle on the tree',
  about: 'Two lamps hang in one loop, one behind the other. Does it matter which one comes first?',
  answers: rows(
    `ACA AAD CCA ACA ACA … BCA CCA CCA ACD
      AAC AAC CCA BBC CCA ACA DCA ACA ACA CCA
      CCA AAC AAB CCA ACB ACA AAC CCB ADC DCA`,
    {
      4: ['', 'I turned the battery round! The lamps do not care.', ''],
      5: [
        'The first lamp gets the current before the second does.',
        'Leo turned the battery round and then the other one was first. So there is no first.',
        'No first one here either. All fifteen get a bit more.',
      ],
      7: ['A battery always gives what the lamp needs.', 'If it gave each the full voltage we could hang up a hundred of them.', ''],
      10: ['What is left over goes to the second.', 'OK, both the same.', 'Without one lamp there is less light.'],
      15: [
        'Two in series: double resistance, half the current.',
        'Double resistance, half the current, in both lamps.',
        'Fifteen instead of sixteen, so a little more current.',
      ],
      24: ['', 'It has to be the same because nothing can get lost between them.', ''],
      30: ['It starts at minus.', 'Plus or minus does not matter when it is the same all the way round.', 'Less resistance, more current.'],
    },
  ),
  remarks: [
    { form: 'Form - 1A', of: 5, by: 4, text: 'And if you turn the battery round?', replies: [[5, 'Then it is the other one… that cannot be.']] },
    { form: 'Form - 1A', of: 7, by: 'teacher', text: 'Then what would ten lamps at one small battery look like?' },
    { form: 'Form - 1B', of: 4, by: 'teacher', text: 'You tested the idea instead of believing it. Show it at the board, please.' },
    { form: 'Form - 2', of: 10, by: 24, text: 'The bridge is a lamp less in the way, too.' },
  ],
  likes: [
    ['Form - 1B', 5, [4, 10, 30, 'teacher']],
    ['Form - 1B', 4, [5, 7, 11, 18, 'teacher']],
    ['Form - 1A', 15, [1]],
    ['Form - 1B', 30, [15, 'teacher']],
  ],
};
