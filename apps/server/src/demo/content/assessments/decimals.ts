import type { DemoAssessment } from '../types.ts';
import { p } from '../write.ts';

export const decimals: DemoAssessment = {
  title: 'What the digits are worth',
  classKey: 'maths5',
  subject: 'Mathematics',
  cluster: 'Numbers',
  standard: 'MA-1 Decimal place value',
  ages: 'Ages 10–11',
  topic: 'Decimals',
  schoolDay: 1,
  period: 'Period 1',
  about: 'Is 3.5 more than 3.45, although it is shorter? We compare numbers with a point in them, and find out which digit decides.',
  first: {
    title: 'The longest jump',
    tags: ['decimals', 'place value', 'ordering'],
    description: [p('Four grasshoppers jump. The children measure how far, in metres.'), p('Which jump was the **longest**?')],
    responses: [
      {
        title: '0.348 m',
        idea: 'Longer is larger',
        points: 0,
        reasoning: [
          p(
            'Reads what stands after the point as a whole number: 348 is more than 35. But 0.348 has 3 tenths and 4 hundredths, and 0.35 has 3 tenths and 5 hundredths.',
          ),
        ],
      },
      {
        title: '0.2 m',
        idea: 'Like halves and thirds',
        points: 0,
        reasoning: [
          p('Thinks of fractions with a 1 on top: one half is more than one third, so 0.2 would be more than 0.3. After the point, 2 means two tenths.'),
        ],
      },
      {
        title: '0.35 m',
        idea: 'Place by place',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'Compares place by place: 0.2 has the fewest tenths. The other three have 3 tenths; of hundredths they have 4, 5 and 0. In millimetres: 348, 200, 350 and 300.',
          ),
        ],
      },
      {
        title: '0.3 m',
        idea: 'Shorter is larger',
        points: 0,
        reasoning: [
          p(
            'Knows that thousandths are smaller than hundredths and tenths, and concludes that a number with thousandths in it must be small. 0.35 is all of 0.3 and 5 hundredths more.',
          ),
        ],
      },
    ],
  },
  transfer: {
    title: 'Who won the race?',
    tags: ['decimals', 'place value', 'measurement'],
    description: [p('Four friends run 60 metres. An electronic clock shows their times in seconds; it leaves out zeros at the end.'), p('Who **won**?')],
    responses: [
      {
        title: 'Ama: 9.3 s',
        idea: 'Longer is larger',
        points: 0,
        reasoning: [p('Looks for the smallest time, which is right, and takes 3 for smaller than 28 and 285. But 9.3 has 3 tenths, and 9.28 has only 2.')],
      },
      {
        title: 'Bo: 9.28 s',
        idea: 'Place by place',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'The smallest time wins. All have 9 seconds; Bo and Cleo have 2 tenths, the others more. Both have 8 hundredths, and Cleo has 5 thousandths on top.',
          ),
        ],
      },
      {
        title: 'Cleo: 9.285 s',
        idea: 'Shorter is larger',
        points: 0,
        reasoning: [
          p(
            'Looks for the smallest time, which is right, and takes the one with the most digits for it, since thousandths are small. But 9.285 is all of 9.28 and 5 thousandths more.',
          ),
        ],
      },
      {
        title: 'Dara: 9.4 s',
        idea: 'The largest number wins',
        points: 1,
        reasoning: [p('Puts the numbers in the right order, perhaps, and takes the largest. In a race the shortest time wins.')],
      },
    ],
  },
};
