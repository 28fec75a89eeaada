import { packMessage, type MessageKey, type Translate, unpackMessage } from '@classwright/contract';
import type { z } from 'zod';
import { AppError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/** "response_id" → "Response", "first_name" → "First name": what a field without a label of its own is called. */
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
  if (issue.code === 'invalid_value') return packMessage('validation.choice', { label, choices: issue.values.map(String).join(', ') });
  return packMessage('validation.generic', { label });
}

/** The deepest issues of a failed parse, a union's by the branch that came furthest. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || unpackMessage(issue.message) || issue.errors.length === 0) return [issue];
  const best = issue.errors.reduce((a, b) => (b.length < a.length ? b : a));
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

/** Packed field messages in the school's words. */
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
