import type { DemoAssessment } from '../types.ts';
import { figure, formula, p } from '../write.ts';

export const circuits: DemoAssessment = {
  title: 'Simple circuits: closing a switch',
  classKey: 'science10',
  subject: 'Physics',
  cluster: 'Electricity',
  standard: 'PH-4 Circuits as systems',
  ages: 'Ages 14–16',
  topic: 'Electric circuits',
  schoolDay: 0,
  period: 'Period 3',
  about: 'In a circuit everything is connected. We change one thing in one place and predict what happens in all the others, before we try it.',
  first: {
    title: 'Closing a switch',
    tags: ['current', 'parallel circuits', 'resistance'],
    description: [
      p('Three identical lamps are connected to a battery. Switch S is open; lamps 1 and 2 glow.'),
      figure('circuit'),
      p('Now S is closed. The voltage of the battery does not change. What happens to the brightness of **lamp 1**?'),
    ],
    responses: [
      {
        title: 'It gets brighter',
        idea: 'The circuit as a whole',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'Closing S opens a second path beside lamp 2. Two paths together resist less than one, so the battery drives a larger current, and all of it flows through lamp 1. With the resistance $R$ of each lamp taken as constant:',
          ),
          formula('R_{\\text{open}} = 2R \\qquad R_{\\text{closed}} = R + \\tfrac{1}{2}R = \\tfrac{3}{2}R'),
          p('The current through lamp 1 grows to $\\tfrac{4}{3}$ of what it was.'),
        ],
      },
      {
        title: 'It stays the same',
        idea: 'A battery gives a fixed current',
        points: 0,
        reasoning: [
          p(
            'Takes the battery for a source of fixed current and follows the current from place to place: lamp 1 has had its share before the junction, so a change farther on cannot matter to it.',
          ),
        ],
      },
      {
        title: 'It gets dimmer',
        idea: 'More lamps share a fixed supply',
        points: 0,
        reasoning: [
          p(
            'Divides a fixed amount among the lamps: what two lamps had must now do for three. The battery does not hand out a fixed amount; what it delivers depends on the whole circuit.',
          ),
        ],
      },
      {
        title: 'It goes out',
        idea: 'Current takes only the new path',
        points: 0,
        reasoning: [
          p(
            'Expects the current to leave the old path for the new one, and overlooks that lamp 1 lies before the junction, where the current of both paths passes.',
          ),
        ],
      },
    ],
  },
  transfer: {
    title: 'A heater in the shed',
    tags: ['current', 'parallel circuits', 'voltage drop'],
    description: [
      p('A filament lamp is on in a garden shed. The shed is supplied through a long, thin cable, which has some resistance of its own.'),
      figure('shed'),
      p('Now the heater in the shed is switched on as well. The voltage in the house does not change. What happens to the **lamp**?'),
    ],
    responses: [
      {
        title: 'It stays as bright as it was',
        idea: 'Parallel means independent',
        points: 1,
        reasoning: [
          p(
            'Knows that lamps in parallel do not disturb each other, and takes the rule beyond its limit: it holds only while the voltage across the branches stays the same, and here the cable is in series with both.',
          ),
        ],
      },
      {
        title: 'It gets brighter',
        idea: 'More total current, more for each',
        points: 1,
        reasoning: [
          p(
            'Right that the heater lowers the total resistance and that the total current grows. But the extra current flows through the heater; it is the total, not the lamp’s share, that grows.',
          ),
        ],
      },
      {
        title: 'It gets dimmer',
        idea: 'The circuit as a whole',
        points: 4,
        isValid: true,
        reasoning: [
          p(
            'The heater is a second path, so the current through the cable grows. The larger current loses more voltage along the cable, and less is left for the lamp:',
          ),
          formula('V_{\\text{lamp}} = V_{\\text{house}} - I_{\\text{cable}}\\, R_{\\text{cable}}'),
        ],
      },
      {
        title: 'It goes out',
        idea: 'The stronger device takes everything',
        points: 0,
        reasoning: [
          p(
            'Lets the heater, with its low resistance, take all of the current. Both branches still have the same voltage across them, a little less than before, so current flows in both.',
          ),
        ],
      },
    ],
  },
};
