import { Parser } from 'htmlparser2';
import { addText, type Element, type Node } from './elements.ts';

/**
 * The maximum depth: deeper elements are read as if they were on this level, since the stack is limited and nobody
 * nests that deep.
 */
const DEEPEST = 60;
/** The maximum number of open elements in the parser, which searches all of them at each tag. */
const MOST_OPEN = 1_000;
const NOTHING: Readonly<Record<string, string>> = {};

class TooDeep extends Error {}

/**
 * Parses HTML as browsers do, even if it is broken; beyond the maximum nesting it keeps only the text. Never throws.
 */
export function readHtml(html: string): Node[] {
  if (!/[<&]/.test(html)) return html === '' ? [] : [html];
  const root: Element = { name: '', attributes: NOTHING, children: [] };
  const open: Element[] = [root];
  let tooDeep = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length + tooDeep > MOST_OPEN) throw new TooDeep();
      if (open.length > DEEPEST) {
        tooDeep += 1;
        return;
      }
      const element: Element = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    ontext(text) {
      addText(open.at(-1) ?? root, text);
    },
    onclosetag() {
      if (tooDeep > 0) tooDeep -= 1;
      else if (open.length > 1) open.pop();
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    return [html.replace(/<[^<>]*>/g, ' ')];
  }
  return root.children;
}
