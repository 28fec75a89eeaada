import { expect, test } from 'vitest';
import { areResponsesChanged, type ComparedResponse } from './question-changes.ts';

const before: ComparedResponse[] = [
  { title: 'Brighter', description: 'The circuit as a whole', sub_grade: 4, is_valid: true },
  { title: 'The same', description: '', sub_grade: 0, is_valid: false },
];
const with0 = (change: Partial<ComparedResponse>): ComparedResponse[] => [{ ...(before[0] as ComparedResponse), ...change }, before[1] as ComparedResponse];

test('[Q237] unchanged responses, spaces at their ends aside, leave the question what it is', () => {
  expect(areResponsesChanged(before, with0({}))).toBe(false);
  expect(areResponsesChanged(before, with0({ title: ' Brighter ' }))).toBe(false);
});

test.each<[string, ComparedResponse[]]>([
  ['title', with0({ title: 'Dimmer' })],
  ['description', with0({ description: 'Another idea' })],
  ['points', with0({ sub_grade: 3 })],
  ['points taken away', with0({ sub_grade: null })],
  ['which response is right', with0({ is_valid: false })],
  ['a response more', [...before, before[1] as ComparedResponse]],
  ['a response less', before.slice(1)],
  ['the order', before.toReversed()],
])('[Q236] a change of %s makes a question of its own', (_, after) => expect(areResponsesChanged(before, after)).toBe(true));
