/** Something that Google has told of a class. */
export interface Mark {
  what: 'people' | 'works' | 'submissions';
  /** Of the work whose submissions changed; '-': of any. */
  external_id: string;
  mark: number;
}

/** What a unit reads of its class, of those kinds that Google tells of, and whether of the rest. */
export interface Part {
  /** Everything, the submissions of all works among it. */
  isSweep: boolean;
  people: boolean;
  works: boolean;
  submissions: boolean;
  rest: boolean;
}

export const SWEEP: Part = { isSweep: true, people: true, works: true, submissions: true, rest: true };

/** Returns the part of a class that was told of. `rest`: and what nobody tells of. */
export const partOf = (marks: readonly Mark[], rest: boolean): Part => {
  const has = (kind: Mark['what']) => marks.some(({ what }) => what === kind);
  return { isSweep: false, people: has('people'), works: has('works'), submissions: has('submissions'), rest };
};

/** Whether a step, by its name, belongs to a part. New work may be in a new topic, and a draft that was deleted is told of as work. */
export function isRead({ people, works, submissions, rest }: Part, step: string): boolean {
  if (step === 'members') return people;
  if (step === 'works') return works;
  if (step === 'topics' || step === 'drafts') return rest || works;
  if (step === 'submissions') return submissions;
  return rest;
}

/** Returns the works whose submissions are marked. */
export const markedWorks = (marks: readonly Mark[]): string[] => marks.filter(({ what }) => what === 'submissions').map(({ external_id }) => external_id);

/** Returns a day as sweeps are counted. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
