import type { Violation } from './import-rules.ts';
import type { Sheet } from './source.ts';

const sideOf = /^(?:left|right)$|^(?:scroll-)?(?:margin|padding)-(?:left|right)$|^border-(?:left|right)(?:-|$)|^border-(?:top|bottom)-(?:left|right)-radius$/;
const ofFourSides = /^(?:scroll-)?(?:margin|padding)$|^inset$|^border-(?:width|style|color)$/;

/**
 * Checks that style sheets say start and end, since a page runs left-to-right or right-to-left. A comment that begins
 * with `physical:` and gives the reason, on the declaration's line or the one before, allows an exception.
 */
export function checkStyles(sheets: readonly Sheet[]): Violation[] {
  return sheets.flatMap(({ path, text }) => {
    const lines = text.split('\n');
    const bare = text.replaceAll(/\/\*[^]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
    return [...bare.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].flatMap(({ index, 1: property = '', 2: value = '' }) => {
      const line = bare.slice(0, index).split('\n').length;
      const isExplained = [lines[line - 1], lines[line - 2]].some((one) => one?.includes('/* physical: '));
      const problem = isExplained ? null : problemOf(property, value.trim());
      return problem ? [{ where: `${path}:${line}`, problem }] : [];
    });
  });
}

function problemOf(property: string, value: string): string | null {
  const physical = `${property}: ${value} has a left and a right: say start and end (logical properties), or --cw-forward in a transform`;
  if (property === 'text-align')
    return /^(?:left|right|start|end)\b/.test(value) ? `text-align: ${value} is var(--cw-start) or var(--cw-end): see styles/base.css` : null;
  if (sideOf.test(property)) return physical;
  if (ofFourSides.test(property)) {
    const [, right, , left] = partsOf(value);
    return left !== undefined && left !== right ? physical : null;
  }
  if (property === 'border-radius') {
    const [topLeft, topRight = topLeft, bottomRight = topLeft, bottomLeft = topRight] = partsOf(value);
    return topLeft !== topRight || bottomLeft !== bottomRight ? physical : null;
  }
  if (value.includes('var(--cw-forward)')) return null;
  if (/^(?:transform|translate)$/.test(property)) return /translate(?:X|3d)?\(|^-?\d/.test(value) ? physical : null;
  if (/^(?:float|clear|transform-origin|object-position|background-position|background|background-image)$/.test(property))
    return /\b(?:left|right)\b/.test(value) ? physical : null;
  if (property === 'box-shadow') return /(?:^|,)\s*(?:inset\s+)?-?(?:[1-9]|0?\.\d)/.test(value) ? physical : null;
  return null;
}

/** Returns the parts of a value between spaces. Spaces within brackets do not count. */
function partsOf(value: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of value) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    if (/\s/.test(letter) && depth === 0) parts.push('');
    else parts.push(parts.pop() + letter);
  }
  return parts.filter((part) => part !== '');
}
