import { DefaultQueryExecutor, type RawNode, type RootOperationNode } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, inject } from 'vitest';
import type { DeclaredRows } from './declared-rows.ts';
import type {} from './global-setup.ts'; // declares the type of `inject`
import { type Field, findProblem } from './judge-rows.ts';
import type { Shape } from './shapes.ts';

/** The problems that tests found: a statement whose rows do not match its type. */
const problems = new Set<string>();
const keyOf = (words: readonly string[]): string => words.join('\u0000');
const statements = Map.groupBy(inject('declaredRows'), ({ by, words }) => `${by} ${keyOf(words)}`);
/** The statements of clients whose text contains values. */
const composed = inject('declaredRows').filter(({ by, words }) => by === 'query' && words.length > 1);

/** Returns true when a text has these words, in their order, with anything between them. */
function hasWords(text: string, words: readonly string[]): boolean {
  if (!text.startsWith(words[0] ?? '') || !text.endsWith(words.at(-1) ?? '')) return false;
  let at = 0;
  for (const part of words) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

const MAX_KEPT_TEXTS = 5_000;
/** The declared rows by the text of a statement: the product sends the same statements over and over. */
const declaredByText = new Map<string, DeclaredRows[]>();
function findByText(text: string): DeclaredRows[] {
  const known = declaredByText.get(text);
  if (known !== undefined) return known;
  const found = statements.get(`query ${text}`) ?? composed.filter(({ words }) => hasWords(text, words));
  if (declaredByText.size < MAX_KEPT_TEXTS) declaredByText.set(text, found);
  return found;
}

const fieldsOf = new WeakMap<object, readonly Field[]>();

type Run = (this: unknown, ...parts: unknown[]) => unknown;

/** Kysely returns rows without the names of their columns. They are kept here with the rows. */
const runText = pg.Client.prototype.query as Run;
pg.Client.prototype.query = function (this: unknown, ...parts: unknown[]) {
  const running = runText.apply(this, parts);
  if (!(running instanceof Promise)) return running;
  const [first] = parts as [string | { text?: string }];
  const text = typeof first === 'string' ? first : first?.text;
  return running.then((result: pg.QueryResult | pg.QueryResult[]) => {
    if (Array.isArray(result) || !Array.isArray(result.rows)) return result;
    fieldsOf.set(result.rows, result.fields ?? []);
    if (text === undefined) return result;
    judge(findByText(text), result.rows, (shape) => findProblem({ rows: result.rows, fields: result.fields ?? [] }, shape, { isOurs: false }));
    return result;
  });
} as never;

const runCompiled = DefaultQueryExecutor.prototype.executeQuery;
DefaultQueryExecutor.prototype.executeQuery = async function (query, ...rest) {
  const declaredHere = query.query.kind === 'RawNode' ? onlyHere(findDeclared(query.query)) : [];
  const result = await runCompiled.call(this, query, ...rest);
  const { rows } = result as { rows: Record<string, unknown>[] };
  const fields = fieldsOf.get(rows) ?? [];
  judge(declaredHere, rows, (shape) => findProblem({ rows, fields }, shape));
  for (const { alias, declared } of listRawValues(query.query))
    judge(declared, rows, (shape) => findProblem({ rows, fields }, { object: { [alias]: shape } }, { isPart: true }));
  return result as never;
};

/** The declared rows by the pieces of a raw statement, which are one object for each place in the code. */
const declaredByFragments = new WeakMap<readonly string[], DeclaredRows[]>();
function findDeclared({ sqlFragments }: RawNode): DeclaredRows[] {
  const known = declaredByFragments.get(sqlFragments);
  if (known !== undefined) return known;
  const found = statements.get(`sql ${keyOf(sqlFragments)}`) ?? [];
  declaredByFragments.set(sqlFragments, found);
  return found;
}

/** Lists the parts of a built statement that are written as SQL and have a name among its columns. */
function listRawValues(query: RootOperationNode): { alias: string; declared: DeclaredRows[] }[] {
  const selections = ('selections' in query && query.selections) || ('returning' in query && query.returning?.selections) || [];
  return selections.flatMap(({ selection }) => {
    if (selection.kind !== 'AliasNode' || selection.node.kind !== 'RawNode' || selection.alias.kind !== 'IdentifierNode') return [];
    return [{ alias: (selection.alias as unknown as { name: string }).name, declared: findDeclared(selection.node as RawNode) }];
  });
}

/** Selects, of statements with the same words, those of the calling files. Call it before anything is awaited. */
function onlyHere(declared: DeclaredRows[]): DeclaredRows[] {
  if (declared.length < 2) return declared;
  const { stack = '' } = new Error();
  const here = declared.filter(({ where }) => stack.includes(where.slice(0, where.lastIndexOf(':'))));
  return here.length > 0 ? here : declared;
}

/**
 * Checks rows. Statements with the same words in one file cannot be distinguished: one of their types has to match.
 */
function judge(declared: readonly DeclaredRows[], rows: unknown, find: (shape: Shape) => string | null): void {
  if (declared.length === 0 || !Array.isArray(rows)) return;
  const found = declared.map(({ where, shape }) => ({ where, problem: find(shape) }));
  if (found.every(({ problem }) => problem !== null)) problems.add(`${found.map(({ where }) => where).join(', ')}: ${found[0]?.problem}`);
}

function tell(): void {
  const told = [...problems];
  problems.clear();
  if (told.length > 0) throw new Error(`rows are not as the code says:\n${told.join('\n')}`);
}
afterEach(tell);
afterAll(tell);
