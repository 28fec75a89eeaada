import { expect, test } from 'vitest';
import { emptyTexts, scrub, type Scrubbed } from './scrub.ts';

const person: Scrubbed = {
  from: 12,
  to: 900,
  traces: { firstName: 'Ann', lastName: 'Lee', fullName: 'Ann Lee', email: 'ann@demo.school', outsideIds: ['1044'] },
  called: { firstName: 'Former member', number: 'K7Q2' },
};

test.each([
  ['Ann Lee was invited', 'Former member K7Q2 was invited'],
  ['joann leeds and ANN LEE, ann@demo.school', 'joann leeds and Former member K7Q2, K7Q2@erased.invalid'],
  [
    { account_id: 12, points: 12, course_id: 12 },
    { account_id: 900, points: 12, course_id: 12 },
  ],
  [
    { accountIds: [11, 12], ids: [12] },
    { accountIds: [11, 900], ids: [12] },
  ],
  [{ people: [{ first_name: 'Ann', last_name: 'lee' }] }, { people: [{ first_name: 'Former member', last_name: 'K7Q2' }] }],
  [
    { first_name: 'Ann', last_name: 'Park' },
    { first_name: 'Ann', last_name: 'Park' },
  ],
  ['/ims/oneroster/users/user-12 and user-123', '/ims/oneroster/users/user-900 and user-123'],
  [{ sourcedId: '1044' }, { sourcedId: 'K7Q2' }],
  [null, null],
])('[B2730] %j without the person is %j', (value, without) => {
  expect(scrub(value, person)).toEqual(without);
});

test('a value without the person comes back as it is', () => {
  const value = { course: [{ name: 'Physics' }] };
  expect(scrub(value, person)).toBe(value);
});

test('[B2730] a value about the person keeps its numbers and marks, and no text', () => {
  expect(emptyTexts({ email: 'x@y.z', status: true, tries: 3, role: { id: 2, name: 'Student' }, note: '' }, person)).toEqual({
    email: '–',
    status: true,
    tries: 3,
    role: { id: 2, name: '–' },
    note: '',
  });
});
