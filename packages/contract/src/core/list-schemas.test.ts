import { describe, expect, test } from 'vitest';
import { unpackMessage } from './fields.ts';
import {
  colourSchema,
  dateSchema,
  flagSchema,
  numberSchema,
  referenceSchema,
  referencesSchema,
  styleSchema,
  textSchema,
  timeSchema,
  toTimeOfDay,
} from './list-schemas.ts';

const field = { label: 'list.field.name', isRequired: true };
const optional = { ...field, isRequired: false };
const outcome = (
  schema: { safeParse: (value: unknown) => { success: boolean; data?: unknown; error?: { issues: { message: string }[] } } },
  value: unknown,
): unknown => {
  const result = schema.safeParse(value);
  return result.success ? result.data : unpackMessage(result.error?.issues[0]?.message ?? '')?.key;
};

describe('text', () => {
  const schema = textSchema({ ...field, max: 5 });
  test.each([
    ['  ab ', 'ab'],
    ['𝄞𝄞𝄞𝄞𝄞', '𝄞𝄞𝄞𝄞𝄞'], // characters are counted, not their halves
    ['𝄞𝄞𝄞𝄞𝄞𝄞', 'validation.tooLong'],
    ['', 'validation.required'],
    [undefined, 'validation.required'],
    [null, 'validation.required'],
    [' \u200b\u00a0\u2060 ', 'validation.required'], // nothing that anybody could see
    ['a\u0000b', 'validation.nul'],
    ['\ud800', 'validation.nul'],
    [5, 'validation.text'],
  ])('%j → %j', (value, expected) => expect(outcome(schema, value)).toBe(expected));
  test('may have words of its own for both', () => {
    const own = textSchema({ ...field, required: 'list.selectSchool', tooLong: 'list.inputTooLong', max: 1 });
    expect([outcome(own, ''), outcome(own, 'ab')]).toEqual(['list.selectSchool', 'list.inputTooLong']);
  });
  test('optional text may be empty', () => expect(outcome(textSchema({ ...optional, max: 5 }), ' ')).toBe(''));
});

test.each([
  ['08:05', '08:05'],
  ['8:05', '08:05'],
  ['23:59:59', '23:59'],
  ['12:00 AM', '00:00'],
  ['12:00 pm', '12:00'],
  ['1:30p.m.', '13:30'],
  ['11:59 PM', '23:59'],
  ['24:00', null],
  ['13:00 PM', null],
  ['0:10 AM', null],
  ['8:5', null],
  ['8', null],
  ['', null],
  ['08:60', null],
])('the time of day %j is %j', (text, expected) => {
  expect(toTimeOfDay(text)).toBe(expected);
  expect(outcome(timeSchema(field), text)).toBe(expected ?? (text === '' ? 'validation.required' : 'list.time'));
});

test.each([
  ['2028-02-29', '2028-02-29'],
  [' 2027-06-21 ', '2027-06-21'],
  ['2027-02-29', 'list.date'],
  ['2027-00-10', 'list.date'],
  ['1899-12-31', 'list.date'],
  ['21-06-2027', 'list.date'],
  [undefined, 'validation.required'],
])('the day %j is %j', (value, expected) => expect(outcome(dateSchema(field), value)).toBe(expected));

test.each([
  ['red', 'red'],
  ['#A1B2C3', '#a1b2c3'],
  ['#fff', '#fff'],
  ['light-blue', 'light-blue'],
  ['#ff', 'list.colour'],
  ['rgb(1,2,3)', 'list.colour'],
  ['red;', 'list.colour'],
  ['expression(x)', 'list.colour'],
])('the colour %j is %j', (value, expected) => expect(outcome(colourSchema(field), value)).toBe(expected));

test.each([
  ['striped', 'striped'],
  ['Gepunktet 2', 'Gepunktet 2'],
  ['a;b', 'list.style'],
  ['<b>', 'list.style'],
  ['', 'validation.required'],
])('the pattern %j is %j', (value, expected) => expect(outcome(styleSchema(field), value)).toBe(expected));

test.each([
  [7, 7],
  ['7', 7],
  [0, 'validation.id'],
  ['7.0', 'validation.id'],
  [1e21, 'validation.id'],
  ['', 'validation.required'],
  [[7], 'validation.id'],
])('the id %j is %j', (value, expected) => expect(outcome(referenceSchema(field), value)).toBe(expected));

test.each([
  [
    [1, '2', 1],
    [1, 2],
  ],
  ['3,4', [3, 4]],
  [5, [5]],
  [[], 'list.selectSchool'],
  ['', 'list.selectSchool'],
  [undefined, 'list.selectSchool'],
  [['x'], 'validation.id'],
  [[1, -2], 'validation.id'],
  [{}, 'validation.id'],
])('the ids %j are %j', (value, expected) => expect(outcome(referencesSchema({ ...field, required: 'list.selectSchool' }), value)).toEqual(expected));

test.each([
  [true, true],
  ['false', false],
  ['1', true],
  [0, false],
  ['', 'validation.required'],
  ['yes', 'validation.flag'],
  [2, 'validation.flag'],
])('the answer %j is %j', (value, expected) => expect(outcome(flagSchema(field), value)).toBe(expected));

test.each([
  [3, 3],
  ['-2', -2],
  [9, 'list.numberRange'],
  [1.5, 'list.numberRange'],
  ['1e1', 'list.numberRange'],
  [undefined, 'validation.required'],
])('the number %j is %j', (value, expected) => expect(outcome(numberSchema({ ...field, min: -2, max: 8 }), value)).toBe(expected));

test.each([dateSchema, timeSchema, referenceSchema])('what is optional may be emptied', (make) => {
  expect([outcome(make(optional), ''), outcome(make(optional), null)]).toEqual([null, null]);
});
