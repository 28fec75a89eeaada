import { cleanedText } from '@classwright/rules/text/cleaned';

/** Returns whether two texts read the same to people: characters that nobody sees do not count. */
export const isSameText = (one: string, other: string): boolean => cleanedText(one) === cleanedText(other);
