import type { DemoAssessment } from '../types.ts';
import { p, table } from '../write.ts';

export const selection: DemoAssessment = {
  title: 'How populations change',
  classKey: 'science10',
  subject: 'Biology',
  cluster: 'Inheritance and evolution',
  standard: 'BI-6 Natural selection',
  ages: 'Ages 14–16',
  topic: 'Evolution',
  schoolDay: 4,
  period: 'Period 2',
  about: 'Bacteria become resistant and animals change over time. We look closely at who changes: the single living being, or the group?',
  first: {
    title: 'The infection comes back',
    tags: ['natural selection', 'variation', 'antibiotic resistance'],
    description: [
      p(
        'A patient takes an antibiotic against an infection. In the first days nearly all of the bacteria die. Two weeks later the infection is back, and now the same antibiotic has no effect.',
      ),
      p('How did the bacteria come to be **resistant**?'),
    ],
    responses: [
      {
        title: 'The bacteria sensed the danger and changed so that they could survive it',
        idea: 'Change on demand',
        points: 0,
        reasoning: [
          p(
            'Lets a need bring about its own solution. Changes in genes happen by chance, whether or not they are needed; the antibiotic does not call them up.',
          ),
        ],
      },
      {
        title: 'Each bacterium got a little more used to it every day and passed that on',
        idea: 'Getting used to it',
        points: 0,
        reasoning: [
          p(
            'Thinks of a single body that hardens itself, and lets the habit be inherited. What an individual goes through in its life does not write itself into its genes.',
          ),
        ],
      },
      {
        title: 'The patient’s body got used to the antibiotic, so it stopped working',
        idea: 'The body becomes resistant',
        points: 0,
        reasoning: [
          p('Places the change in the patient. The same bacteria would survive this antibiotic in another person as well, one who has never taken it.'),
        ],
      },
      {
        title: 'A few bacteria happened to be resistant, survived and multiplied',
        idea: 'Selection among differences',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'Among very many bacteria a few differ by chance. The antibiotic removes the others, and the few have the room to themselves; their offspring inherit the difference. New chance changes may arise during the treatment too, but not because they are needed.',
          ),
        ],
      },
    ],
  },
  transfer: {
    title: 'Elephants without tusks',
    tags: ['natural selection', 'inheritance'],
    description: [
      p(
        'For twenty years poachers shot elephants in a reserve for the ivory of their tusks. Elephants without tusks were spared. Whether a female grows tusks is inherited. Rangers counted the females:',
      ),
      table(['females counted', 'of them without tusks'], ['before the poaching', '19 in 100'], ['twenty years later', '51 in 100']),
      p('Why did the share of females without tusks rise?'),
    ],
    responses: [
      {
        title: 'Females without tusks lived longer and had more daughters like them',
        idea: 'Selection among differences',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'Both kinds were there before the poaching. It changed which of them lived long enough to have many young, and being without tusks is inherited. No single elephant changed.',
          ),
        ],
      },
      {
        title: 'To be safe from the poachers, more and more elephants did not grow tusks',
        idea: 'Change on demand',
        points: 0,
        reasoning: [p('Lets the danger bring about the protection. An elephant cannot decide what it inherits, and neither can its body.')],
      },
      {
        title: 'Mothers who had lost their tusks gave birth to daughters without tusks',
        idea: 'Damage is inherited',
        points: 0,
        reasoning: [p('Lets something that happened to a body be inherited. A sawn-off or broken tusk changes nothing in the genes that are passed on.')],
      },
      {
        title: 'In every family the tusks became a little shorter each year, until half had none',
        idea: 'Everyone changes a little',
        points: 0,
        reasoning: [
          p('Lets all of the population drift together. The counts say something else: there are the same two kinds as before, in another proportion.'),
        ],
      },
    ],
  },
};
