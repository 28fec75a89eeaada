import type { DemoClasswork } from '../types.ts';
import { code, list, p } from '../write.ts';

export const computing12: DemoClasswork = {
  classKey: 'computing12',
  categories: [
    { name: 'Programs', point: 70 },
    { name: 'Explaining', point: 30 },
  ],
  works: [
    {
      title: 'Two names, one list',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      topic: 'Lists and functions',
      category: 'Explaining',
      points: 10,
      postedDay: -16,
      dueDay: -14,
      stage: 'returned',
      instructions: [p('What does this print, and why? Do not run it first.'), code('python', 'a = [1, 2, 3]\nb = a\nb.append(4)\nprint(a)')],
      answers: [
        { text: '[1, 2, 3, 4]. b = a does not copy the list, it gives the same list a second name.', grade: 10, message: 'A second name: exactly.' },
        { text: '[1, 2, 3] because only b was changed.', grade: 3, message: 'How many lists are there in memory? Draw them, with arrows from the names.' },
        {
          text: '[1, 2, 3, 4]. I ran it. I think lists are different from numbers.',
          grade: 6,
          message: 'Lists can be changed, numbers cannot. What would b = a + [4] have done?',
        },
      ],
    },
    {
      title: 'A function that leaves its argument alone',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Lists and functions',
      category: 'Programs',
      points: 50,
      postedDay: -12,
      dueDay: -8,
      stage: 'returned',
      instructions: [
        p('Write `without_first(items, unwanted)` that returns a **new** list without the first occurrence of `unwanted`.'),
        list(
          'Three tests: it is in there twice, once, not at all',
          'One test that shows that the list which was passed in is still the same',
          'Hand in a PDF of program and output.',
        ),
      ],
      answers: [
        {
          text: 'def without_first(items, unwanted):\n    copy = list(items)\n    if unwanted in copy:\n        copy.remove(unwanted)\n    return copy\n\nAll four tests print True.',
          grade: 50,
          message: 'Correct, short, tested.',
        },
        {
          text: 'def without_first(items, unwanted):\n    items.remove(unwanted)\n    return items\n\nTest 4 fails and I do not know why.',
          grade: 25,
          message: 'Test 4 did its work: it found that `items` is the caller’s own list. One more line, and you are there.',
        },
      ],
    },
    {
      title: 'Which of these can be changed in place?',
      kind: 'QUESTION',
      workType: 'MULTIPLE_CHOICE_QUESTION',
      topic: 'Lists and functions',
      category: 'Explaining',
      points: 10,
      postedDay: -7,
      dueDay: -5,
      stage: 'to grade',
      instructions: [p('In Python.')],
      choices: ['A number', 'A string', 'A tuple', 'A dictionary'],
      answers: [
        { text: 'A dictionary', grade: 10 },
        { text: 'A tuple', grade: 2 },
        { text: 'A dictionary', grade: 10 },
        { text: 'A string', grade: 2 },
      ],
    },
    {
      title: 'Project: a timetable that finds clashes',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Lists and functions',
      category: 'Programs',
      points: 100,
      postedDay: -6,
      dueDay: 8,
      stage: 'open',
      instructions: [
        p('A lesson has a room, a teacher, a day and a period. Find every pair of lessons that cannot both take place.'),
        list(
          'Begin with ten lessons that you write down by hand, two of them clashing.',
          'How long does it take for 1,000 lessons? For 10,000? Say why it grows as it does.',
        ),
      ],
      answers: [
        {
          text: 'Two loops compare every pair: 1,000 lessons take 0.2 s, 10,000 take 21 s, because there are a hundred times as many pairs. With a dictionary by (day, period) it takes 0.01 s.',
          grade: 97,
        },
      ],
    },
    {
      title: 'Reading: names and values',
      kind: 'MATERIAL',
      workType: 'MATERIAL',
      topic: 'Lists and functions',
      postedDay: -17,
      stage: 'open',
      instructions: [
        p('A name is a label tied to a value. `=` ties a label; it never copies. A function’s parameters are labels, too.'),
        code('python', 'def grow(items):\n    items.append(0)   # the caller’s list\n\ndef renew(items):\n    items = items + [0]   # a new list, a new label'),
      ],
    },
  ],
  announcements: [
    {
      text: 'For the project you work in pairs, but each of you hands in and explains one part alone. Put the name of your partner into the first line.',
      postedDay: -6,
      comments: [
        [5, 'Can it be three?'],
        [11, 'Is there a list of who still looks for somebody?'],
      ],
    },
    { text: 'The computer room is free on Wednesdays from Period 6 on, with me in it.', postedDay: -11 },
  ],
};
