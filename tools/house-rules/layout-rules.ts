import { posix } from 'node:path';
import type { Papers } from './dead-files.ts';
import type { Violation } from './import-rules.ts';
import { type Node, nameOf, type Source, walk } from './source.ts';

export const LAYOUT = 'apps/web/src/ui/plain/layout/layout.css';
const COMPONENTS = LAYOUT.replace('.css', '.tsx');
/** Declarations that arrange children, so that they need a row, stack or grid. */
const arranges = /^(?:gap|row-gap|align-items|justify-content|justify-items|flex-wrap|flex-direction|grid-template-columns):/;

/**
 * Checks that no class only repeats what the props of a layout component say. A class is excepted if another rule names it,
 * or if an element that is no layout component (a button, a cell, a link) has it.
 */
export function checkLayout(sources: readonly Source[], papers: Papers): Violation[] {
  const bodies = [...readRules(papers.get(LAYOUT) ?? '')].map(([, body]) => body);
  const tags = new Set(/type Tag =([^;]*);/.exec(sources.find(({ path }) => path === COMPONENTS)?.text ?? '')?.[1]?.match(/(?<=')\w+(?=')/g));
  return [...papers]
    .filter(([path]) => path.endsWith('.module.css'))
    .flatMap(([path, text]) => {
      const repeated = [...readRules(text)].filter(
        ([name, body]) => [...text.matchAll(new RegExp(`\\.${name}(?![\\w-])`, 'g'))].length === 1 && isRepeated(body, bodies),
      );
      if (repeated.length === 0) return [];
      const elements = sources.filter(({ imports }) => imports.some(({ file }) => file === path)).map((source) => listElements(source, path));
      return repeated
        .filter(([name]) =>
          elements.every(({ tagsOf, others, isComputed }) => !isComputed && !others.has(name) && (tagsOf.get(name) ?? []).every((tag) => tags.has(tag))),
        )
        .map(([name]) => ({ where: path, problem: `the class ${name} says what Row, Stack, Grid, Box or Text can say with props (docs/style.md)` }));
    });
}

/** Lists the rules of a single class outside of media queries, with their declarations. */
function* readRules(text: string): Generator<[string, string[]]> {
  for (const [, name = '', body = ''] of text.replaceAll(/\/\*[^]*?\*\//g, '').matchAll(/(?<!,\n)^(?:(?= {2}\.cw-) {2})?\.([\w-]+) \{\n([^{}]*)\}/gm))
    yield [name, body.split(';').flatMap((one) => one.trim() || [])];
}

/** Returns true if layout classes give every declaration of a body. Some of them give several, and only together. */
function isRepeated(body: readonly string[], bodies: readonly (readonly string[])[]): boolean {
  const display = body.find((one) => one.startsWith('display:'));
  if (display === undefined && body.some((one) => arranges.test(one))) return false;
  const given = new Set(['display: flex', ...bodies.filter((one) => one.every((declaration) => body.includes(declaration))).flat()]);
  return body.length > 0 && body.every((one) => given.has(one));
}

/**
 * Lists the tags of the elements that have a class alone, and the classes that are named in any other way. `isComputed`: a
 * name is computed, so that any class may be meant.
 */
function listElements({ path, program }: Source, styles: string): { tagsOf: Map<string, string[]>; others: Set<string>; isComputed: boolean } {
  let local = '';
  let isComputed = false;
  const tagsOf = new Map<string, string[]>();
  const alone = new Set<number>();
  const others = new Set<string>();
  for (const { type, source, specifiers } of (program as { body: Node[] }).body) {
    const request = (source as { value?: string } | null)?.value;
    if (type === 'ImportDeclaration' && request !== undefined && posix.join(posix.dirname(path), request) === styles)
      local = nameOf((specifiers as { local: Node }[])[0]?.local) ?? '';
  }
  walk(program, (node) => {
    const attributes = node.type === 'JSXOpeningElement' ? (node.attributes as Node[]) : [];
    if (attributes.some(({ type }) => type !== 'JSXAttribute')) return;
    for (const { name, value } of attributes) {
      const given = (value as { expression?: Node } | null)?.expression;
      const used = given && nameOf(given)?.split('.');
      if ((name as { name?: string }).name !== 'className' || used?.[0] !== local || used[1] === undefined) continue;
      alone.add((given as Node).start);
      tagsOf.set(used[1], [...(tagsOf.get(used[1]) ?? []), (node.name as { name?: string }).name ?? '']);
    }
  });
  walk(program, (node) => {
    if (node.type !== 'MemberExpression' || nameOf(node.object) !== local || alone.has(node.start)) return;
    if (node.computed) isComputed = true;
    else others.add((node.property as { name: string }).name);
  });
  return { tagsOf, others, isComputed };
}
