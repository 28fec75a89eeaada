/** The pictures of picture cards, in the order in which the page shows them: it stays, so that hands remember the places. */
export const PICTURES = [
  ...(['cat', 'dog', 'fish', 'pig', 'butterfly'] as const),
  ...(['boat', 'bike', 'car', 'plane', 'rocket'] as const),
  ...(['apple', 'carrot', 'cake', 'mushroom', 'flower'] as const),
  ...(['moon', 'umbrella', 'balloon', 'bell', 'crown'] as const),
];
export type Picture = (typeof PICTURES)[number];

/** The number of pictures in a sequence. */
export const SEQUENCE_LENGTH = 4;
/** The number of wrong tries in a row after which a card asks for a teacher. */
export const WRONG_SEQUENCES = { max: 10 } as const;

/** Returns true for a sequence of one picture alone, which everybody tries first. */
export const isGuessableSequence = (pictures: readonly Picture[]): boolean => new Set(pictures).size < 2;
