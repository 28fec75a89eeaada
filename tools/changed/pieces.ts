import { nameOf, type Node } from '../house-rules/source.ts';

/** One declaration of a file, or one statement that does something when the file loads. */
export interface Piece {
  /** The local names that it declares; none for a statement. */
  names: readonly string[];
  start: number;
  end: number;
  /** True for a variable that may change after it is made: what one function writes there, another reads. */
  isState: boolean;
  /** The names that it mentions, and `import:REQUEST` for each file that it loads later; the value is true where it names a type only. */
  mentions: ReadonlyMap<string, boolean>;
  /** The entries of a constant that is written as an object, else null. */
  entries: readonly Entry[] | null;
}

/** One entry of a constant object. `key` is null for what it takes over from another object. */
export interface Entry {
  key: string | null;
  start: number;
  end: number;
}

/** A file cut into its pieces. */
export interface Pieces {
  all: readonly Piece[];
  /** Local name → the names under which it is exported. */
  exported: ReadonlyMap<string, readonly string[]>;
}

/** Objects that hold nothing between two calls, or that are never written to after they are made. */
const STATELESS = /^(RegExp|URL|URLSearchParams|Date|Error|AppError|Text(En|De)coder|Intl\..+)$/;
/** Functions of ours and of libraries that make something that keeps a state. */
const MAKES_STATE = /^(React\.)?create(?!Translate)[A-Z]\w*$/;

/** Cuts a parsed file into its pieces. */
export function cutPieces(program: unknown): Pieces {
  const all: Piece[] = [];
  const exported = new Map<string, string[]>();
  const give = (local: string, name: string) => exported.set(local, [...(exported.get(local) ?? []), name]);
  for (const statement of (program as { body: Node[] }).body) {
    if (statement.type === 'ImportDeclaration' || statement.type === 'ExportAllDeclaration') continue;
    if (statement.type === 'ExportNamedDeclaration') {
      for (const { local, exported: name } of statement.source === null ? (statement.specifiers as Record<'local' | 'exported', Node>[]) : [])
        give(textOf(local), textOf(name));
      if (statement.declaration === null) continue;
    }
    const isDefault = statement.type === 'ExportDefaultDeclaration';
    const declaration = statement.type === 'ExportNamedDeclaration' || isDefault ? (statement.declaration as Node) : statement;
    const found = cutDeclaration(declaration);
    all.push(...found);
    if (isDefault) {
      // an expression has no name of its own, and 'default' is none that a file can use
      const [only] = found;
      if (only && only.names.length === 0) all.splice(-1, 1, { ...only, names: ['default'] });
      give(only?.names[0] ?? 'default', 'default');
    } else if (declaration !== statement) {
      for (const name of found.flatMap(({ names }) => names)) give(name, name);
    }
  }
  return { all, exported };
}

const textOf = (node: Node): string => (node.name ?? node.value) as string;

function cutDeclaration(declaration: Node): Piece[] {
  const piece = (node: Node, names: readonly string[], more: Partial<Piece> = {}): Piece => ({
    names,
    start: node.start,
    end: node.end as number,
    isState: false,
    mentions: collectMentions(node),
    entries: null,
    ...more,
  });
  if (declaration.type !== 'VariableDeclaration') return [piece(declaration, declaration.id ? [textOf(declaration.id as Node)] : [])];
  return (declaration.declarations as (Node & { id: Node; init: Node | null })[]).map((one) =>
    piece(one, namesIn(one.id), { isState: declaration.kind !== 'const' || keepsState(one.init), entries: entriesOf(one.init) }),
  );
}

/** Returns the names that a pattern declares. */
function namesIn(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name as string];
  if (pattern.type === 'AssignmentPattern') return namesIn(pattern.left as Node);
  if (pattern.type === 'RestElement') return namesIn(pattern.argument as Node);
  if (pattern.type === 'ArrayPattern') return (pattern.elements as (Node | null)[]).flatMap((element) => (element ? namesIn(element) : []));
  return (pattern.properties as (Node & { value?: Node })[]).flatMap((property) => namesIn(property.value ?? property));
}

function keepsState(init: Node | null): boolean {
  if (init?.type === 'ObjectExpression') return (init.properties as Node[]).length === 0;
  if (init?.type === 'ArrayExpression') return (init.elements as Node[]).length === 0;
  if (init?.type === 'NewExpression') return !STATELESS.test(nameOf(init.callee) ?? '');
  return init?.type === 'CallExpression' && MAKES_STATE.test(nameOf(init.callee) ?? '');
}

/** Returns the entries of `{ … }`, of `{ … } as const` and the like; null for anything else. */
function entriesOf(init: Node | null): Entry[] | null {
  let object = init;
  while (object && WRAPPERS.has(object.type)) object = object.expression as Node;
  if (object?.type !== 'ObjectExpression') return null;
  const entries = (object.properties as (Node & { key?: Node; computed?: boolean })[]).map(({ type, key, computed, start, end }) => ({
    key: type === 'Property' && key && !computed ? textOf(key) : null,
    start,
    end: end as number,
  }));
  return entries.some(({ key }) => key !== null) ? entries : null;
}

/** Syntax that gives a value a type and passes it on. */
const WRAPPERS = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression', 'TSTypeAssertion', 'TSInstantiationExpression']);
/** Syntax of TypeScript that is still there at run time. */
const VALUES = new Set([
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSParameterProperty',
  'TSExportAssignment',
]);
const KEYED = /^(Property|PropertyDefinition|AccessorProperty|MethodDefinition|TSPropertySignature|TSMethodSignature|TSAbstract\w+)$/;

function collectMentions(root: Node): Map<string, boolean> {
  const mentions = new Map<string, boolean>();
  const note = (name: string, isType: boolean) => mentions.set(name, isType && (mentions.get(name) ?? true));
  const visit = (value: unknown, isType: boolean): void => {
    if (Array.isArray(value)) {
      for (const one of value) visit(one, isType);
      return;
    }
    if (typeof value !== 'object' || value === null || typeof (value as Node).type !== 'string') return;
    const node = value as Node;
    const { type } = node;
    if (type === 'Identifier' || type === 'JSXIdentifier') note(node.name as string, isType);
    if (type === 'ImportExpression') note(`import:${String((node.source as Node).value)}`, isType);
    const isInType = isType || (type.startsWith('TS') && !WRAPPERS.has(type) && !VALUES.has(type));
    for (const key in node) {
      if (key === 'type' || typeof node[key] !== 'object') continue;
      if (key === 'property' && (type === 'JSXMemberExpression' || (type === 'MemberExpression' && !node.computed))) continue;
      if (key === 'key' && KEYED.test(type) && !node.computed) continue;
      if (key === 'name' && type === 'JSXAttribute') continue;
      if (key === 'right' && type === 'TSQualifiedName') continue;
      visit(node[key], isInType || (WRAPPERS.has(type) && key !== 'expression'));
    }
  };
  visit(root, false);
  return mentions;
}
