/**
 * Common passwords, without case and without digits and marks at the ends. A password that consists only of these, once
 * or repeated, is guessed first. It is a short list of our own that covers the first thousand guesses, not a
 * dictionary.
 */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password passwort passw0rd motdepasse contrasena contraseña senha parola wachtwoord haslo kennwort secret geheim letmein
  welcome willkommen bienvenue bienvenido changeme default admin administrator root user guest test testing login signin
  hello hallo hola bonjour qwerty qwertz azerty qwertyuiop qwertyuiopasdfghjklzxcvbnm asdf asdfgh asdfghjkl zxcvbnm yxcvbnm
  qazwsx qazwsxedc zaqxsw abc abcd abcdef abcdefg abcdefgh abcdefghijklmnopqrstuvwxyz aaaaaa iloveyou ichliebedich jetaime teamo love
  princess prinzessin princesse sunshine sonnenschein soleil dragon monkey shadow master superman batman spiderman starwars
  pokemon minecraft fortnite roblox football fussball futbol soccer baseball basketball hockey cheese chocolate banana
  flower summer winter spring autumn fall monday tuesday wednesday thursday friday saturday sunday january february march
  april june july august september october november december school schule escuela ecole student teacher lehrer professor
  class classroom homework mathematics math science physics history english education learning classwright computer internet
  windows google facebook instagram whatsapp youtube tiktok apple android iphone samsung michael jennifer jessica ashley
  daniel charlie jordan hunter thomas andrew nicole matthew joshua maria alexander freedom whatever trustno nothing
  please family friends forever lovely beautiful purple orange yellow blue green silver golden diamond pepper ginger cookie
  tigger snoopy mickey minnie donald pikachu naruto killer hacker ninja pirate wizard magic phoenix eagle falcon tiger lion
  correcthorsebatterystaple thisismypassword mypassword newpassword mynewpassword yourpassword ilovemyfamily ilovemymom iloveschool
  iloveyousomuch iloveyouforever opensesame supersecret topsecret verysecret temppassword temporary letmeinplease passwordpassword`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/**
 * The limits in characters, counted as people see them. Staff without a second factor need more; a password that a
 * school hands out to a student may be shorter.
 */
export const PASSWORD_LIMITS = { staffCharacters: 15, studentCharacters: 8, maxCharacters: 256 } as const;

export type PasswordProblem = 'tooShort' | 'tooLong' | 'common' | 'repetitive' | 'personal';

export interface PasswordSetting {
  /** True for everyone except students. */
  isStaff: boolean;
  /** Public facts about the person: names, email, school. Passwords made of these are easy to guess. */
  known: readonly string[];
  /**
   * A check against a larger list than ours, if available: returns true when many people choose this text, or begin
   * with this base of letters.
   */
  isListed?: (text: string) => boolean;
}

export function minPasswordCharacters({ isStaff }: Pick<PasswordSetting, 'isStaff'>): number {
  return isStaff ? PASSWORD_LIMITS.staffCharacters : PASSWORD_LIMITS.studentCharacters;
}

/**
 * Returns the problem with a password, or null. It checks the length and lists of common passwords; there are no rules
 * about kinds of characters. Source: NIST SP 800-63B, section 3.1.1 (2025). `isListed` is the list required there; not
 * implemented: asking a service that knows leaked passwords.
 */
export function findPasswordProblem(password: string, setting: PasswordSetting): PasswordProblem | null {
  const normal = password.normalize('NFKC');
  const length = [...normal].length;
  if (length < minPasswordCharacters(setting)) return 'tooShort';
  if (length > PASSWORD_LIMITS.maxCharacters) return 'tooLong';
  const lower = normal.toLowerCase();
  if (isRepetitive(lower)) return 'repetitive';
  if (isCommon(lower, setting.isListed ?? (() => false))) return 'common';
  return isPersonal(lower, setting.known) ? 'personal' : null;
}

/** Returns the shortest part whose repetition gives the text: "abcabcab" → "abc". */
function unitOf(text: string): string {
  for (let size = 1; size <= text.length / 2; size += 1) {
    const unit = text.slice(0, size);
    if (unit.repeat(Math.ceil(text.length / size)).startsWith(text)) return unit;
  }
  return text;
}

const LONGEST_BORING_UNIT = 3;

/** Returns true for one to three characters repeated, or a run such as 1234567890123 or abcdefgh. */
function isRepetitive(text: string): boolean {
  const unit = unitOf(text);
  return unit.length <= LONGEST_BORING_UNIT || isRun(unit) || isRun(text);
}

const ALPHABETS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz'];

/**
 * Returns true when each character follows the one before in its alphabet, all forward or all backward; after 9 comes
 * 0.
 */
function isRun(text: string): boolean {
  return ALPHABETS.some((alphabet) => {
    const places = [...text].map((character) => alphabet.indexOf(character));
    const steps = places.slice(1).map((place, index) => (place - (places[index] as number) + alphabet.length) % alphabet.length);
    return !places.includes(-1) && (steps.every((step) => step === 1) || steps.every((step) => step === alphabet.length - 1));
  });
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');

function isCommon(text: string, isListed: (text: string) => boolean): boolean {
  if (isListed(text)) return true;
  const words = lettersOf(text.replaceAll('0', 'o').replaceAll('@', 'a').replaceAll('$', 's').replaceAll('3', 'e'));
  const plain = lettersOf(text);
  return [plain, words].some(
    (letters) =>
      isListed(letters) || isListed(unitOf(letters)) || COMMON_PASSWORDS.has(letters) || COMMON_PASSWORDS.has(unitOf(letters)) || isTwoCommon(letters),
  );
}

function isTwoCommon(letters: string): boolean {
  for (let cut = 3; cut <= letters.length - 3; cut += 1)
    if (COMMON_PASSWORDS.has(letters.slice(0, cut)) && COMMON_PASSWORDS.has(letters.slice(cut))) return true;
  return false;
}

const SHORTEST_KNOWN_WORD = 3;
/** The minimum number of letters that must remain after removing all known facts. */
const OWN_LETTERS = 4;

function isPersonal(text: string, known: readonly string[]): boolean {
  const words = known
    .flatMap((part) =>
      part
        .normalize('NFKC')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u),
    )
    .filter((word) => word.length >= SHORTEST_KNOWN_WORD)
    .sort((a, b) => b.length - a.length);
  const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
  return rest !== text && lettersOf(rest).length < OWN_LETTERS;
}
