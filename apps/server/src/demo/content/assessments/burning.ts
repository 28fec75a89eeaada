import type { DemoAssessment } from '../types.ts';
import { figure, formula, p } from '../write.ts';

export const burning: DemoAssessment = {
  title: 'Burning on the balance',
  classKey: 'science10',
  subject: 'Chemistry',
  cluster: 'Matter and reactions',
  standard: 'CH-2 Conservation of mass',
  ages: 'Ages 14–16',
  topic: 'Chemical reactions',
  schoolDay: 2,
  period: 'Period 3',
  about:
    'When wood burns, only a little ash is left; when iron burns, the scales go up. We ask what really takes part when something burns, and what the scales can see of it.',
  first: {
    title: 'Steel wool on the balance',
    tags: ['combustion', 'conservation of mass', 'oxidation'],
    description: [
      p('A tuft of steel wool, which is very fine iron wire, lies on the left pan of a balance. The balance is level.'),
      figure('balance'),
      p(
        'The steel wool is lit and glows through until it has become a dark, brittle solid. Nothing falls off the pan. What does the balance show when everything has cooled?',
      ),
    ],
    responses: [
      {
        title: 'The left pan has risen',
        idea: 'Burning uses things up',
        points: 0,
        reasoning: [
          p(
            'Takes burning for a loss: something is used up, or leaves as smoke or heat. Wood and candles seem to prove it, since what they turn into floats away as gas. Here the product is a solid and stays on the pan.',
          ),
        ],
      },
      {
        title: 'The balance is level, as before',
        idea: 'The pan is the whole system',
        points: 2,
        reasoning: [p('Knows that mass is conserved, and applies it to the pan alone. But the pan is not closed: oxygen has come in from the air around it.')],
      },
      {
        title: 'The left pan has sunk',
        idea: 'The oxygen counts too',
        points: 4,
        isValid: true,
        reasoning: [
          p('The iron has joined with oxygen from the air, mostly like this:'),
          formula('3\\,\\mathrm{Fe} + 2\\,\\mathrm{O_2} \\rightarrow \\mathrm{Fe_3O_4}'),
          p('All of the iron is still on the pan, and the oxygen in the new solid has been added to it.'),
        ],
      },
    ],
  },
  transfer: {
    title: 'Out of the exhaust',
    tags: ['combustion', 'conservation of mass', 'gases'],
    description: [
      p('On a long journey a car burns 40 kg of petrol completely. Treat petrol as octane:'),
      formula('2\\,\\mathrm{C_8H_{18}} + 25\\,\\mathrm{O_2} \\rightarrow 16\\,\\mathrm{CO_2} + 18\\,\\mathrm{H_2O}'),
      p('How much do the carbon dioxide and the water vapour that are formed weigh **together**?'),
    ],
    responses: [
      {
        title: 'Almost nothing',
        idea: 'Gases have no mass',
        points: 0,
        reasoning: [p('Takes gases for weightless. A gas weighs as much as the substance it was made from; it only fills more space.')],
      },
      {
        title: 'Clearly less than 40 kg',
        idea: 'Matter turns into energy',
        points: 0,
        reasoning: [
          p(
            'Lets the missing petrol become energy. In burning no atom disappears; the energy comes from how the atoms are joined, and its share of the mass is far too small to weigh.',
          ),
        ],
      },
      {
        title: 'Exactly 40 kg',
        idea: 'The fuel is the whole system',
        points: 2,
        reasoning: [
          p(
            'Knows that mass is conserved, and counts the petrol alone. The equation is balanced with the oxygen on its left side, and that oxygen leaves through the exhaust as well.',
          ),
        ],
      },
      {
        title: 'Much more than 40 kg',
        idea: 'The oxygen counts too',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'About 180 kg. By the equation 228 g of octane join with 800 g of oxygen, so 40 kg of petrol take in about 140 kg of oxygen from the air. Mass is conserved for petrol and oxygen together.',
          ),
        ],
      },
    ],
  },
};
