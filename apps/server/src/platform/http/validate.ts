import { type Endpoint, packMessage, type MessageKey, type Translate, unpackMessage } from '@classwright/contract';
import { z } from 'zod';
import { AppError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/** Returns the name of a field without a label: "response_id" → "Response", "first_name" → "First name". */
export function labelOf(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === 'string') ?? 'This');
  const words = name
    .replace(/(?<=.)_ids?$/, '')
    .replaceAll('_', ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function messageOf(issue: Issue): string {
  if (unpackMessage(issue.message)) return issue.message;
  const label = labelOf(issue.path);
  if (issue.code === 'invalid_type' && issue.input === undefined) return packMessage('validation.required', { label });
  if (issue.code === 'invalid_type' && issue.expected === 'number') return packMessage('validation.number', { label });
  if (issue.code === 'invalid_type' && issue.expected === 'string') return packMessage('validation.text', { label });
  if (issue.code === 'too_big' && issue.origin === 'string') return packMessage('validation.tooLong', { label, max: Number(issue.maximum) });
  if (issue.code === 'invalid_value') {
    const choices = issue.values.map((value) => String(value ?? '')).filter((value) => value !== '');
    if (choices.length > 0) return packMessage('validation.choice', { label, choices: choices.join(', ') });
  }
  return packMessage('validation.generic', { label });
}

/**
 * Returns true for an issue of a branch that only accepts an empty value. It says nothing about the value that was
 * sent.
 */
const isForNothing = (issue: Issue): boolean => issue.code === 'invalid_value' && issue.values.every((value) => value === '' || value === null);

/** Returns the deepest issues of a failed parse. For a union it uses the branch that matched furthest. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || unpackMessage(issue.message) || issue.errors.length === 0) return [issue];
  const branches = issue.errors.filter((branch) => !branch.every(isForNothing));
  const best = (branches.length > 0 ? branches : issue.errors).reduce((a, b) => (b.length < a.length ? b : a));
  return best.flatMap((inner) => flatten({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Parses one part of a request. @throws VALIDATION_FAILED with packed messages per field. */
export function parsePart<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const issue of result.error.issues.flatMap(flatten)) {
    const field = issue.path.map(String).join('.') || 'body';
    (fields[field] ??= []).push(messageOf(issue));
  }
  throw new AppError('VALIDATION_FAILED', {}, fields);
}

/**
 * Refuses a body with no known field: it would succeed and change nothing. Unknown fields next to known ones are
 * ignored, so that a response can be sent back as a body. @throws VALIDATION_FAILED at each of its fields
 */
export function requireSomethingKnown(schema: z.ZodType, body: unknown): void {
  const known = namesOf(schema);
  if (!known || typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const sent = Object.keys(body);
  if (sent.length === 0 || sent.some((name) => known.has(name) || name === '_method')) return;
  throw unknownNames(sent, 'validation.unknownField');
}

/**
 * Refuses query parameters that a call does not declare: a misspelled filter would return more than was asked for.
 * Private addresses are opened by apps that add parameters of their own, and other protocols have their own rules.
 * @throws VALIDATION_FAILED at each of them
 */
export function requireKnownQuery({ query, access, protocol, acceptsHandOff }: Endpoint, sent: object): void {
  const names = Object.keys(sent);
  if (names.length === 0 || protocol || access === 'link') return;
  const known = query ? namesOf(query) : new Set<string>();
  // A public file is opened like any other, by a window with a code.
  const takesCode = acceptsHandOff || access === 'public';
  const unknown = known ? names.filter((name) => !known.has(name) && !(takesCode && name === 'code')) : [];
  if (unknown.length > 0) throw unknownNames(unknown, 'validation.unknownParameter');
}

const unknownNames = (names: readonly string[], key: 'validation.unknownField' | 'validation.unknownParameter'): AppError =>
  new AppError('VALIDATION_FAILED', {}, Object.fromEntries(names.slice(0, 50).map((name) => [name, [packMessage(key, { label: name.slice(0, 100) })]])));

/**
 * Returns names that appear in more than one of `params`, `query` and `body`: a handler gets them as one object, and
 * one would silently win.
 */
export function findDuplicateNames({ params, query, body }: Pick<Endpoint, 'params' | 'query' | 'body'>): string[] {
  const names = [params, query, body].flatMap((part) => (part ? [...(namesOf(part) ?? [])] : []));
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/** Returns the fields of an object, or null when it accepts any. */
function namesOf(schema: z.ZodType): Set<string> | null {
  if (schema instanceof z.ZodPipe) return namesOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject && !schema.def.catchall ? new Set(Object.keys(schema.shape)) : null;
}

/**
 * Returns the path of a text in a body that no database can store (half of a surrogate pair), as "a.0.b". Null when
 * there is none.
 */
export function findUnstorable(body: unknown): string | null {
  const open: { path: string; value: unknown }[] = [{ path: '', value: body }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === 'string' && !value.isWellFormed()) return path || 'body';
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!name.isWellFormed()) return path || 'body';
      open.push({ path: path === '' ? name : `${path}.${name}`, value: inner });
    }
  }
  return null;
}

/** Translates packed field messages with the school's texts. */
export function translateFields(fields: Readonly<Record<string, string[]>>, t: Translate<MessageKey>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [
      field,
      messages.map((message) => {
        const packed = unpackMessage(message);
        return packed ? t(packed.key as MessageKey, packed.params) : message;
      }),
    ]),
  );
}
