/** A way to write a word so that a reader still recognizes it. Returns null when it does not change the word. */
export type Disguise = (word: string) => string | null;

const VOWEL = /[aeiou]/i;
const LETTER = /\p{L}/u;

const DIGIT_OF: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' };
const SIGN_OF: Readonly<Record<string, string>> = { a: '@', s: '$', i: '!' };
const ACCENTED: Readonly<Record<string, string>> = { a: 'á', e: 'ë', i: 'ì', o: 'ö', u: 'û', n: 'ń', c: 'ç', s: 'š' };
const CYRILLIC: Readonly<Record<string, string>> = { a: 'а', c: 'с', e: 'е', i: 'і', o: 'о', p: 'р', s: 'ѕ', x: 'х', y: 'у', h: 'һ' };
const GREEK: Readonly<Record<string, string>> = { a: 'α', e: 'ε', i: 'ι', o: 'ο', u: 'υ', n: 'η', t: 'τ', k: 'κ' };

/** Replaces the first letter found in the table, or all of them. */
const exchange =
  (table: Readonly<Record<string, string>>, which: 'first' | 'all', from = 0): Disguise =>
  (word) => {
    let done = 0;
    const changed = [...word].map((letter, index) => {
      const other = table[letter.toLowerCase()];
      if (other === undefined || index < from || (which === 'first' && done > 0)) return letter;
      done += 1;
      return other;
    });
    return done > 0 ? changed.join('') : null;
  };

const between =
  (separator: string): Disguise =>
  (word) =>
    /^\p{L}{3,}$/u.test(word) ? [...word].join(separator) : null;

const shift =
  (first: number): Disguise =>
  (word) =>
    /[a-z]/i.test(word) ? word.replace(/[a-z]/gi, (letter) => String.fromCodePoint(first + letter.toLowerCase().charCodeAt(0) - 97)) : null;

/** Replaces the last character that a test accepts, except the first and the last letter of the word. */
function inside(word: string, accept: RegExp, change: (letter: string) => string): string | null {
  const letters = [...word];
  const at = letters.findIndex((letter, index) => index > 0 && index < letters.length - 1 && accept.test(letter));
  return at < 0 ? null : letters.map((letter, index) => (index === at ? change(letter) : letter)).join('');
}

/** Common disguises by name. */
export const DISGUISES: Readonly<Record<string, Disguise>> = {
  'capital letters': (word) => word.toUpperCase(),
  'first letter capital': (word) => word.charAt(0).toUpperCase() + word.slice(1),
  'capitals in turns': (word) => [...word].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter.toLowerCase())).join(''),
  'one letter as a digit': exchange(DIGIT_OF, 'first'),
  'vowels as digits': exchange({ a: '4', e: '3', i: '1', o: '0' }, 'all'),
  'a and s as signs': exchange({ a: '@', s: '$' }, 'all'),
  'i as an exclamation mark': exchange({ i: SIGN_OF['i'] as string }, 'first', 1),
  'a vowel four times': (word) => inside(word, VOWEL, (letter) => letter.repeat(4)),
  'a consonant four times': (word) => inside(word, /[b-df-hj-np-tv-z]/i, (letter) => letter.repeat(4)),
  'the last letter five times': (word) => (/[a-z]$/i.test(word) ? word + word.slice(-1).repeat(4) : null),
  'dots between': between('.'),
  'dashes between': between('-'),
  'spaces between': between(' '),
  'underscores between': between('_'),
  'asterisks between': between('*'),
  'invisible characters between': between('\u200B'),
  'one dash inside': (word) => (/^\p{L}{4,}$/u.test(word) ? `${word.slice(0, 2)}-${word.slice(2)}` : null),
  'a vowel as an asterisk': (word) => (/^[a-z]{4,}$/i.test(word) ? inside(word, VOWEL, () => '*') : null),
  'a vowel as a hash': (word) => (/^[a-z]{4,}$/i.test(word) ? inside(word, VOWEL, () => '#') : null),
  'one accent': exchange(ACCENTED, 'first'),
  'accents everywhere': exchange(ACCENTED, 'all'),
  'combining accents': (word) => (LETTER.test(word) ? word.replace(/[a-z]/gi, (letter) => `${letter}\u0336\u0301`) : null),
  'full width': shift(0xff41),
  'mathematical letters': shift(0x1d41a),
  'circled letters': shift(0x24d0),
  'one Cyrillic letter': exchange(CYRILLIC, 'first'),
  'Cyrillic letters': exchange(CYRILLIC, 'all'),
  'one Greek letter': exchange(GREEK, 'first'),
  'capital I for l': exchange({ l: 'I' }, 'first'),
};

/** Sentences to embed a word in, as students write them. */
export const CARRIERS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `You are a ${word}.`,
  (word) => `${word}, I do not know why it falls!`,
  (word) => `He said "${word}" (twice)`,
  (word) => `no idea…${word}?`,
];
