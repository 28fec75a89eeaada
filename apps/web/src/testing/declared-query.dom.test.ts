import { expect, test } from 'vitest';
import { findUndeclared } from './declared-query.ts';

const undeclaredAt = (method: string, address: string) => findUndeclared(method, new URL(address, 'http://school.test'));

test.each([
  ['GET', '/api/courses?type=TEACHER&page=2', []],
  ['GET', '/api/courses?formt=csv&page=2', ['formt']],
  ['GET', '/api/courses/7?page=2', ['page']],
  ['GET', '/api/question_type/blocks?after=x&limit=5', []],
  ['GET', '/api/dashboard/grade-book?class=3&columns=0-0', []],
  ['GET', '/api/accounts/export?status=active&code=abc', []],
  ['GET', '/api/courses?code=abc', ['code']],
  ['DELETE', '/api/courses/7/course-work/8?confirm=true', []],
  ['GET', '/api/of-no-call?a=1', []],
])('%s %s: %j', (method, address, undeclared) => {
  expect(undeclaredAt(method, address)).toEqual(undeclared);
});
