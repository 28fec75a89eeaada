const DIGIT = /\p{Nd}/u;
const MARK = /^\s*(\d{1,4})(?:[.,٫](\d{1,4}))?\s*[%٪]?\s*$/;

/** Returns the value of a decimal digit of any script. The digits of a script are ten in a row. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) as number;
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

/** Parses a mark in percent, such as "75", "75%", "75,5" or "٧٥". Returns null for anything else. */
export function parseMark(text: string): number | null {
  const found = MARK.exec(text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit))));
  return found ? Number(`${found[1]}.${found[2] ?? '0'}`) : null;
}
