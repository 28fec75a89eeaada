/** The things that have an id of ours in rosters and in the answers of OneRoster. */
type OwnThing = 'user' | 'class' | 'course' | 'school' | 'lineItem' | 'result';

/**
 * The form of the ids that this product creates, as a regular expression. Another system’s id of this form is not
 * passed on, so that an id has only one meaning.
 */
export const OWN_ID = '^(user|class|course|lineItem|result|enrollment|category|term|gradingPeriod|school)-[0-9]';

/** Returns the number in an id of ours, such as 12 for `class-12`. Null: it is not an id of ours for this thing. */
export function parseOwnId(thing: OwnThing, sourcedId: string): number | null {
  const digits = sourcedId.startsWith(`${thing}-`) ? sourcedId.slice(thing.length + 1) : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
}

/** Returns true for the id of a term that this product makes from school years and marking periods. */
export const isOwnTermId = (sourcedId: string): boolean => /^(?:term-\d{4}|gradingPeriod-(?:year-)?\d{1,15})$/.test(sourcedId);

/** The name of this product in a manifest of OneRoster. */
export const OWN_SYSTEM = 'Classwright';
