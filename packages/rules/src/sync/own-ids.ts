/** Things that have an id of ours in rosters and in the answers of OneRoster. */
type OwnThing = 'user' | 'class' | 'course' | 'school' | 'lineItem' | 'result';

/** The form of the ids that this product gives out, as a regular expression. Another system’s id of this form is not passed on, so that an id means one thing. */
export const OWN_ID = '^(user|class|course|lineItem|result|enrollment|category|term|gradingPeriod|school)-[0-9]';

/** Returns the number in an id of ours, such as 12 for `class-12`; null: it is not an id of ours of this thing. */
export function parseOwnId(thing: OwnThing, sourcedId: string): number | null {
  const digits = sourcedId.startsWith(`${thing}-`) ? sourcedId.slice(thing.length + 1) : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
}

/** Returns whether an id is the one of a term that this product makes of school years and marking periods. */
export const isOwnTermId = (sourcedId: string): boolean => /^(?:term-\d{4}|gradingPeriod-(?:year-)?\d{1,15})$/.test(sourcedId);

/** What a manifest of OneRoster names this product. */
export const OWN_SYSTEM = 'Classwright';
