import type { DemoAssessment } from '../types.ts';
import { code, p } from '../write.ts';

export const names: DemoAssessment = {
  title: 'Names and objects in Python',
  classKey: 'computing12',
  subject: 'Computer Science',
  cluster: 'Programs and data',
  standard: 'CS-5 Values, names and references',
  ages: 'Ages 16–18',
  topic: 'Lists and functions',
  schoolDay: 3,
  period: 'Period 6',
  about: 'In Python several names can stand for one thing. We draw what a program does to names and to lists, and predict what it prints.',
  first: {
    title: 'Two names',
    tags: ['Python', 'lists', 'references'],
    description: [p('What does this program print?'), code('python', 'a = [1, 2, 3]\nb = a\nb.append(4)\nprint(a, b)')],
    responses: [
      {
        title: '[1, 2, 3] [1, 2, 3, 4]',
        idea: 'Assignment copies',
        points: 1,
        reasoning: [
          p('Takes `b = a` for a copy, as if each name were a box of its own. No list is copied here: afterwards both names refer to the same list.'),
        ],
      },
      {
        title: '[1, 2, 3, 4] [1, 2, 3, 4]',
        idea: 'Names refer to objects',
        points: 4,
        isValid: true,
        reasoning: [p('There is one list. `b = a` gives it a second name, and `append` changes the list itself, whichever name it is reached by.')],
      },
      {
        title: '[] [1, 2, 3, 4]',
        idea: 'Assignment moves',
        points: 0,
        reasoning: [
          p('Lets the content move from `a` to `b`, like pouring it from one box into another. An assignment takes nothing away from the name on its right.'),
        ],
      },
      {
        title: '[1, 2, 3] [1, 2, 3]',
        idea: 'Nothing changes without =',
        points: 0,
        reasoning: [
          p(
            'Expects that only an assignment changes anything, and that the result of `append` is thrown away. That is so for methods of strings, which make a new string; `append` changes the list.',
          ),
        ],
      },
    ],
  },
  transfer: {
    title: 'The guest list',
    tags: ['Python', 'functions', 'references'],
    description: [
      p('What does this program print?'),
      code('python', 'def invite(guests):\n    guests.append("Noor")\n    guests = guests + ["Sami"]\n\nparty = ["Ida", "Teo"]\ninvite(party)\nprint(party)'),
    ],
    responses: [
      {
        title: "['Ida', 'Teo']",
        idea: 'Functions get a copy',
        points: 1,
        reasoning: [
          p('Lets the function work on a copy of the list. Calling `invite(party)` makes `guests` one more name for the same list, so `append` reaches it.'),
        ],
      },
      {
        title: "['Ida', 'Teo', 'Noor', 'Sami']",
        idea: 'Whatever one name does, the other sees',
        points: 2,
        reasoning: [
          p(
            'Right about `append`. But `guests + ["Sami"]` builds a new list, and the assignment makes `guests` refer to that one; `party` still refers to the old list.',
          ),
        ],
      },
      {
        title: "['Ida', 'Teo', 'Noor']",
        idea: 'Names refer to objects',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            '`append` changes the one list that `party` and `guests` both refer to. The next line builds a new list and lets only `guests`, a name inside the function, refer to it.',
          ),
        ],
      },
      {
        title: 'None',
        idea: 'The call replaces the argument',
        points: 0,
        reasoning: [p('The function returns `None`, that is right. But nothing assigns that result to `party`.')],
      },
      {
        title: 'An error message',
        idea: 'A function needs return',
        points: 0,
        reasoning: [
          p(
            'Expects that a function without `return` cannot be called, or leaves no trace. It runs to its end like any other, and what it changed stays changed.',
          ),
        ],
      },
    ],
  },
};
