import { expect, test } from 'vitest';
import { toReadableChanges } from './changes.ts';

const lines = (changes: { field: string; from: unknown; to: unknown }[], { before = {}, after = {} }: { before?: unknown; after?: unknown } = {}) =>
  toReadableChanges({ changes, before, after }).map(({ label, words }) => `${label}: ${words}`);

test.each([
  [
    'words of the catalogue in place of field names',
    [{ field: 'start_date', from: '2027-01-11', to: '2027-01-18' }],
    ['Start Date: Mon, Jan 11, 2027 → Mon, Jan 18, 2027'],
  ],
  ['YES and NO', [{ field: 'is_active', from: true, to: false }], ['Active: YES → NO']],
  [
    'names in place of the numbers beside them',
    [
      { field: 'level_id', from: 3, to: 4 },
      { field: 'level_name', from: 'Grade 9', to: 'Grade 10' },
    ],
    ['Level: Grade 9 → Grade 10'],
  ],
  [
    'several names',
    [
      {
        field: 'schools',
        from: [{ id: 1, name: 'Upper' }],
        to: [
          { id: 1, name: 'Upper' },
          { id: 2, name: 'Lower' },
        ],
      },
    ],
    ['Schools: Upper → Upper, Lower'],
  ],
  ['a field without words by its own name', [{ field: 'last_seen_on', from: null, to: 'desk' }], ['last seen on: empty → desk']],
  [
    'what a sign-in used',
    [
      { field: 'way', from: null, to: 'card' },
      { field: 'place', from: null, to: '9a3f' },
    ],
    ['Signed in with: empty → a sign-in card', 'Network, as a code: empty → 9a3f'],
  ],
  ['a number where no name stands beside it', [{ field: 'school_id', from: 1, to: 2 }], ['School: 1 → 2']],
])('a change is said in %s', (_what, changes, expected) => {
  expect(lines(changes)).toEqual(expected);
});

test('of a record that was made or deleted stands what it held, and nothing that was empty', () => {
  const made = [
    { field: 'name', from: null, to: 'Keeper' },
    { field: 'description', from: null, to: '' },
  ];
  expect(lines(made, { before: null })).toEqual(['Name: Keeper']);
  expect(lines([{ field: 'name', from: 'Keeper', to: null }], { after: null })).toEqual(['Name: Keeper']);
});

test('how a list was ordered when it was downloaded is no change; what was searched for is said', () => {
  const read = [
    { field: 'search_text', from: null, to: 'Ada' },
    { field: 'sort', from: null, to: 'full_name' },
    { field: 'direction', from: null, to: 'asc' },
  ];
  expect(lines(read, { before: null })).toEqual(['search text: Ada']);
});
