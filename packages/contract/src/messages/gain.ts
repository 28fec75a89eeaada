/** The messages about the normalized gain. */
export const gainMessages = {
  'gain.title': 'Normalized gain',
  'gain.hint': 'Net share of wrong first answers that the discussion corrected, among students who chose in both forms.',
  'gain.loss': 'loss',
  'gain.low': 'low',
  'gain.medium': 'medium',
  'gain.high': 'high',
  'gain.where': 'Normalized gain {gain}, {band}',
  'gain.of': '{gained} of {possible} possible gained.',
  'gain.between': '95 % confidence: {low} to {high}',
  'gain.unsure': 'No confidence range: there are too few students, or all answered alike.',
  'gain.lossUnsure': 'This is a loss; too few were wrong before to say how large.',
  'gain.nothing': 'Everyone who chose in both forms was right from the start: there was nothing left to gain.',
  'gain.nobody': 'Nobody chose in both forms, so there is no gain to show.',
} as const;
