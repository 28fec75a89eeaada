import { expect, test } from 'vitest';
import { person } from '../../testing/people.ts';
import { hasPage, isAt, menuItems, menuLines } from './menu.ts';

const teacher = person().menus;
teacher.home = [{ name: 'Home', res_url: 'home' }];
teacher.assessments = [{ name: 'Assessments', res_url: 'assessments' }];
teacher.teacher = [{ name: 'Live Learning', res_url: 'teacher-live-learning' }];
teacher.admin_settings = [
  { name: 'Levels', res_url: 'levels' },
  { name: 'Schools', res_url: '/schools' },
];

test('[K074] the sidebar has the groups in their order and nothing that the server did not send', () => {
  expect(menuLines(teacher).map((line) => line.label)).toEqual(['Home', 'Assessments', 'Settings', 'Live Learning']);
  expect(menuLines(person().menus)).toEqual([]);
});

test('[K075] each entry links to /{res_url}', () => {
  expect(menuItems(teacher).map(({ path }) => path)).toEqual(['/home', '/assessments', '/levels', '/schools', '/teacher-live-learning']);
});

test('a group of several opens, a group of one is that entry', () => {
  expect(menuLines(teacher).map(({ kind }) => kind)).toEqual(['item', 'item', 'group', 'item']);
});

test('a page below an entry counts as that entry, a longer name does not', () => {
  expect(isAt('/levels/3', { path: '/levels' })).toBe(true);
  expect(isAt('/levels-of-noise', { path: '/levels' })).toBe(false);
  expect([hasPage(teacher, '/levels'), hasPage(teacher, '/roles')]).toEqual([true, false]);
});
