/** One noun in every spelling that the code uses. */
export interface Names {
  /** houseTeam */
  camel: string;
  /** houseTeams */
  camelMany: string;
  /** house-team */
  kebab: string;
  kebabMany: string;
  /** house_team */
  snake: string;
  snakeMany: string;
  /** House Team */
  title: string;
  titleMany: string;
}

export class ScaffoldRefusal extends Error {}

/** Spells a singular noun, given as houseTeam, house-team, house_team or "House Team". @throws ScaffoldRefusal */
export function toNames(given: string): Names {
  const words = given
    .trim()
    .split(/[\s_-]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase());
  if (!words.every((word) => /^[a-z]{1,20}$/.test(word)) || words.length > 4) {
    throw new ScaffoldRefusal(`“${given}” is not a name. Give one to four words of letters, in the singular: houseTeam.`);
  }
  const many = [...words.slice(0, -1), toPlural(words.at(-1) as string)];
  const camel = (parts: string[]) => parts.map((part, index) => (index === 0 ? part : capital(part))).join('');
  const title = (parts: string[]) => parts.map(capital).join(' ');
  return {
    camel: camel(words),
    camelMany: camel(many),
    kebab: words.join('-'),
    kebabMany: many.join('-'),
    snake: words.join('_'),
    snakeMany: many.join('_'),
    title: title(words),
    titleMany: title(many),
  };
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

function toPlural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
