const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nothing of a text can be seen: it is empty, or all spaces, joiners, direction marks and blank letters. */
export function isInvisible(text: string): boolean {
  return INVISIBLE.test(text);
}
