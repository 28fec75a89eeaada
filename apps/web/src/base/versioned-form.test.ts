import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeNewer } from './versioned-form.ts';

interface Lesson {
  title: string;
  room: string | null;
  tags: readonly string[];
}
const base: Lesson = { title: 'Circuits', room: null, tags: ['physics'] };

describe('somebody saved the row meanwhile', () => {
  test.each<[string, Partial<Lesson>, Partial<Lesson>, { values: Partial<Lesson>; taken: string[]; differing: string[] }]>([
    ['nobody touched the same field', { title: 'Mine' }, { room: 'B2' }, { values: { title: 'Mine', room: 'B2' }, taken: ['room'], differing: [] }],
    ['both changed one', { title: 'Mine' }, { title: 'Theirs' }, { values: { title: 'Mine' }, taken: [], differing: ['title'] }],
    ['both to the same', { title: 'Same' }, { title: 'Same' }, { values: { title: 'Same' }, taken: [], differing: [] }],
    ['one emptied what the other changed', { tags: [] }, { tags: ['physics', 'light'] }, { values: { tags: [] }, taken: [], differing: ['tags'] }],
  ])('%s', (_what, typed, newer, { values, taken, differing }) => {
    expect(mergeNewer(base, { ...base, ...typed }, { ...base, ...newer })).toEqual({ values: { ...base, ...values }, taken, differing });
  });

  test('where nobody knows what was typed over, all that differs is asked', () => {
    expect(mergeNewer(null, { ...base, room: 'B2' }, { ...base, title: 'Theirs' })).toMatchObject({ taken: [], differing: ['title', 'room'] });
  });

  test('a field that an older draft does not have is the newer one’s', () => {
    const { tags: _tags, ...older } = base;
    expect(mergeNewer(null, older as Lesson, base).values.tags).toEqual(['physics']);
  });
});

test('a merge never loses a side: what either changed is in the values or is asked, and what nobody changed stays', () => {
  const value = fc.oneof(fc.constantFrom('a', 'b', 'c', '', null), fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }));
  const form = fc.record({ one: value, two: value, three: value });
  const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
  fc.assert(
    fc.property(form, form, form, (start, typed, newer) => {
      const { values, taken, differing } = mergeNewer(start, typed, newer);
      for (const field of ['one', 'two', 'three'] as const) {
        const [isMine, isTheirs] = [!isSame(typed[field], start[field]), !isSame(newer[field], start[field])];
        expect(values[field]).toEqual(isMine ? typed[field] : newer[field]);
        expect(taken.includes(field)).toBe(!isMine && isTheirs);
        // all their changes missing from the values can be chosen, and there are no other questions
        expect(differing.includes(field)).toBe(isMine && isTheirs && !isSame(typed[field], newer[field]));
      }
      // a merge is final: the same newer version again asks nothing new
      expect(mergeNewer(newer, values, newer)).toEqual({ values, taken: [], differing: [] });
    }),
    { numRuns: 500 },
  );
});
