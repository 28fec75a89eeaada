import type { DemoClasswork } from '../types.ts';
import { list, p, table } from '../write.ts';

export const geography8: DemoClasswork = {
  classKey: 'geography8',
  categories: [{ name: 'All work', point: 100 }],
  works: [
    {
      title: 'Reading a climate graph',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      topic: 'Weather and climate',
      category: 'All work',
      points: 10,
      postedDay: -15,
      dueDay: -12,
      stage: 'returned',
      instructions: [
        p('Where could this be, north or south of the equator? Say which two months gave it away.'),
        table(['Month', 'Jan', 'Apr', 'Jul', 'Oct'], ['Temperature (°C)', '26', '21', '14', '20'], ['Rain (mm)', '95', '60', '40', '75']),
      ],
      answers: [
        { text: 'South, because January is warmest and July coldest.', grade: 10, message: 'Short and complete.' },
        { text: 'On the equator because it is warm.', grade: 3, message: 'On the equator January and July would hardly differ.' },
        {
          text: 'South of the equator. Maybe Buenos Aires or Sydney. Jan 26, Jul 14.',
          grade: 10,
          message: 'Both fit. What else would you need to tell them apart?',
        },
      ],
    },
    {
      title: 'Map of my way to school',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Maps',
      category: 'All work',
      points: 50,
      postedDay: -11,
      dueDay: -5,
      stage: 'to grade',
      instructions: [
        p('Draw it from above, on one page.'),
        list('a scale that is true (pace it out)', 'north', 'a key with at least five signs', 'the place where you would put a zebra crossing, and why'),
      ],
      answers: [
        { text: 'Scale 1 cm = 50 m (70 of my steps). North is up. Crossing: at the bakery, because the cars come round the corner.', grade: 46 },
        { text: 'My map, without scale because the bus drives too fast to count.', grade: 25 },
      ],
    },
    {
      title: 'Weather or climate?',
      kind: 'QUESTION',
      workType: 'MULTIPLE_CHOICE_QUESTION',
      topic: 'Weather and climate',
      category: 'All work',
      points: 10,
      postedDay: -8,
      dueDay: -6,
      stage: 'returned',
      instructions: [p('Which sentence is about **climate**?')],
      choices: ['It snowed on Tuesday.', 'In July it rains on every third day here.', 'Tomorrow it will be stormy.', 'Last summer was the wettest I remember.'],
      answers: [
        { text: 'In July it rains on every third day here.', grade: 10 },
        { text: 'Last summer was the wettest I remember.', grade: 3, message: 'One summer is weather, even a long one.' },
        { text: 'In July it rains on every third day here.', grade: 10 },
      ],
    },
    {
      title: 'Signs on maps',
      kind: 'MATERIAL',
      workType: 'MATERIAL',
      topic: 'Maps',
      postedDay: -14,
      stage: 'open',
      instructions: [
        p(
          'Contour lines that are close together mean a steep slope. Blue is water, always. A church with a tower, a church with a spire and a chapel are three signs; find all three on our town’s sheet.',
        ),
      ],
    },
    {
      title: 'Keep a weather diary for a week',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Weather and climate',
      category: 'All work',
      points: 50,
      postedDay: -3,
      dueDay: 5,
      stage: 'open',
      instructions: [
        p('Every day at the same time: temperature, clouds in eighths, wind, rain. Then compare two days with the forecast of the evening before.'),
      ],
      answers: [{ text: 'Mon 8 °C 6/8, Tue 7 °C 8/8 rain, Wed 9 °C 3/8 … The forecast was right for Tuesday and wrong for Wednesday.', grade: 44 }],
    },
  ],
  announcements: [
    {
      text: 'Thermometers can be borrowed from the cupboard in Room 22. Please write your name on the list; there are twelve.',
      postedDay: -3,
      comments: [[14, 'Is the one in our car good enough?']],
    },
  ],
};
