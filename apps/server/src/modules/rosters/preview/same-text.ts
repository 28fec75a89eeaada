import { cleanedText } from '@classwright/rules/text/cleaned';

/** Whether two texts say the same to people: what nobody sees in them does not count. */
export const isSameText = (one: string, other: string): boolean => cleanedText(one).trim() === cleanedText(other).trim();
