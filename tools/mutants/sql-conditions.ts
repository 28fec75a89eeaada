interface Part {
  start: number;
  end: number;
}

/** A condition that can be left out, by its place in the file. */
interface Condition extends Part {
  after: string;
}

const IS_SQL = /\b(?:SELECT|UPDATE|DELETE FROM|INSERT INTO)\b|^`?\s*(?:AND|WHERE)\b/;
/** The words that end a condition at its own depth of parentheses. */
const ENDS = /^(?:AND|OR|ORDER|GROUP|LIMIT|RETURNING|FOR|UNION|HAVING|WINDOW|ON|THEN|WHEN|ELSE|END|JOIN|LEFT|CROSS|INNER|OFFSET|INTERSECT|EXCEPT|DO)$/;
const WORD = /[A-Za-z_][\w.]*|[(),;]/g;

/**
 * Lists the conditions of an SQL statement that can be left out. `literal` is a template literal as it is written, `inside`
 * are its expressions and `offset` is its place in the file. A condition with a numbered parameter is left alone: without
 * it the statement would be refused for the parameter that is left, so that any test at all would notice.
 */
export function listConditions(literal: string, inside: readonly Part[], offset: number): Condition[] {
  if (!IS_SQL.test(literal)) return [];
  const bare = blank(literal, inside, offset);
  const words = [...bare.matchAll(WORD)].map(({ 0: word, index }) => ({ word: word.toUpperCase(), index }));
  return words.flatMap(({ word, index }, at) => {
    if ((word !== 'AND' && word !== 'WHERE') || (word === 'AND' && closesBetween(words.slice(0, at).map((one) => one.word)))) return [];
    const begin = index + word.length;
    const end = findEnd(words.slice(at + 1)) ?? literal.length - (literal.endsWith('`') ? 1 : 0);
    const condition = literal.slice(begin, end);
    if (/^(?:true)?$/i.test(condition.trim()) || /\$\d/.test(condition)) return [];
    const kept = condition.length - condition.trimEnd().length;
    const found = { start: offset + (word === 'AND' ? index : begin), end: offset + end - kept };
    return [{ ...found, after: word === 'AND' ? 'AND TRUE' : ' TRUE' }];
  });
}

/** Replaces the expressions and quoted texts by as many letters, so that no word in them counts. */
function blank(literal: string, inside: readonly Part[], offset: number): string {
  let bare = literal;
  const hide = (start: number, end: number) => {
    bare = bare.slice(0, start) + '#'.repeat(end - start) + bare.slice(end);
  };
  for (const { start, end } of inside) hide(start - offset, end - offset);
  for (const { 0: quoted, index } of bare.matchAll(/'[^']*'/g)) hide(index, index + quoted.length);
  return bare;
}

function findEnd(words: readonly { word: string; index: number }[]): number | null {
  let depth = 0;
  let isBetween = false;
  for (const { word, index } of words) {
    if (depth === 0 && word === 'BETWEEN') isBetween = true;
    else if (depth === 0 && word === 'AND' && isBetween) {
      isBetween = false;
      continue;
    }
    if (word === '(') depth += 1;
    else if (word === ')') depth -= 1;
    if (depth < 0 || (depth === 0 && (word === ',' || word === ';' || ENDS.test(word)))) return index;
  }
  return null;
}

/** Checks whether the next AND belongs to a BETWEEN. */
function closesBetween(words: readonly string[]): boolean {
  let depth = 0;
  for (const word of words.toReversed()) {
    if (word === ')') depth += 1;
    else if (word === '(') depth -= 1;
    if (depth < 0) return false;
    if (depth === 0 && word === 'BETWEEN') return true;
    if (depth === 0 && /^(?:AND|OR|WHERE|ON|WHEN)$/.test(word)) return false;
  }
  return false;
}
