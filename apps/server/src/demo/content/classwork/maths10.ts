import type { DemoClasswork } from '../types.ts';
import { formula, list, p, steps, table } from '../write.ts';

export const maths10: DemoClasswork = {
  classKey: 'maths10',
  categories: [
    { name: 'Homework', point: 30 },
    { name: 'Tests', point: 70 },
  ],
  works: [
    {
      title: 'Six students for one professor',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      topic: 'Linear equations',
      category: 'Homework',
      points: 10,
      postedDay: -18,
      dueDay: -15,
      stage: 'returned',
      instructions: [
        p(
          '“At this university there are six times as many students as professors.” Write an equation with $S$ for the number of students and $P$ for the number of professors. Then test it with numbers, and write down the test.',
        ),
      ],
      answers: [
        { text: 'S = 6P. Test: 10 professors, then 60 students, 60 = 6 · 10 is right.', grade: 10, message: 'Tested: so you know, and do not only believe.' },
        {
          text: '6S = P',
          grade: 2,
          message:
            'Put numbers in: 60 students. How many professors does your equation give? “Six students” and “six times the number of students” are not the same.',
        },
        {
          text: 'First I wrote 6S = P but then with S = 60 I got 360 professors, that cannot be. So P · 6 = S.',
          grade: 10,
          message: 'This is what testing is for.',
        },
        { text: 'S/P = 6', grade: 8, message: 'Right. Where is the test with numbers?' },
      ],
    },
    {
      title: 'Sheet 3: equations with brackets',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Linear equations',
      category: 'Homework',
      points: 50,
      postedDay: -14,
      dueDay: -10,
      stage: 'returned',
      instructions: [
        p('Solve all five, with every step on a line of its own, and check each by putting the solution in.'),
        steps('$3(x - 4) = 18$', '$5 - 2(x + 1) = 9$', '$\\frac{x}{3} + 2 = \\frac{x}{2}$', '$4(2x - 1) = 8x - 4$', '$2(x + 3) = 2x + 5$'),
        p('Two of them are unusual. Say what is unusual about them.'),
      ],
      answers: [
        {
          text: '1) x = 10. 2) x = −3. 3) x = 12. 4) every number works, both sides are the same. 5) no number works: 6 = 5 is never true.',
          grade: 50,
          message: 'All five, and the two odd ones explained in your own words.',
        },
        {
          text: '1) x = 10. 2) 5 − 2x + 2 = 9, x = −1. 3) x = 12. 4) 0 = 0. 5) 6 = 5.',
          grade: 38,
          message: 'In 2) the minus goes with **both** terms in the bracket. In 4) and 5): what do 0 = 0 and 6 = 5 tell about x?',
        },
        { text: '1) x = 10, 2) x = −3, 3) x = 12, 4) x = 0, 5) cannot be solved.', grade: 42, message: 'In 4) 0 works. Try 1 and 7 too.' },
      ],
    },
    {
      title: 'Formula sheet for the test',
      kind: 'MATERIAL',
      workType: 'MATERIAL',
      postedDay: -8,
      stage: 'open',
      instructions: [
        p('You may bring this sheet, with as many notes of your own as fit on it.'),
        formula('y = mx + c \\qquad m = \\frac{y_2 - y_1}{x_2 - x_1}'),
        table(
          ['What is asked', 'What to look for'],
          ['Where do two lines meet?', 'the x for which both give the same y'],
          ['Are two lines parallel?', 'the same m'],
          ['Does a point lie on a line?', 'put it in'],
        ),
      ],
    },
    {
      title: 'Which line is the steepest?',
      kind: 'QUESTION',
      workType: 'MULTIPLE_CHOICE_QUESTION',
      topic: 'Linear equations',
      category: 'Tests',
      points: 10,
      postedDay: -6,
      dueDay: -4,
      stage: 'to grade',
      instructions: [p('Compare how fast $y$ **changes**, whether it grows or falls.')],
      choices: ['y = 2x + 9', 'y = −5x + 1', 'y = 3x', '2y = 8x − 6'],
      answers: [
        { text: 'y = −5x + 1', grade: 10 },
        { text: 'y = 2x + 9', grade: 2, message: 'The 9 says where it starts, not how steep it is.' },
        { text: 'y = −5x + 1', grade: 10 },
        { text: '2y = 8x − 6', grade: 4, message: 'As y = 4x − 3 its slope is 4. One of the others falls faster than that rises.' },
      ],
    },
    {
      title: 'Two phone plans',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Linear equations',
      category: 'Homework',
      points: 50,
      postedDay: -3,
      dueDay: 2,
      dueTime: '17:30',
      stage: 'open',
      instructions: [
        p('Plan A: 6 a month and 0.50 for every gigabyte. Plan B: 11 a month and 0.10 for every gigabyte.'),
        list(
          'An equation and a line for each, in one graph',
          'From how many gigabytes on is B cheaper? Show it in the graph **and** by calculation.',
          'Which would you take, and what would have to change for you to take the other?',
        ),
      ],
      answers: [{ text: 'A: y = 6 + 0.5x, B: y = 11 + 0.1x. Equal at x = 12.5. I use about 9 GB, so A.', grade: 47 }],
    },
    {
      title: 'Test: lines and equations',
      kind: 'QUIZ_ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Linear equations',
      category: 'Tests',
      points: 100,
      postedDay: 4,
      dueDay: 4,
      dueTime: '10:15',
      stage: 'scheduled',
      instructions: [p('Six questions, 45 minutes, the formula sheet may be used. Photograph your pages before you give them in.')],
    },
  ],
  announcements: [
    {
      text: 'The test on lines and equations is in Period 2. Questions like the professor and the phone plans will come; learning solutions by heart will not help, testing with numbers will.',
      postedDay: -5,
      comments: [[16, 'Is the calculator allowed?']],
    },
    { text: 'Homework club is open on Mondays after Period 6 in Room 14. Come with a question or just to work in quiet.', postedDay: -15 },
  ],
};
