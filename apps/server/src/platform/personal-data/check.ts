import { isAboutNobody, isAboutPerson, type Declaration } from './index.ts';
import { followWay, type Schema } from './schema.ts';

const isFree = (type: string) => /^(text|jsonb?|bytea|tsvector|character)/.test(type);

/**
 * Compares declarations with the schema. Returns a sentence for each table without a declaration, each declaration
 * without a table, each column that names accounts, holds free content or names a stored file and is not declared, and
 * each way that leads nowhere.
 */
export function checkPersonalData(schema: Schema, declared: ReadonlyMap<string, Declaration>): string[] {
  const problems = [...declared.keys()].filter((table) => !schema.has(table)).map((table) => `personalData declares ${table}, which is no table`);
  for (const table of schema.keys()) {
    const declaration = declared.get(table);
    if (declaration === undefined) problems.push(`the table ${table} has no personalData: say in its module what it holds about people`);
    else problems.push(...checkTable(schema, table, declaration));
  }
  return problems;
}

function checkTable(schema: Schema, table: string, declaration: Declaration): string[] {
  const { columns, keys, fixed } = schema.get(table)!;
  const problems: string[] = [];
  const lists = { blank: declaration.blank, words: declaration.words, mentions: declaration.mentions, secrets: declaration.secrets };
  const named = Object.values(lists).flatMap((list) => list ?? []);
  const files = declaration.files ?? [];
  const by = 'by' in declaration ? (declaration.by ?? []) : [];
  const subjects = isAboutPerson(declaration) ? [declaration.subject, ...(declaration.also ?? []).map(({ subject }) => subject)] : [];
  const writers = Object.entries(declaration.writtenBy ?? {});
  for (const [column, author] of writers)
    if (!declaration.blank?.includes(column) || !by.includes(author as string))
      problems.push(`writtenBy of ${table} names ${column} and ${author as string}, of which one is not in blank or not in by`);
  for (const column of [...named, ...files, ...by]) if (!columns.has(column)) problems.push(`personalData of ${table} names ${column}, which is no column`);
  for (const column of new Set(named.filter((one, index) => named.indexOf(one) < index)))
    problems.push(`${table}.${column} stands in two lists of personalData`);
  for (const [column, { type }] of columns) {
    if (isFree(type) && !fixed.has(column) && !named.includes(column))
      problems.push(`${table}.${column} is a free column: name it in blank, words, mentions or secrets of its personalData`);
    const target = keys.get(column);
    const isPerson = target === 'accounts' || (target === undefined && /^(account_id|\w+_account_id)$/.test(column));
    if (isPerson && !by.includes(column) && !subjects.some((way) => way === column || way === `${column}:accounts`))
      problems.push(`${table}.${column} names an account: make it the subject of its personalData, or name it in by`);
    if (target === 'files' && !files.includes(column)) problems.push(`${table}.${column} names a stored file: name it in files of its personalData`);
  }
  if (isAboutNobody(declaration)) return problems;
  const ways: [string, string | null][] = [];
  if (declaration.at !== undefined) ways.push([declaration.at, null]);
  if (isAboutPerson(declaration)) {
    ways.push(...subjects.map((way): [string, string] => [way, 'accounts']));
    const { class: course, lesson, work, question } = declaration.within ?? {};
    for (const [way, target] of [
      [course, 'courses'],
      [lesson, 'live_sessions'],
      [work, 'course_works'],
      [question, 'question_versions'],
    ] as const)
      if (way !== undefined) ways.push([way, target]);
    const copied = declaration.copy === 'never' ? [] : Object.keys(declaration.copy);
    if (copied.length > 0 && declaration.title === undefined) problems.push(`the copy of ${table} has no title`);
    for (const column of copied) {
      if (!columns.has(column)) problems.push(`the copy of ${table} names ${column}, which is no column`);
      if (declaration.secrets?.includes(column)) problems.push(`the copy of ${table} holds the secret ${column}`);
    }
  }
  for (const [way, target] of ways) {
    try {
      const arrived = followWay(schema, table, way).target;
      if (target !== null && arrived !== target) problems.push(`the way ${way} of ${table} leads to ${arrived ?? 'no table'}, not to ${target}`);
    } catch (error) {
      problems.push(`personalData of ${table}: ${(error as Error).message}`);
    }
  }
  return problems;
}
