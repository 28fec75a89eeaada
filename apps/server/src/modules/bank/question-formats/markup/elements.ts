/** An element of XML or HTML: names without prefix, HTML's in lower case. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
}
export type Node = Element | string;

export const isElement = (node: Node): node is Element => typeof node !== 'string';

/** Adds text to an element and merges it with adjacent text. */
export function addText({ children }: Element, text: string): void {
  const last = children.at(-1);
  if (typeof last === 'string') children[children.length - 1] = last + text;
  else children.push(text);
}

/** Returns all text below a node, unchanged. */
export function textOf(node: Node | undefined): string {
  if (node === undefined) return '';
  return isElement(node) ? node.children.map(textOf).join('') : node;
}

export function childrenOf(element: Element | undefined, name: string): Element[] {
  return (element?.children ?? []).filter((child): child is Element => isElement(child) && child.name === name);
}

export const childOf = (element: Element | undefined, name: string): Element | undefined => childrenOf(element, name)[0];

/** Yields elements of these names at any depth, in reading order, without searching inside a match. */
export function* findAll(element: Element, names: ReadonlySet<string>): Generator<Element> {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    if (names.has(child.name)) yield child;
    else yield* findAll(child, names);
  }
}

/** Adds many things to a list; `push(...)` would put all of them on the stack, which is limited. */
export function pushAll<Thing>(list: Thing[], more: Iterable<Thing>): void {
  for (const thing of more) list.push(thing);
}
