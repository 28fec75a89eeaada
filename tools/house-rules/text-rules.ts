import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

const T = 'apps/web/src/base/t.ts';
const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
/** Code in these runs later than the module that holds it. */
const LATER = /Function|^ClassBody$/;

/**
 * Checks the calls of the web app's `t`. None runs while a module loads, because the page's language arrives later. Each
 * names its key so that a build finds it: as a text, or as a template that begins with the key's first word.
 */
export function checkAskedTexts(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path, imports }) => path.startsWith('apps/web/src/') && !isTest(path) && imports.some(({ file }) => file === T))
    .flatMap(({ path, program, lineOf, imports }) => {
      const names = new Set(imports.filter(({ file }) => file === T).flatMap(({ bindings }) => bindings.flatMap(({ name, as }) => (name === 't' ? [as] : []))));
      const calls = (program: unknown): Node[] => {
        const found: Node[] = [];
        walk(program, (node) => {
          if (node.type === 'CallExpression' && names.has(nameOf(node.callee) ?? '')) found.push(node);
        });
        return found;
      };
      const at = ({ start }: Node, problem: string): Violation => ({ where: `${path}:${lineOf(start)}`, problem });
      return [
        ...runningAtOnce(program, names).map((call) => at(call, 't is called while the module loads, before the language is there: call it in a function')),
        ...calls(program)
          .filter((call) => keysOf((call.arguments as Node[])[0]).some((key) => !isFound(key)))
          .map((call) => at(call, 'a key that is put together begins with its first word, as in `calendar.kind.${kind}`: else name the keys in a table')),
      ];
    });
}

/** Returns the calls outside of every function. */
function runningAtOnce(node: unknown, names: ReadonlySet<string>): Node[] {
  if (Array.isArray(node)) return node.flatMap((one) => runningAtOnce(one, names));
  if (node === null || typeof node !== 'object' || typeof (node as Node).type !== 'string') return [];
  const { type } = node as Node;
  if (LATER.test(type)) return [];
  const inside = Object.entries(node).flatMap(([field, value]) => (field === 'type' ? [] : runningAtOnce(value, names)));
  return type === 'CallExpression' && names.has(nameOf((node as Node).callee) ?? '') ? [node as Node, ...inside] : inside;
}

/** Returns the expressions that may be the key of a call. */
function keysOf(key: Node | undefined): Node[] {
  if (key?.type === 'ConditionalExpression') return [...keysOf(key.consequent as Node), ...keysOf(key.alternate as Node)];
  if (key?.type === 'TSAsExpression') return keysOf(key.expression as Node);
  return key ? [key] : [];
}

/** Checks whether a build finds the keys that an expression stands for. A variable's keys are named where it gets its value. */
function isFound(key: Node): boolean {
  if (key.type === 'BinaryExpression') return false;
  if (key.type !== 'TemplateLiteral') return true;
  const [first] = key.quasis as { value: { cooked: string } }[];
  return /^[a-zA-Z]\w*\./.test(first?.value.cooked ?? '');
}
