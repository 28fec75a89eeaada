import { expect, test } from 'vitest';
import { seekPeople } from './seek-people.ts';

const ismail = {
  from: 12,
  traces: { firstName: 'İsmail', lastName: 'Ak', fullName: 'İsmail Ak', email: 'a@b.example', outsideIds: [] },
};

test('[B2730] a name is sought in its own letters, since a database folds some of them to others than a program does', () => {
  const { pattern, namePattern, listIn, listNamedIn } = seekPeople([ismail]);
  expect(pattern.split('|')).toContain('İsmail');
  expect(namePattern).toBe('İsmail');
  expect(listIn('says İsmail Ak')).toEqual([ismail]);
  expect(listNamedIn('says İsmail AK')).toEqual([ismail]);
  expect(listIn('says Ismael')).toEqual([]);
});
