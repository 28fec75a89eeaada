import type { DemoAssessment } from '../types.ts';
import { p } from '../write.ts';

export const equations: DemoAssessment = {
  title: 'Letters stand for numbers',
  classKey: 'maths10',
  subject: 'Mathematics',
  cluster: 'Algebra',
  standard: 'MA-7 Equations from situations',
  ages: 'Ages 14–16',
  topic: 'Linear equations',
  schoolDay: 1,
  period: 'Period 5',
  about: 'An equation can say in one line what takes a sentence in words. We practise to write one, and to test with numbers whether it says what we mean.',
  first: {
    title: 'Cars and motorbikes',
    tags: ['equations', 'variables', 'modelling'],
    description: [
      p('In a car park there are **four times as many cars as motorbikes**. There are $c$ cars and $m$ motorbikes.'),
      p('Which equation is right?'),
    ],
    responses: [
      {
        title: '$4c = m$',
        idea: 'Word by word',
        points: 0,
        reasoning: [
          p(
            'Translates in the order of the words, “four times … cars … motorbikes”, or sees a picture in it: four cars stand beside one motorbike. With 10 motorbikes there would have to be 2.5 cars.',
          ),
        ],
      },
      {
        title: '$4c + m = 5$',
        idea: 'Letters as things',
        points: 0,
        reasoning: [
          p('Reads $4c$ as “four cars” and $m$ as “a motorbike”, five vehicles in all. But $c$ is the number of cars, so $4c$ is four times that number.'),
        ],
      },
      {
        title: '$c = m + 4$',
        idea: 'Times taken for plus',
        points: 0,
        reasoning: [
          p(
            'Compares by a difference: four more cars than motorbikes. “Four times as many” is a factor. With 10 motorbikes there would be 14 cars instead of 40.',
          ),
        ],
      },
      {
        title: '$c = 4m$',
        idea: 'Letters as numbers',
        points: 4,
        isValid: true,
        reasoning: [p('To get the number of cars, take the number of motorbikes four times: with $m = 10$ there are $c = 40$ cars.')],
      },
    ],
  },
  transfer: {
    title: 'Inches and centimetres',
    tags: ['equations', 'variables', 'units'],
    description: [
      p('One inch is as long as 2.54 centimetres: 1 in = 2.54 cm.'),
      p('The same length is measured twice: it is $x$ inches and $y$ centimetres long. Which equation is right for **every** length?'),
    ],
    responses: [
      {
        title: '$y = 2.54\\,x$',
        idea: 'Letters as numbers',
        points: 4,
        isValid: true,
        reasoning: [
          p('Each of the $x$ inches gives 2.54 centimetres. A length of 10 inches is 25.4 centimetres: the number with the smaller unit is the larger one.'),
        ],
      },
      {
        title: '$x = 2.54\\,y$',
        idea: 'Copied from the units',
        points: 0,
        reasoning: [
          p(
            'Puts $x$ and $y$ where “in” and “cm” stand in 1 in = 2.54 cm. There they are names of units; here they are numbers. A length of 10 inches would be about 3.9 centimetres.',
          ),
        ],
      },
      {
        title: '$y = x + 1.54$',
        idea: 'Times taken for plus',
        points: 0,
        reasoning: [p('Fits one example: 1 inch and 2.54 centimetres differ by 1.54. But 10 inches are 25.4 centimetres, not 11.54.')],
      },
    ],
  },
};
