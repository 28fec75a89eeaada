import { expect, test } from 'vitest';
import { isOpened } from './is-opened.ts';

test.each([
  ['/invitations', '/invitations', true],
  ['/invitations', '/invitations?page=2', true],
  ['/class-details/3?announcement=5', '/class-details/3?announcement=5&show=answers', true],
  ['/class-details/3?announcement=5', '/class-details/3', false],
  ['/class-details/3?announcement=5', '/class-details/3?announcement=51', false],
  ['/class-classwork/3?work=7', '/std-classwork?class=3&work=7', true],
  ['/std-classwork?class=3&work=7', '/class-classwork/3?work=7&tab=class-work', true],
  ['/class-classwork/3?work=7', '/class-classwork/3?work=77', false],
  ['/class-classwork/3?work=7', '/class-classwork/3', false],
  ['/class-people/3', '/class-people/33', false],
  ['/store-purchases', '/home', false],
])('what leads to %s is read when %s is open: %s', (path, at, isRead) => {
  expect(isOpened(path, at)).toBe(isRead);
});
