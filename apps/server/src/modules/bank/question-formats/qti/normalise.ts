import { type Element, isElement } from '../markup/elements.ts';

const toCamel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Converts the names of QTI 3, such as `qti-choice-interaction max-choices`, to those of QTI 2, `choiceInteraction
 * maxChoices`.
 */
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
