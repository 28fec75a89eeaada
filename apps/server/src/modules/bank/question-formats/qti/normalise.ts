import { type Element, isElement } from '../markup/elements.ts';

const toCamel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** QTI 3 says `qti-choice-interaction max-choices`, QTI 2 `choiceInteraction maxChoices`: the latter for both. */
export function normaliseQti(element: Element): Element {
  const isOwn = element.name.startsWith('qti-');
  const attributes = isOwn
    ? Object.fromEntries(Object.entries(element.attributes).map(([name, value]) => [name.startsWith('data-') ? name : toCamel(name), value]))
    : element.attributes;
  return {
    name: isOwn ? toCamel(element.name.slice(4)) : element.name,
    attributes,
    children: element.children.map((child) => (isElement(child) ? normaliseQti(child) : child)),
  };
}
