/**
 * Characters that are read as other Latin letters: tricks to get past a filter. Forms that Unicode itself treats as
 * equal (full width, mathematical, circled, superscript) are not listed: their compatibility form folds them.
 */

/** Digits and signs with the letters they replace: "sh1t", "@ss", "a$$". */
const SIGNS = '0:o 1:il 3:e 4:a 5:s 6:g 7:t 8:b 9:g @:a $:s !:il ¡:i |:il ¦:il ∥:il ǀ:il +:t (:c <:c [:c {:c €:e £:l ¢:c ¥:y §:s ×:x ⊂:c ∩:n ∪:u';

/** Latin letters used as other ones. */
const LATIN =
  'v:u l:i ı:i ø:o ł:l đ:d ð:d ħ:h ŧ:t þ:p ß:b æ:a œ:o ƒ:f ʃ:s ŋ:n ɛ:e ɩ:i ʋ:uv ɑ:a ɡ:g ɢ:g ʙ:b ʜ:h ɪ:i ʟ:l ɴ:n ʀ:r ʏ:y ᴀ:a ᴄ:c ᴅ:d ᴇ:e ꜰ:f ᴊ:j ᴋ:k ᴍ:m ᴏ:o ᴘ:p ǫ:q ꜱ:s ᴛ:t ᴜ:u ᴠ:v ᴡ:w ᴢ:z ƙ:k ƭ:t ɕ:c ɗ:d ɲ:n ɱ:m';

/** Letters of other scripts that look like Latin ones. */
const OTHER_SCRIPTS =
  'а:a в:b с:c ԁ:d е:e ё:e г:r һ:h н:h і:i ї:i ј:j к:k м:m п:n о:o р:p ԛ:q ѕ:s т:t у:yu ц:u ѵ:v ԝ:w х:x ү:y ь:b я:r и:un ' +
  'α:a β:b ϲ:c ς:c ε:e γ:y η:n ι:i κ:k μ:um ν:vu ο:o ρ:p σ:o τ:t υ:u ω:w χ:x ζ:z ' +
  'օ:o ս:u հ:h ո:n ց:g զ:q ա:w ք:p';

/** Blocks of picture letters without a compatibility form, each A to Z from its first code point. */
const PICTURED_ALPHABETS = [0x1f1e6, 0x1f150, 0x1f170, 0x249c] as const;

function toTable(list: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    list.split(' ').map((pair) => {
      const [character = '', , ...letters] = [...pair];
      return [character, letters];
    }),
  );
}

export const SIGN_LETTERS = toTable(SIGNS);
export const LATIN_LETTERS = toTable(LATIN);
export const FOREIGN_LETTERS = toTable(OTHER_SCRIPTS);

/** Returns the letter that a code point shows in a box, a circle or as half of a flag; null for all others. */
export function findPicturedLetter(codePoint: number): string | null {
  const first = PICTURED_ALPHABETS.find((from) => codePoint >= from && codePoint < from + 26);
  return first === undefined ? null : String.fromCharCode(97 + codePoint - first);
}
