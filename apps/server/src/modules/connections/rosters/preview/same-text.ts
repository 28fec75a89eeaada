import { cleanedText } from '@classwright/rules/text/cleaned';

/** Returns true when two texts read the same to people; invisible characters do not count. */
export const isSameText = (one: string, other: string): boolean => cleanedText(one) === cleanedText(other);
