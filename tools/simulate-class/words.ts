/**
 * Reasons that students give for a choice, by its text. The demo's lesson on circuits has its own; for others they are
 * general.
 */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'It gets brighter': [
    'Closing S opens a second path next to lamp 2, so the total resistance goes down. The battery pushes more current, and **all of it** goes through lamp 1.',
    'Two paths together resist less than one. More current in the whole circuit means more through lamp 1.',
    'Lamp 1 carries the current of both branches. With S closed there are two branches instead of one.',
    'I drew it with numbers: before 2 R, after 1.5 R. So the current goes up.',
    'The battery sees less resistance, because lamp 3 gives the current a second way.',
    'Everything that flows through lamps 2 and 3 has to come through lamp 1 first.',
    'I thought of water pipes: open a second pipe behind, and more runs through the first.',
    'V stays, R gets smaller, so I = V / R gets larger. Lamp 1 has all of I.',
  ],
  'It stays the same': [
    'The battery gives the same current either way. Lamp 3 just takes its share from lamp 2.',
    'Lamp 1 comes before the junction, so it does not notice what happens after it.',
    'Same battery, same voltage, so lamp 1 stays as it is.',
    'Only lamps 2 and 3 share something, lamp 1 is not in the part that changes.',
    'Nothing was changed on the side of lamp 1.',
    'The current reaches lamp 1 first, it cannot know about the switch.',
  ],
  'It gets dimmer': [
    'There is one more lamp to feed now, so each lamp gets less.',
    'Three lamps share what two lamps had before.',
    'Lamp 3 takes some of the energy away, so lamp 1 has less.',
    'In the shed the cable loses more voltage when more current flows, so less is left for the lamp.',
  ],
  'It goes out': ['The current takes the new path through S.', 'The stronger one takes all of the current.'],
};
const general = [
  'I compared it with the example from last week.',
  'I left out the ones that cannot be and this one remained.',
  'I tried it with numbers and this came out.',
  'That is how we did it in the last lesson.',
];

export const comments: readonly string[] = [
  'But does the current not split before lamp 1?',
  'It splits after lamp 1. Lamp 1 is in series with everything.',
  'If each lamp got less, would the battery give less too?',
  'Then what does the second path change?',
  'I had the same, but now I am not sure.',
  'Can you say why the resistance goes down?',
  'Try it with numbers, then you see it.',
  'That convinced me.',
];
export const replies: readonly string[] = ['Good question.', 'Yes, that is what I meant.', 'I think so too.', 'Not if you look at the whole circuit.'];

export function reasonsFor(choice: string): readonly string[] {
  return reasons[choice] ?? general;
}
