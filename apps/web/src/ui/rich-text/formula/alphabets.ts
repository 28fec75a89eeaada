/** The start of Unicode's mathematical alphabets: letters, digits (0: none) and Greek (0: none). */
const STARTS: ReadonlyMap<string, readonly [letters: number, digits: number, greek: number]> = new Map([
  ['bold', [0x1d400, 0x1d7ce, 0x1d6a8]],
  ['italic', [0x1d434, 0, 0x1d6e2]],
  ['bold-italic', [0x1d468, 0x1d7ce, 0x1d71c]],
  ['script', [0x1d49c, 0, 0]],
  ['fraktur', [0x1d504, 0, 0]],
  ['double-struck', [0x1d538, 0x1d7d8, 0]],
  ['sans-serif', [0x1d5a0, 0x1d7e2, 0]],
  ['bold-sans-serif', [0x1d5d4, 0x1d7ec, 0x1d756]],
  ['sans-serif-italic', [0x1d608, 0x1d7e2, 0]],
  ['sans-serif-bold-italic', [0x1d63c, 0x1d7ec, 0x1d790]],
  ['monospace', [0x1d670, 0x1d7f6, 0]],
]);

/** Letters that Unicode had elsewhere before the alphabets existed. Their places there are empty. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    italic: 'hℎ',
    script: 'BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ',
    fraktur: 'CℭHℌIℑRℜZℨ',
    'double-struck': 'CℂHℍNℕPℙQℚRℝZℤ',
  }).flatMap(([variant, pairs]) => [...pairs.matchAll(/(.)(.)/gu)].map(([, plain, placed]) => [`${variant} ${plain}`, placed ?? ''] as const)),
);

/**
 * Returns a letter or number in a mathematical alphabet as its own character, since browsers render no `mathvariant`
 * but "normal". Characters that an alphabet lacks are unchanged.
 */
export function toAlphabet(text: string, variant: string): string {
  const start = STARTS.get(variant);
  if (!start) return text;
  const [letters, digits, greek] = start;
  return text.replaceAll(/[A-Za-z0-9Α-Ωα-ω]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const from = (first: number, alphabet: number) => (alphabet === 0 ? sign : String.fromCodePoint(alphabet + code - first));
    if (sign >= 'α') return from(0x3b1, greek && greek + 26);
    if (sign >= 'Α') return from(0x391, greek);
    if (sign <= '9') return from(0x30, digits);
    return ELSEWHERE.get(`${variant} ${sign}`) ?? (sign >= 'a' ? from(0x61, letters + 26) : from(0x41, letters));
  });
}
