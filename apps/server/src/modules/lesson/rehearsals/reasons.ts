import { chanceOf } from '@classwright/rules/simulation/index';

/**
 * Reasons that students give for a choice, by its text. The demo's first lesson has its own, so that what is read on the
 * desk is worth reading; other questions are answered from the idea that the bank names for the choice.
 */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'Closing a switch|It gets brighter': [
    'Closing S opens a second path next to lamp 2, so the total resistance goes down. The battery pushes more current, and all of it goes through lamp 1.',
    'Two paths together resist less than one. More current in the whole circuit means more through lamp 1.',
    'Lamp 1 carries the current of both branches. With S closed there are two branches instead of one.',
    'I put in numbers: before 2 R, after 1.5 R. So the current goes up.',
    'The battery sees less resistance, because lamp 3 gives the current a second way.',
    'Everything that flows through lamps 2 and 3 has to come through lamp 1 first.',
    'I thought of water pipes: open a second pipe behind, and more runs through the first.',
    'The voltage stays, R gets smaller, so I = V / R gets larger. Lamp 1 has all of I.',
  ],
  'Closing a switch|It stays the same': [
    'The battery gives the same current either way. Lamp 3 just takes its share from lamp 2.',
    'Lamp 1 comes before the junction, so it does not notice what happens after it.',
    'Same battery, same voltage, so lamp 1 stays as it is.',
    'Only lamps 2 and 3 share something. Lamp 1 is not in the part that changes.',
    'Nothing was changed on the side of lamp 1.',
    'The current reaches lamp 1 first. It cannot know about the switch.',
  ],
  'Closing a switch|It gets dimmer': [
    'There is one more lamp to feed now, so each lamp gets less.',
    'Three lamps share what two lamps had before.',
    'Lamp 3 takes some of the energy away, so lamp 1 has less.',
    'When we switch on more things at home, the light gets a little darker too.',
  ],
  'Closing a switch|It goes out': ['The current takes the new path through S.', 'Current takes the easiest way, and that is the new one.'],
  'A heater in the shed|It gets dimmer': [
    'The heater makes the current in the cable larger. The cable has resistance, so more voltage is lost on the way and less is left for the lamp.',
    'It is lamp 1 again, only here the cable is the part that everything flows through.',
    'More current through the cable, so more volts are lost in the cable. The lamp gets the rest.',
    'The house gives the same voltage, but the shed does not: the cable takes more of it now.',
    'I have seen this: the light in our garage flickers when the heater starts.',
  ],
  'A heater in the shed|It stays as bright as it was': [
    'The lamp and the heater are in parallel, and in parallel they do not disturb each other.',
    'The voltage in the house does not change, so the lamp gets the same.',
    'Each device takes what it needs. The heater takes more, the lamp the same as before.',
  ],
  'A heater in the shed|It gets brighter': [
    'With the heater the total resistance is smaller, so more current flows, as in the first question.',
    'It is as with the switch: a second path, more current, so it is brighter.',
  ],
  'A heater in the shed|It goes out': [
    'The heater is much stronger and takes all of the current.',
    'Most of the current goes the easy way, through the heater.',
  ],
};

const CONVINCED = ['After talking I think so: ', 'We talked about it, and now I see it this way: ', 'My partner drew it for me. '];
const STAYED = ['I still think so. ', 'We did not agree, but I stay with it: ', ''];

/** Returns what a student writes for a choice. `before`: what the student chose alone; undefined when thinking alone. */
export function reasonFor(
  seed: number,
  student: number,
  { question, title, idea, form, before }: { question: string; title: string; idea: string; form: string; before?: boolean | undefined },
): string {
  const known = REASONS[`${question}|${title}`] ?? [];
  const own = known[Math.floor(chanceOf(seed, student, form, title, 'reason') * known.length)];
  const reason =
    own ?? (idea === '' ? 'I compared the choices, and this one fits best.' : `I went by this idea: ${idea.charAt(0).toLowerCase()}${idea.slice(1)}.`);
  if (before === undefined) return reason;
  const openings = before ? CONVINCED : STAYED;
  return `${openings[Math.floor(chanceOf(seed, student, 'opening') * openings.length)] ?? ''}${reason}`;
}

const COMMENTS = [
  'Can you say why?',
  'I had the same, but now I am not sure.',
  'Try it with numbers, then you see it.',
  'That convinced me.',
  'What would happen if there were two of them?',
  'I did not think of that.',
];

/** Returns what a student writes under the answer of somebody else. */
export const commentOf = (seed: number, student: number): string => COMMENTS[Math.floor(chanceOf(seed, student, 'comment') * COMMENTS.length)] as string;

const QUESTIONS = ['May we draw it before we choose?', 'Do I have to count what is not in the picture?'];

/** Returns what a student asks the teacher in private. */
export const questionOf = (student: number): string => QUESTIONS[student % QUESTIONS.length] as string;
