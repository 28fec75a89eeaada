const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Returns true when nothing of a text is visible: it is empty, or contains only spaces, joiners, direction marks and
 * blank letters.
 */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}
