import { type Node, nameOf, type Source } from '../house-rules/source.ts';
import { listConditions } from './sql-conditions.ts';

/** The kinds of faults, by what the code does differently. */
export type FaultKind =
  | 'edge of a comparison'
  | 'and, or'
  | 'condition negated'
  | 'one more or less'
  | 'early end left out'
  | 'filter keeps all'
  | 'another default'
  | 'not awaited'
  | 'call left out'
  | 'condition of SQL left out'
  | 'smallest, largest'
  | 'some, every'
  | 'other answer'
  | 'equal, different';

/** One small fault: the text from `start` to `end` of a file is replaced. */
export interface Fault {
  path: string;
  line: number;
  kind: FaultKind;
  start: number;
  end: number;
  before: string;
  after: string;
}

type Change = Pick<Fault, 'kind' | 'start' | 'end' | 'after'>;
type Piece = Node & { end: number };

const EDGES: ReadonlyMap<unknown, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
]);
const SWAPPED: ReadonlyMap<unknown, string> = new Map([
  ['Math.min', 'Math.max'],
  ['Math.max', 'Math.min'],
  ['Math.floor', 'Math.ceil'],
  ['Math.ceil', 'Math.floor'],
]);
/** Calls on which no behavior depends that a test could see: logs, figures for operators, marks of time. */
const UNSEEN = /^(?:.*\.)?(?:log|logger|console|debug|warn|metrics?|histogram|performance)(?:\.|$)|(?:^|\.)(?:unref|observe|debug|setTag)$/;
/** Attributes that only change the look of an element. */
const LOOK = /^(?:className|style|key|size|tone|variant|icon|width|height)$/;
/** Names of functions that write: a call of one that is not awaited may come too late. */
const WRITES = /(?:^|\.)(?:insert|update|upsert|delete|remove|save|store|write|set|add|mark|enqueue|record|publish|end|close|archive|grant|revoke)[A-Z]\w*$/;

/**
 * Lists the small faults that can be placed in a file. They keep the types as far as the syntax shows it: a condition that
 * narrows a type is left alone, since the compiler would refuse its opposite.
 */
export function listFaults({ path, text, program, lineOf }: Pick<Source, 'path' | 'text' | 'program' | 'lineOf'>): Fault[] {
  const changes: Change[] = [];
  const slice = (node: unknown): string => text.slice((node as Piece).start, (node as Piece).end);
  visit(program, (node, parents) => changes.push(...changesAt(node as Piece, parents as readonly Piece[], slice)));
  return changes.map((change) => ({ path, line: lineOf(change.start), before: text.slice(change.start, change.end), ...change }));
}

/** Walks through everything that runs: types, logs and the look of elements are left out. */
function visit(value: unknown, take: (node: Node, parents: readonly Node[]) => void, parents: readonly Node[] = []): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, take, parents);
    return;
  }
  if (typeof value !== 'object' || value === null || typeof (value as Node).type !== 'string') return;
  const node = value as Node;
  if (isUnseen(node)) return;
  take(node, parents);
  const inside = [...parents, node];
  for (const key in node) if (key !== 'type' && !/^type(?:Annotation|Arguments|Parameters)$|^returnType$/.test(key)) visit(node[key], take, inside);
}

function isUnseen(node: Node): boolean {
  const { type } = node;
  if (type === 'ImportDeclaration' || type === 'TSInterfaceDeclaration' || type === 'TSTypeAliasDeclaration') return true;
  if (type === 'JSXAttribute') return LOOK.test(String((node.name as Node).name));
  if (type === 'ThrowStatement') return true; // the words of an error that nobody catches by its words
  return type === 'CallExpression' && UNSEEN.test(nameOf(node.callee) ?? '');
}

function changesAt(node: Piece, parents: readonly Piece[], slice: (node: unknown) => string): Change[] {
  const whole = (kind: FaultKind, after: string): Change => ({ kind, start: node.start, end: node.end, after });
  switch (node.type) {
    case 'BinaryExpression': {
      const operator = node.operator as string;
      const [left, right] = [node.left as Piece, node.right as Piece];
      const turned = EDGES.get(operator);
      if (turned) return isOrder(parents.at(-1)) ? [] : [whole('edge of a comparison', `${slice(left)} ${turned} ${slice(right)}`)];
      if ((operator === '+' || operator === '-') && right.type === 'Literal' && right.value === 1) return [whole('one more or less', slice(left))];
      if ((operator === '===' || operator === '!==') && !narrows(node) && parents.at(-1)?.type !== 'IfStatement')
        return [whole('equal, different', `${slice(left)} ${operator === '===' ? '!==' : '==='} ${slice(right)}`)];
      return [];
    }
    case 'LogicalExpression':
      return changesOfLogic(node, slice, whole);
    case 'IfStatement': {
      const test = node.test as Piece;
      if (narrows(test)) return [];
      const changes: Change[] = [{ kind: 'condition negated', start: test.start, end: test.end, after: negate(test, slice) }];
      if (node.alternate === null && isLastIn(node.consequent as Piece) && isFollowed(node, parents.at(-1))) changes.push(whole('early end left out', ';'));
      return changes;
    }
    case 'ConditionalExpression': {
      const test = node.test as Piece;
      return narrows(test) || isOrder(node) ? [] : [{ kind: 'condition negated', start: test.start, end: test.end, after: negate(test, slice) }];
    }
    case 'CallExpression':
      return changesOfCall(node, slice, whole);
    case 'ExpressionStatement': {
      const awaited = node.expression as Piece;
      if (awaited.type !== 'AwaitExpression' || (awaited.argument as Piece).type !== 'CallExpression') return [];
      const call = awaited.argument as Piece;
      const changes: Change[] = [whole('call left out', ';')];
      if (WRITES.test(nameOf(call.callee) ?? '')) changes.push(whole('not awaited', `void ${slice(call)};`));
      return changes;
    }
    case 'ReturnStatement': {
      const value = (node.argument as Piece | null)?.value;
      return typeof value === 'boolean' ? [whole('other answer', `return ${!value};`)] : [];
    }
    case 'TemplateLiteral':
      return listConditions(slice(node), node.expressions as Piece[], node.start).map((found) => ({ kind: 'condition of SQL left out', ...found }));
    default:
      return [];
  }
}

type Whole = (kind: FaultKind, after: string) => Change;

function changesOfLogic(node: Piece, slice: (node: unknown) => string, whole: Whole): Change[] {
  const operator = node.operator as string;
  const [left, right] = [node.left as Piece, node.right as Piece];
  if (operator === '??') {
    const value = right.type === 'Literal' ? right.value : undefined;
    const other = typeof value === 'number' ? String(value === 0 ? 1 : 0) : typeof value === 'boolean' ? String(!value) : value === '' ? "'other'" : null;
    return other === null ? [] : [whole('another default', `${slice(left)} ?? ${other}`)];
  }
  if (narrows(left) || bare(right).type.startsWith('JSX')) return [];
  const other = operator === '&&' ? '||' : '&&';
  return [whole('and, or', `(${slice(left)} ${other} ${bracket(right, slice)})`)];
}

function changesOfCall(node: Piece, slice: (node: unknown) => string, whole: Whole): Change[] {
  const callee = node.callee as Piece;
  const name = nameOf(callee);
  const swapped = SWAPPED.get(name);
  if (swapped) return [{ kind: 'smallest, largest', start: callee.start, end: callee.end, after: swapped }];
  if (callee.type !== 'MemberExpression' || callee.computed) return [];
  const property = callee.property as Piece;
  const [given] = node.arguments as Piece[];
  if (property.name === 'filter' && given?.type === 'ArrowFunctionExpression' && !given.returnType && !narrows(given.body as Piece))
    return [{ kind: 'filter keeps all', start: given.start, end: given.end, after: '() => true' }];
  if (property.name === 'where' && (node.arguments as Piece[]).length === 3) return [whole('condition of SQL left out', slice(callee.object))];
  if ((property.name === 'some' || property.name === 'every') && given?.type === 'ArrowFunctionExpression' && !given.returnType)
    return [{ kind: 'some, every', start: property.start, end: property.end, after: property.name === 'some' ? 'every' : 'some' }];
  return [];
}

const bare = (node: Piece): Piece => (node.type === 'ParenthesizedExpression' ? bare(node.expression as Piece) : node);

/** Checks for the `a < b ? -1 : 1` of an order, in which two equal ones may go either way. */
function isOrder(parent: Piece | undefined): boolean {
  if (parent?.type !== 'ConditionalExpression') return false;
  return [parent.consequent as Piece, parent.alternate as Piece].every(
    (one) => one.type !== 'StringLiteral' && /Literal|UnaryExpression|ConditionalExpression/.test(one.type),
  );
}

const bracket = (node: Piece, slice: (node: unknown) => string): string => (node.type === 'LogicalExpression' ? `(${slice(node)})` : slice(node));

function negate(test: Piece, slice: (node: unknown) => string): string {
  return test.type === 'UnaryExpression' && test.operator === '!' ? slice(test.argument) : `!(${slice(test)})`;
}

/**
 * Checks whether a condition narrows a type for the compiler, as far as the syntax shows it: a comparison with
 * null, undefined or a kind, `typeof`, `in`, `instanceof`, or a plain value that may be missing.
 */
function narrows(condition: Piece): boolean {
  switch (condition.type) {
    case 'BinaryExpression': {
      if (condition.operator === 'in' || condition.operator === 'instanceof') return true;
      const sides = [condition.left as Piece, condition.right as Piece];
      return sides.some(
        (side) =>
          (side.type === 'Literal' && side.value === null) ||
          (side.type === 'Identifier' && side.name === 'undefined') ||
          (side.type === 'UnaryExpression' && side.operator === 'typeof') ||
          (side.type === 'MemberExpression' && ['kind', 'type', 'ok', 'success', 'done'].includes(String((side.property as Piece).name))),
      );
    }
    case 'LogicalExpression':
      return narrows(condition.left as Piece) || narrows(condition.right as Piece);
    case 'UnaryExpression':
      return narrows(condition.argument as Piece);
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return narrows(condition.expression as Piece);
    // a name such as isLast or hasWork holds a truth; any other may hold an object or nothing
    case 'Identifier':
      return !isTruth(String(condition.name));
    case 'MemberExpression':
      return condition.computed === true || !isTruth(String((condition.property as Piece).name));
    case 'CallExpression':
      return (nameOf(condition.callee) ?? '').endsWith('isArray');
    default:
      return false;
  }
}

const isTruth = (name: string): boolean => /^(?:is|has|can|may|was|needs|does|wants|shows|allows|must|are|keeps)(?:[A-Z_]|$)/.test(name);

/** Checks whether a branch ends the function or the turn of a loop, and does nothing else. A throw is left to the refusals' tests as well. */
function isLastIn(branch: Piece): boolean {
  const only = branch.type === 'BlockStatement' ? (branch.body as Piece[]) : [branch];
  return only.length === 1 && /^(?:Return|Continue|Break|Throw)Statement$/.test(only[0]?.type ?? '');
}

function isFollowed(node: Piece, parent: Piece | undefined): boolean {
  return parent?.type === 'BlockStatement' && (parent.body as Piece[]).at(-1) !== node;
}

/** Returns the text of a file with the fault in it. */
export const placeFault = (text: string, { start, end, after }: Fault): string => text.slice(0, start) + after + text.slice(end);
