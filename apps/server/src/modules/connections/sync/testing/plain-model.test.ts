import { expect, test } from 'vitest';
import { PlainFact, PlainField } from './plain-model.ts';

const typed = (here: string | null, there: string | null): PlainField => {
  const field = new PlainField();
  if (here !== null) field.type('here', here);
  if (there !== null) field.type('there', there);
  return field;
};

test('[B1230] the plain model finds what gave way unseen, and takes what somebody decided or was told', () => {
  expect(typed('a', null).look('a', 'a', [])).toBeNull();
  expect(typed('a', 'b').look('b', 'b', [])).toContain('"a", typed here, gave way to "b"');
  expect(typed('a', 'b').look('b', 'b', ['a'])).toBeNull();
  expect(typed('a', null).settle('a', 'b', undefined, [])).toContain('nobody is told');
  expect(typed('a', 'b').settle('a', 'b', { ours: 'a', theirs: 'b' }, [])).toBeNull();
  expect(typed('a', 'b').settle('c', 'b', { ours: 'a', theirs: 'b' }, [])).toContain('the conflict shows');
  const decided = typed('a', 'b');
  decided.decide('theirs', 'b');
  expect(decided.look('b', 'b', [])).toBeNull();
  const retyped = typed('a', 'b');
  retyped.decide('theirs', 'b');
  retyped.type('here', 'c');
  expect(retyped.look('c', 'c', [])).toBeNull();
  const newer = typed('a', 'd');
  newer.decide('theirs', 'b');
  expect(newer.look('b', 'b', [])).toContain('"d", typed there, gave way to "b"');
});

test('[B1300] the plain model takes a fact as it may have been read there or was said here since, and nothing else', () => {
  const standing = new PlainFact<'in' | 'out'>('in');
  standing.mayRead(['out']);
  expect(standing.look('out')).toBeNull();
  standing.act('in');
  standing.read('out');
  expect(standing.look('in')).toBeNull(); // it was read before, and is no news
  standing.mayRead(['out']);
  expect(standing.look('out')).toBe('is out here, and is to be in');
  standing.read('in');
  expect(standing.look('in')).toBeNull();
});
