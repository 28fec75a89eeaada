/** A change in a class that Google reported. */
export interface Mark {
  what: 'people' | 'works' | 'submissions';
  /** The id of the work whose submissions changed; '-' means any. */
  external_id: string;
  mark: number;
}

/** The parts of a class that a unit reads, of the kinds that Google reports, and whether it reads the rest too. */
export interface Part {
  /** True to read everything, including the submissions of all works. */
  isSweep: boolean;
  people: boolean;
  works: boolean;
  submissions: boolean;
  rest: boolean;
}

export const SWEEP: Part = { isSweep: true, people: true, works: true, submissions: true, rest: true };

/** Returns the reported part of a class. `rest`: includes everything that is not reported. */
export const partOf = (marks: readonly Mark[], rest: boolean): Part => {
  const has = (kind: Mark['what']) => marks.some(({ what }) => what === kind);
  return { isSweep: false, people: has('people'), works: has('works'), submissions: has('submissions'), rest };
};

/**
 * Returns true when a step, by its name, belongs to a part. New work may be in a new topic, and a deleted draft is
 * reported as work.
 */
export function isRead({ people, works, submissions, rest }: Part, step: string): boolean {
  if (step === 'members') return people;
  if (step === 'works') return works;
  if (step === 'topics' || step === 'drafts') return rest || works;
  if (step === 'submissions') return submissions;
  return rest;
}

/** Returns the works whose submissions are marked. */
export const markedWorks = (marks: readonly Mark[]): string[] => marks.filter(({ what }) => what === 'submissions').map(({ external_id }) => external_id);

/** Returns the day by which sweeps are counted. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
