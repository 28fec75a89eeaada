import type { DemoAssessment } from '../types.ts';
import { p } from '../write.ts';

export const sources: DemoAssessment = {
  title: 'What can a source tell us?',
  classKey: 'history8',
  subject: 'History',
  cluster: 'Sources and evidence',
  standard: 'HI-3 Using sources as evidence',
  ages: 'Ages 12–13',
  topic: 'Reading sources',
  schoolDay: 2,
  period: 'Period 4',
  about: 'A diary, a painting, a poster: which of them helps a historian? That depends on something that we find out in this lesson.',
  first: {
    title: 'A mill in 1840',
    tags: ['sources', 'bias', 'industrial revolution'],
    description: [
      p('You are studying cotton mills around 1840. Your question is: **how did mill owners want other people to see their mills?**'),
      p('Which source will tell you most about that?'),
    ],
    responses: [
      {
        title: 'A government inspector’s report on the mill',
        idea: 'Official is best',
        points: 1,
        reasoning: [
          p(
            'Looks for the most neutral source. For the question how people worked there it may well be the best; it says little about the picture the owner wanted to give.',
          ),
        ],
      },
      {
        title: 'A painting of the mill, ordered and paid for by its owner',
        idea: 'Useful for this question',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'It is one-sided, and that is its value here: the owner decided what it shows and what it leaves out, so it shows how he wanted the mill to be seen.',
          ),
        ],
      },
      {
        title: 'A letter from a twelve-year-old worker to her sister',
        idea: 'Whoever was there knows best',
        points: 1,
        reasoning: [p('Trusts the eyewitness. She can tell how the work felt to her; what the owner wanted strangers to think she may never have known.')],
      },
      {
        title: 'The chapter on mills in a new history book',
        idea: 'The newest knows most',
        points: 0,
        reasoning: [
          p(
            'Trusts the latest and most complete account. It has itself been written from sources, and to find out what owners wanted, its author had to look at things that owners made.',
          ),
        ],
      },
    ],
  },
  transfer: {
    title: 'Plenty for all',
    tags: ['sources', 'propaganda', 'evidence'],
    attachments: ['poster'],
    description: [
      p('In the third year of a war, the government puts up a poster in every town: **“Plenty for all. Our barns are full.”**'),
      p('Of that year a historian has only this poster. What can she conclude from it with the **most** confidence?'),
    ],
    responses: [
      {
        title: 'People had enough to eat that year',
        idea: 'Taken at its word',
        points: 0,
        reasoning: [p('Takes the poster for a report. It was made to have an effect; whether the barns were full, it cannot show.')],
      },
      {
        title: 'People were going hungry that year',
        idea: 'Turned into its opposite',
        points: 1,
        reasoning: [
          p(
            'Sees that the poster wants something, and takes the opposite of what it says for the truth. There may have been hunger, or only fear of it, or none; the poster fits all three.',
          ),
        ],
      },
      {
        title: 'Nothing: propaganda is useless as a source',
        idea: 'One-sided means useless',
        points: 1,
        reasoning: [
          p(
            'Sees that the poster is one-sided, and gives it up. It is first-hand evidence all the same: of what the government said, and wanted to be believed.',
          ),
        ],
      },
      {
        title: 'The government wanted this to be believed',
        idea: 'Useful for this question',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'That is what the poster was made for, and it follows from the poster itself, whatever was in the barns. It also suggests that the government saw a reason to say so, a question to take to other sources.',
          ),
        ],
      },
    ],
  },
};
