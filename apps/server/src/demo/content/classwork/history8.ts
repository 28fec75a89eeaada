import type { DemoClasswork } from '../types.ts';
import { list, p } from '../write.ts';

export const history8: DemoClasswork = {
  classKey: 'history8',
  categories: [
    { name: 'Source work', point: 60 },
    { name: 'Writing', point: 40 },
  ],
  works: [
    {
      title: 'What can a shopping list tell?',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      topic: 'Reading sources',
      category: 'Source work',
      points: 10,
      postedDay: -16,
      dueDay: -13,
      stage: 'returned',
      instructions: [
        p(
          'A list from 1917 was found in a cookbook: “flour if any – turnips – candles – 2 stamps – ask Mrs Reed about the coal”. Name **two** things it is good evidence for, and **one** question it cannot answer.',
        ),
      ],
      answers: [
        {
          text: 'Good for: what was scarce (flour if any, coal), and that they used candles for light. It cannot tell us if everybody lived like this.',
          grade: 10,
          message: 'Two things from the words themselves, and the right doubt.',
        },
        { text: 'It tells us that the war was terrible and people were hungry.', grade: 4, message: 'That may be so. Which **words** of the list say it?' },
        {
          text: 'There was post, because of the stamps. Neighbours helped each other with coal. It cannot tell who wrote it.',
          grade: 10,
          message: 'The stamps! Hardly anybody sees them.',
        },
        {
          text: 'Nothing because it is not an official document.',
          grade: 1,
          message: 'What would somebody writing only for themselves have to hide? Look again.',
        },
      ],
    },
    {
      title: 'Two reports of one strike',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      topic: 'Reading sources',
      category: 'Source work',
      points: 50,
      postedDay: -12,
      dueDay: -6,
      stage: 'to grade',
      instructions: [
        p(
          'Report A: “On Tuesday some two hundred idle hands gathered before the gates and had to be dispersed.” Report B: “On Tuesday two hundred of our brothers and sisters stood peacefully before the closed gates until they were driven off.”',
        ),
        list(
          'What do both say happened? Underline it.',
          'Which words judge? Put them in a table, A beside B.',
          'Who may have written each, for whom? Give a reason from the text.',
        ),
      ],
      answers: [
        {
          text: 'Both: Tuesday, two hundred, before the gates, then they were made to leave. A: idle hands, gathered, had to be dispersed. B: brothers and sisters, peacefully, driven off. A sounds like the owners’ paper, B like a union’s.',
          grade: 47,
        },
        { text: 'A is lying and B is right, because B was there.', grade: 12 },
        {
          text: 'Same in both: the day, how many, where. Different: idle / brothers and sisters. I think A is for people who buy the factory’s shares.',
          grade: 40,
        },
      ],
    },
    {
      title: 'Letter from a mill town, 1842',
      kind: 'ASSIGNMENT',
      workType: 'ASSIGNMENT',
      category: 'Writing',
      points: 100,
      postedDay: -5,
      dueDay: 4,
      stage: 'open',
      instructions: [
        p(
          'Write a letter of one page as somebody your age who works in a mill. Every fact in it must come from one of our five sources: put its number behind it. Whatever you invent (names, feelings) needs no number.',
        ),
      ],
      answers: [{ text: 'Dear aunt, we begin at half past five [2] and there is no clock but the master’s [4] …', grade: 88 }],
    },
    {
      title: 'How to quote a source',
      kind: 'MATERIAL',
      workType: 'MATERIAL',
      topic: 'Reading sources',
      postedDay: -15,
      stage: 'open',
      instructions: [
        list(
          'Who said it, when, to whom?',
          'Quote few words, exactly, between quotation marks.',
          'Then say in your own words what they show, and what they do not.',
        ),
      ],
    },
    {
      title: 'Which of these is a primary source for the strike?',
      kind: 'QUESTION',
      workType: 'MULTIPLE_CHOICE_QUESTION',
      topic: 'Reading sources',
      category: 'Source work',
      points: 10,
      postedDay: -9,
      dueDay: -7,
      stage: 'returned',
      instructions: [p('Primary: from the time, by somebody who took part or saw it.')],
      choices: ['A schoolbook of 2019', 'The diary of a weaver, that same Tuesday', 'A novel of 1901', 'A film that won a prize for its costumes'],
      answers: [
        { text: 'The diary of a weaver, that same Tuesday', grade: 10 },
        { text: 'The diary of a weaver, that same Tuesday', grade: 10 },
        { text: 'A novel of 1901', grade: 3, message: 'A primary source for 1901, and for how people remembered. Not for that Tuesday.' },
      ],
    },
    {
      title: 'Visit to the town archive: what I want to find out',
      kind: 'QUESTION',
      workType: 'SHORT_ANSWER_QUESTION',
      category: 'Source work',
      postedDay: 1,
      dueDay: 3,
      stage: 'scheduled',
      instructions: [
        p(
          'One question that you would like the archive to answer, and what kind of paper might answer it. Not graded; I send the list ahead so that they can look.',
        ),
      ],
    },
  ],
  announcements: [
    {
      text: 'We visit the town archive next week. Clean hands, pencils only, no bags in the reading room: a 200-year-old letter forgives nothing.',
      postedDay: -4,
      comments: [
        [7, 'Are phones allowed for photos?'],
        [2, 'My great-grandfather’s shop is in the 1911 directory!'],
      ],
    },
    {
      text: 'The reports on the strike are coming back by Friday. Most of you found the words that judge; think about the words that count, too.',
      postedDay: -1,
    },
  ],
};
