import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeField, mergeFields, type SyncDirection, type SyncValue } from './merge.ts';

const value = fc.oneof(fc.constantFrom<SyncValue>(null, '', 'a', 'b', 'c', 0, 1, 2.5, true), fc.string({ maxLength: 3 }));
const direction = fc.constantFrom<SyncDirection>('both', 'in', 'out');

/** Returns both sides after one exchange, as a sync that reads and then sends would leave them. */
function exchange(base: SyncValue | undefined, ours: SyncValue, theirs: SyncValue, way: SyncDirection) {
  const merge = mergeFields({ field: base }, { field: ours }, { field: theirs }, { field: way });
  const here = merge.toOurs['field'] !== undefined ? merge.toOurs['field'] : ours;
  const there = merge.toTheirs['field'] !== undefined ? merge.toTheirs['field'] : theirs;
  const agreed = 'field' in merge.toTheirs ? here : merge.base['field'];
  return { here, there, agreed, isConflict: merge.conflicts.length > 0 };
}

describe('merging a field of two sides', () => {
  test('one side changed: its value goes over', () => {
    expect(mergeField('a', 'a', 'b')).toBe('to-ours');
    expect(mergeField('a', 'b', 'a')).toBe('to-theirs');
  });
  test('both to the same is no conflict, both differently is one', () => {
    expect(mergeField('a', 'b', 'b')).toBe('agreed');
    expect(mergeField('a', 'b', 'c')).toBe('conflict');
    expect(mergeField('a', 'a', 'a')).toBe('same');
  });
  test('what was never agreed on takes the side that has something', () => {
    expect(mergeField(undefined, '', 'b')).toBe('to-ours');
    expect(mergeField(undefined, 'a', null)).toBe('to-theirs');
    expect(mergeField(undefined, 'a', 'b')).toBe('conflict');
  });
  test.each(['both', 'out'] as const)('what goes out (%s) is believed only once it was sent: until then theirs is what both agreed on', (way) => {
    const merge = mergeFields({ title: 'a' }, { title: 'b' }, { title: 'a' }, { title: way });
    expect(merge).toEqual({ toOurs: {}, toTheirs: { title: 'b' }, conflicts: [], base: { title: 'a' } });
  });
  test('[B1100] neither value is ever lost: a value that only one side had is on both sides, or a conflict names it', () => {
    fc.assert(
      fc.property(value, value, value, (base, ours, theirs) => {
        const after = exchange(base, ours, theirs, 'both');
        const changed = [ours, theirs].filter((one) => one !== base);
        const isKept = after.here === ours && after.there === theirs && changed.length === 2 && ours !== theirs;
        const isShared = after.here === after.there && (changed.length === 0 ? [base] : changed).includes(after.here);
        expect(after.isConflict ? isKept : isShared).toBe(true);
      }),
    );
  });
  test('[B1100] a second exchange changes nothing, whatever the first did', () => {
    fc.assert(
      fc.property(fc.option(value, { nil: undefined }), value, value, direction, (base, ours, theirs, way) => {
        const first = exchange(base, ours, theirs, way);
        const second = exchange(first.agreed, first.here, first.there, way);
        expect([second.here, second.there, second.isConflict]).toEqual([first.here, first.there, first.isConflict]);
      }),
    );
  });
  test('[B1100] both sides are alike: to swap them swaps what is done', () => {
    const swapped = { 'to-ours': 'to-theirs', 'to-theirs': 'to-ours', same: 'same', agreed: 'agreed', conflict: 'conflict' } as const;
    fc.assert(
      fc.property(value, value, value, (base, ours, theirs) => {
        expect(mergeField(base, theirs, ours)).toBe(swapped[mergeField(base, ours, theirs)]);
      }),
    );
  });
});
