/** The possible ratings, from 1 to 5 in half steps (document 2, section 4). */
export const RATINGS = [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5] as const;

const LABELS: readonly (readonly [rating: number, label: string])[] = [
  [5, 'Legendary'],
  [4.5, 'Exceptional'],
  [4, 'Extraordinary'],
  [3.5, 'Exceptionl'], // spelled so by the specification
  [3, 'Good'],
  [2.5, 'Average'],
  [2, 'Below Average'],
  [1.5, 'Poor'],
  [1, 'Very Bad'],
];

export function isRating(value: number): boolean {
  return RATINGS.some((rating) => rating === value);
}

/** Returns the half step nearest to an average from 1 to 5; a tie rounds up. */
export function computeHalfStep(average: number): number {
  return Math.min(5, Math.max(1, Math.floor(average * 2 + 0.5) / 2));
}

/** Returns the label of an average rating; null when nobody has rated. */
export function computeRatingLabel(average: number | null): string | null {
  if (average === null) return null;
  const step = computeHalfStep(average);
  return LABELS.find(([rating]) => rating === step)?.[1] ?? null;
}
