import { Parser } from 'htmlparser2';
import { addText, type Element, type Node } from './elements.ts';

/** Deeper elements are read as if they stood on this level: nobody nests that deep, and a stack has an end. */
const DEEPEST = 60;
const NOTHING: Readonly<Record<string, string>> = {};

/** HTML as browsers read it, broken as it may be. Never throws. */
export function readHtml(html: string): Node[] {
  if (!/[<&]/.test(html)) return html === '' ? [] : [html];
  const root: Element = { name: '', attributes: NOTHING, children: [] };
  const open: Element[] = [root];
  let tooDeep = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
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
  parser.end(html);
  return root.children;
}
