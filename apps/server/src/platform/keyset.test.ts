import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { type KeyKind, parseCursor, toCursor } from './keyset.ts';

const kinds = ['text', 'instant', 'number'] as const;
const values = ['Ada “Größe” 😀', '2026-11-21 03:44:00.123456+00', '7'];
const encode = (content: unknown) => Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
const parse = (cursor: string, of: readonly KeyKind[] = kinds) => parseCursor('after', cursor, 'name.asc', of);

test('a cursor is read as it was written, in its own order alone', () => {
  const cursor = toCursor('name.asc', values);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(parse(cursor)).toEqual(values);
  expect(parse(toCursor('name.asc', [null, '-infinity', '-1.5e-7']))).toEqual([null, '-infinity', '-1.5e-7']);
  expect(() => parse(toCursor('name.desc', values))).toThrow(AppError);
});

test.each([
  ['nothing', ''],
  ['no base64', '%%%'],
  ['no JSON', encode('{')],
  ['no list', encode({ 0: 'name.asc' })],
  ['no order', encode(values)],
  ['too few values', encode(['name.asc', 'Ada'])],
  ['too many values', encode(['name.asc', ...values, '8'])],
  ['values of other types', encode(['name.asc', 1, 2, 3])],
  ['a NUL', encode(['name.asc', 'a\u0000', values[1], '7'])],
  ['half of a sign', encode(`["name.asc","\\ud83d","${values[1]}","7"]`)],
  ['SQL for a number', encode(['name.asc', 'a', values[1], '7); DROP TABLE accounts; --'])],
  ['SQL for an instant', encode(['name.asc', 'a', "now'::timestamptz", '7'])],
  ['a day that is none', encode(['name.asc', 'a', '2026-02-30 00:00:00+00', '7'])],
  ['a month that is none', encode(['name.asc', 'a', '2026-13-01 00:00:00+00', '7'])],
  ['an hour that is none', encode(['name.asc', 'a', '2026-01-01 25:00:00+00', '7'])],
  ['a number without end', encode(['name.asc', 'a', values[1], '9'.repeat(400)])],
])('%s is refused at its field', (_what, cursor) => {
  expect(() => parse(cursor)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', fields: { after: [expect.stringContaining('validation.cursor')] } }),
  );
});

test.each([
  ['flag', 'true', 'yes'],
  ['date', '2024-02-29', '2023-02-29'],
  ['time', '23:59:59', '24:00'],
] as const)('a %s is %s and not %s', (kind, good, bad) => {
  expect(parse(encode(['name.asc', good]), [kind])).toEqual([good]);
  expect(() => parse(encode(['name.asc', bad]), [kind])).toThrow(AppError);
});
