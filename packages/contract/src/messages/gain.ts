/** The messages about the normalized gain. */
export const gainMessages = {
  'gain.title': 'Normalised gain',
  'gain.hint': 'Of what could still be gained after Form - 1A, the part that was gained in Form - 1B, by those who chose in both.',
  'gain.loss': 'loss',
  'gain.low': 'low',
  'gain.medium': 'medium',
  'gain.high': 'high',
  'gain.where': 'Normalised gain {gain}, {band}',
  'gain.of': '{gained} of {possible} possible gained.',
  'gain.between': 'The true gain of a class like this lies between {low} and {high} (95 times of 100).',
  'gain.unsure': 'How sure this is cannot be said: there are too few students, or all did alike.',
  'gain.lossUnsure': 'This is a loss; too few were wrong before to say how large.',
  'gain.nothing': 'Everybody who chose in both forms was right from the beginning: there was nothing left to gain.',
  'gain.nobody': 'Nobody chose in both forms, so there is no gain to speak of.',
} as const;
