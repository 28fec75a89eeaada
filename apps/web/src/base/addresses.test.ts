import { describe, expect, test } from 'vitest';
import { isOtherEntry, safeReturnPath, studentLesson } from './addresses.ts';
import { parseHomeSearch, parseLessonSearch, parseSignInSearch } from './search.ts';

describe('where to go back to after signing in', () => {
  test.each(['/home', '/assessments?page=2&assessment=5', '/student-live-learning?assessment_id=3', '/a#b'])('%s', (path) =>
    expect(safeReturnPath(path)).toBe(path),
  );
  test.each(['https://evil.test/', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)', 'home', '/', '', '/a\nb', null, 7, undefined])('never %j', (path) =>
    expect(safeReturnPath(path)).toBeNull(),
  );
});

test('the student’s lesson is an entry of its own', () => {
  expect([studentLesson(3), studentLesson(), '/student-live-learning/', '/student-live-learning#x'].map(isOtherEntry)).toEqual([true, true, true, true]);
  expect(['/student-live-learnings', '/home', '/teacher-live-learning'].map(isOtherEntry)).toEqual([false, false, false]);
});

describe('what stands in an address', () => {
  test('is read leniently, and only what is there', () => {
    expect(parseHomeSearch({ page: '3', search_text: 'lamp', other: 'x' })).toEqual({ page: 3, search_text: 'lamp' });
    expect(parseHomeSearch({ page: '-1', search_text: '' })).toEqual({});
    expect(parseHomeSearch({ page: 'two', search_text: { a: 1 } })).toEqual({});
    expect(parseHomeSearch({ search_text: 2026 })).toEqual({ search_text: '2026' });
    expect(parseSignInSearch({ to: '/home' })).toEqual({ to: '/home' });
  });
  test('names a lesson by assessment_id, and by nothing that is no id', () => {
    expect(parseLessonSearch({ assessment_id: '12' })).toEqual({ assessment_id: 12 });
    expect(parseLessonSearch({ assessment_id: '12abc' })).toEqual({});
    expect(parseLessonSearch({ assessment_id: '99999999999999999999' })).toEqual({});
  });
});
