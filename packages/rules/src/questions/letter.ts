/** Returns the letter of a choice by its index: 0 is A, 25 is Z, 26 is AA. */
export function letterAt(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letterAt(Math.floor(index / 26) - 1) + letterAt(index % 26);
}
