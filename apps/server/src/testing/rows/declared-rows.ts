import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import { API, type Checker, type ObjectType, SymbolFlags, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync';
import type { Shape } from './shapes.ts';

/** A raw statement, or a value in one, with its declared result type. */
export interface DeclaredRows {
  /** The file and line, from the root. */
  where: string;
  /** The words of the statement between its values, which identify it when it runs. */
  words: string[];
  /** `sql` is Kysely's, `query` is a client's own method. */
  by: 'sql' | 'query';
  /** The shape of one row, or of the value. */
  shape: Shape;
}

const folder = 'apps/server/src/';
/** Statements are in the product and in the helpers of tests. */
const projects = ['tsconfig.json', 'tsconfig.tests.json'];
const DEEPEST = 6;

/**
 * Lists every sql<Row>`…` and every client.query<Row>('…') of the server, with the type resolved by the compiler.
 * @throws when a statement has no word of its own to identify it
 */
export function listDeclaredRows(root: string): DeclaredRows[] {
  const api = new API({ cwd: root });
  try {
    return projects
      .map((name) => `${root}/apps/server/${name}`)
      .filter(existsSync)
      .flatMap(readProject);
  } finally {
    api.close();
  }

  function readProject(config: string): DeclaredRows[] {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    const toShape = shapesBy(project.checker);
    return project.rootFiles
      .filter((file) => relative(root, file).startsWith(folder) && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const source = project.program.getSourceFile(file);
        if (!source) return [];
        const found: DeclaredRows[] = [];
        const visit = (node: Node): void => {
          const statement = readStatement(node as never);
          if (statement) {
            const type = project.checker.getTypeFromTypeNode(statement.type as never);
            const line = source.text.slice(0, (node as unknown as { getStart(): number }).getStart()).split('\n').length;
            const where = `${relative(root, file)}:${line}`;
            if (!statement.words.some((part) => /\S/.test(part)))
              throw new Error(`${where}: a statement without words of its own: SELECT … FROM (…) gives it some`);
            found.push({ where, words: statement.words, by: statement.by, shape: type ? toShape(type) : 'any' });
          }
          node.forEachChild(visit as never);
        };
        visit(source);
        return found;
      });
  }
}

interface Syntax extends Node {
  tag?: Syntax;
  template?: Syntax;
  typeArguments?: readonly Node[];
  expression?: Syntax;
  arguments?: readonly Syntax[];
  name?: { text: string };
  text?: string;
  head?: { text: string };
  templateSpans?: readonly { literal: { text: string } }[];
}

function readStatement(node: Syntax): { words: string[]; type: Node; by: DeclaredRows['by'] } | null {
  const type = node.typeArguments?.[0];
  if (!type) return null;
  const isSql = node.kind === SyntaxKind.TaggedTemplateExpression && node.tag?.text === 'sql';
  const isQuery = node.kind === SyntaxKind.CallExpression && node.expression?.name?.text === 'query';
  const words = isSql ? wordsOf(node.template) : isQuery ? wordsOf(node.arguments?.[0]) : null;
  return words && { words, type, by: isSql ? 'sql' : 'query' };
}

function wordsOf(node: Syntax | undefined): string[] | null {
  if (node?.kind === SyntaxKind.TemplateExpression) return [node.head?.text ?? '', ...(node.templateSpans ?? []).map(({ literal }) => literal.text)];
  return node?.kind === SyntaxKind.NoSubstitutionTemplateLiteral || node?.kind === SyntaxKind.StringLiteral ? [node.text ?? ''] : null;
}

function shapesBy(checker: Checker): (type: Type) => Shape {
  const known = new Map<number, Shape>();
  const convert = (type: Type, depth: number): Shape => {
    const found = known.get(type.id);
    if (found !== undefined) return found;
    const shape = make(type, depth);
    if (depth < DEEPEST / 2) known.set(type.id, shape);
    return shape;
  };
  const make = (type: Type, depth: number): Shape => {
    if (depth > DEEPEST || type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter)) return 'any';
    if (type.isLiteralType()) return { is: type.value as string };
    for (const [flag, shape] of primitives) if (type.flags & flag) return shape;
    if (type.isUnionType()) return { oneOf: type.getTypes().map((one) => convert(one, depth + 1)) };
    if (type.isIntersectionType()) {
      const branded = type.getTypes().find((one) => primitives.some(([flag]) => one.flags & flag));
      if (branded) return convert(branded, depth + 1);
    }
    const name = type.getSymbol()?.name;
    if (name === 'Date') return 'date';
    if (name === 'Buffer' || name === 'Uint8Array') return 'bytes';
    if (checker.isArrayType(type)) return { list: convert(checker.getTypeArguments(type as TypeReference)[0] as Type, depth + 1) };
    if (checker.isTupleType(type)) return { list: { oneOf: checker.getTypeArguments(type as TypeReference).map((one) => convert(one, depth + 1)) } };
    const [index] = checker.getIndexInfosOfType(type);
    if (index) return { record: convert(index.valueType, depth + 1) };
    const properties = checker.getPropertiesOfType(type as ObjectType);
    if (properties.length === 0) return 'any';
    const object: Record<string, Shape> = {};
    for (const property of properties) {
      const own = checker.getTypeOfSymbol(property);
      const shape = own ? convert(own, depth + 1) : 'any';
      object[property.name] = property.flags & SymbolFlags.Optional ? { oneOf: [shape, 'undefined'] } : shape;
    }
    return { object };
  };
  return (type) => convert(type, 0);
}

const primitives: readonly (readonly [TypeFlags, Shape])[] = [
  [TypeFlags.String | TypeFlags.TemplateLiteral, 'string'],
  [TypeFlags.Number, 'number'],
  [TypeFlags.BigInt, 'bigint'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
];
