import type { ClassKey, DemoAnswer, DemoWork } from '../types.ts';
import { p } from '../write.ts';

type Asked = Pick<DemoWork, 'title' | 'topic' | 'category' | 'points' | 'postedDay' | 'dueDay'>;

/** The text, the grade, and the teacher's comment. */
type Given = readonly [text: string, grade: number, message?: string];

const toAnswer = ([text, grade, message]: Given): DemoAnswer => ({ text, grade, ...(message === undefined ? {} : { message }) });

const question = (asked: Asked, instructions: string, ...answers: Given[]): DemoWork => ({
  ...asked,
  kind: 'QUESTION',
  workType: 'SHORT_ANSWER_QUESTION',
  stage: 'returned',
  instructions: [p(instructions)],
  answers: answers.map(toAnswer),
});

const page = (asked: Asked, instructions: string, ...answers: Given[]): DemoWork => ({
  ...question(asked, instructions, ...answers),
  kind: 'ASSIGNMENT',
  workType: 'ASSIGNMENT',
});

const choice = (asked: Asked, instructions: string, choices: string[], ...answers: Given[]): DemoWork => ({
  ...question(asked, instructions, ...answers),
  workType: 'MULTIPLE_CHOICE_QUESTION',
  choices,
});

/** The work that was assigned, graded and returned in the first four of the eight weeks. */
export const firstWeeks: Readonly<Record<ClassKey, readonly DemoWork[]>> = {
  science10: [
    question(
      { title: 'What do you want to understand by summer?', topic: 'Electric circuits', category: 'Questions', points: 5, postedDay: -40, dueDay: -37 },
      'One thing about the world that you cannot explain yet. Two sentences are enough; there is no wrong answer.',
      ['Why my phone gets warm when it charges and where that energy goes.', 5, 'In week 3 you will have the first half of the answer.'],
      ['If the Moon always turns the same side to us, who decided that?', 5, 'Nobody decided it, and it is no accident either. We come to it.'],
      ['Magnets.', 3, 'What about them?'],
      ['Why can bacteria get stronger than medicine?', 5, 'Keep that question, it gets a lesson of its own.'],
    ),
    page(
      { title: 'Lab report: lighting two lamps', topic: 'Electric circuits', category: 'Practical work', points: 40, postedDay: -35, dueDay: -29 },
      'Build a circuit with two lamps in two different ways. One page: both drawings, what you saw, what you measured.',
      [
        'In a row both glow weakly, 0.12 A. Side by side both glow strongly, 0.24 A in each and 0.47 A at the battery. The two branches together are what the battery gives, nearly.',
        38,
        'Measured in three places, and you saw that they add up.',
      ],
      [
        'In a row: dim. Side by side: bright. If one is taken out in a row, both are dark.',
        27,
        'All of it true. Now with numbers: the meters are in the left cupboard.',
      ],
      [
        'We had a short circuit and the battery got hot, so we stopped. I drew it and found that the switch was across the battery.',
        32,
        'Finding the mistake counts more than a circuit that works at once.',
      ],
    ),
    choice(
      { title: 'Which of these is a closed circuit?', topic: 'Electric circuits', category: 'Quizzes', points: 10, postedDay: -31, dueDay: -29 },
      'A lamp has two contacts: the tip and the thread. Choose the one in which it glows.',
      ['Both wires at the tip', 'One wire at the tip, one at the thread', 'Both wires at the thread', 'One wire at the tip is enough'],
      ['One wire at the tip, one at the thread', 10],
      ['One wire at the tip, one at the thread', 10],
      ['One wire at the tip is enough', 0, 'Where would the current go from there?'],
      ['Both wires at the tip', 2, 'That is a loop, but the lamp is not a part of it.'],
    ),
    question(
      { title: 'Where does the puddle go?', topic: 'Chemical reactions', category: 'Questions', points: 10, postedDay: -25, dueDay: -22 },
      'A puddle dries on a cold day. Nothing boils. Where is the water, and how did it get there?',
      ['Some of the particles are fast enough to leave although most are slow. They are in the air now.', 10, 'Exactly: “some of them”.'],
      ['The sun heats it until it boils.', 3, 'On a cold day? Think of washing on a line in winter.'],
      ['It goes into the ground.', 4, 'Some of it, on earth. And on a plate in the kitchen?'],
    ),
  ],
  maths10: [
    question(
      { title: 'A rule for the tables', topic: 'Linear equations', category: 'Homework', points: 10, postedDay: -39, dueDay: -36 },
      'At one table four people can sit, at two tables pushed together six, at three eight. How many at n tables? Say why.',
      ['2n + 2: two for each table and one at each end.', 10, 'And the reason stands beside the rule. Very good.'],
      ['It goes up by 2 each time.', 6, 'Right. How many are it at 50 tables, without counting up?'],
      ['4n', 3, 'Try it with two tables pushed together.'],
    ),
    page(
      { title: 'Sheet 1: terms', topic: 'Linear equations', category: 'Homework', points: 50, postedDay: -34, dueDay: -30 },
      'Numbers 1 to 8 with every step. Number 9 only if you like riddles.',
      ['1 to 8 done. 9: the trick works because 2(x + 3) - 6 is always 2x.', 50, 'The riddle too!'],
      ['1) 7a 2) 5a + 2b 3) 3x 4) 6x + 12 5) 2x - 8 6) x + 1 7) 0 8) 4', 41, 'In 6) the minus goes with both terms in the bracket.'],
      ['1) 7a 2) 7ab 3) 3x 4) 6x + 2', 24, 'Apples and pears in 2). Come to the homework club on Monday, it takes us ten minutes.'],
    ),
    choice(
      { title: 'Test 1: which equation fits?', topic: 'Percent and change', category: 'Tests', points: 20, postedDay: -24, dueDay: -24 },
      'After 15 % off, a bag costs 34. Let x be the price before.',
      ['0.85x = 34', 'x − 15 = 34', '1.15 · 34 = x', '0.15x = 34'],
      ['0.85x = 34', 20],
      ['0.85x = 34', 20],
      ['1.15 · 34 = x', 8, '15 % of what? Put your x in and take 15 % off.'],
      ['x − 15 = 34', 4, '15 percent, not 15 pounds.'],
    ),
  ],
  maths5: [
    question(
      { title: 'Where do you see decimals?', topic: 'Decimals', category: 'Thinking tasks', points: 5, postedDay: -37, dueDay: -34 },
      'Find three at home or in the street, and write down what they mean.',
      ['1.5 on a bottle, that is litres. 2.49 on bread. 36.8 when I was ill.', 5, 'Three different things. Get well!'],
      ['My shoes are 3.5', 3, 'A good one. And two more?'],
      ['98.4 on the radio and 0.3 on a pencil', 4],
    ),
    page(
      { title: 'Page 18: tenths and hundredths', topic: 'Decimals', category: 'Exercises', points: 40, postedDay: -28, dueDay: -24 },
      'Colour the squares and write the decimal under each. Take your time with number 6.',
      ['All coloured. Number 6 is 0.05 because it is only five of the hundred.', 40, 'Number 6 was the hard one. Well seen.'],
      ['1 to 5 done, number 6 is 0.5', 32, 'Count the small squares in number 6 once more.'],
    ),
  ],
  history8: [
    question(
      { title: 'A thing that is older than I am', topic: 'Reading sources', category: 'Source work', points: 10, postedDay: -38, dueDay: -34 },
      'Choose something at home. What does it tell about the time it comes from, and what does it not tell?',
      [
        'A telephone with a dial. It tells that people did not carry phones around. It does not tell whom they called.',
        10,
        'The second sentence is what makes it history.',
      ],
      ['My grandfather’s medal. He was brave.', 5, 'Does the medal say so, or do you know it from him?'],
      ['A photo of our street with horses.', 6, 'And what does it not tell?'],
    ),
    page(
      { title: 'One day in a mill, from three sources', category: 'Writing', points: 50, postedDay: -26, dueDay: -19 },
      'Half a page. Every sentence must come from one of the three sources; write its number behind it.',
      [
        'At five the bell rang (2). The youngest was eight (1). The owner says nobody was beaten (3), but why does he say it then?',
        46,
        'The last question is the best part.',
      ],
      ['They got up and worked all day and it was loud and everybody was sad.', 21, 'Which source says that they were sad?'],
    ),
  ],
  geography8: [
    question(
      { title: 'North without a compass', topic: 'Maps', category: 'All work', points: 10, postedDay: -36, dueDay: -33 },
      'How can you find north on a sunny day? Try it and say how well it worked.',
      ['A stick and its shadow at noon. I was wrong by a bit because of summer time.', 10, 'Noon is not at twelve: well noticed.'],
      ['Moss grows on the north side of trees.', 5, 'Did you look? In our park it grows all round.'],
      ['With my phone.', 2, 'And when it is empty?'],
    ),
    question(
      { title: 'Why is it warmer in the valley?', topic: 'Weather and climate', category: 'All work', points: 10, postedDay: -25, dueDay: -22 },
      'The hills are nearer to the Sun. Why is it colder up there all the same?',
      ['The ground warms the air, and up there the air is thin.', 10],
      [
        'A few hundred metres are nothing compared to the way to the Sun. But I do not know why it is colder.',
        7,
        'You have thrown out the wrong reason; that is more than half.',
      ],
      ['Because of the wind.', 4, 'Some of it. Is it colder on a day without wind too?'],
    ),
  ],
  computing12: [
    question(
      { title: 'A bug that I remember', topic: 'Lists and functions', category: 'Explaining', points: 10, postedDay: -37, dueDay: -33 },
      'What did you expect, what happened instead, and how did you find out why?',
      [
        'My loop left out the last element. I printed the index and it stopped at n − 1 because range does.',
        10,
        'Printing the index: the oldest tool, and still the best.',
      ],
      ['It did not work and then it did.', 3, 'What had changed in between?'],
      ['I compared with = and got an error, that was lucky. In C it would just have assigned.', 9],
    ),
    page(
      { title: 'A word counter', topic: 'Lists and functions', category: 'Programs', points: 50, postedDay: -29, dueDay: -22 },
      'It reads a text and prints the ten most frequent words. Hand in the program and what it says about a page of your own.',
      [
        'def count(text): one dictionary, one loop, sorted by the number. On my page the most frequent word is "the", then "and", then "I".',
        48,
        'Short and readable. What about "The" with a capital?',
      ],
      ['It counts but the list is not sorted. I did not get sorted() to look at the numbers.', 36, 'The word you are looking for is key.'],
      ['It works for one line.', 22, 'Then you have the hard part. Read the whole text with .read().'],
    ),
  ],
};
