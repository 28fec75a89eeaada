import { expect, test } from 'vitest';
import { person } from '../../testing/people.ts';
import { pageIcons } from '../page-icons/index.ts';
import { shell } from '../../app/layouts.tsx';
import { router } from '../../app/router.tsx';
import { hasPage, isAt, menuItems, menuLines } from './menu.ts';
import { barItems } from '../../app/shell/StaffBar.tsx';

const teacher = person().menus;
teacher.home = [{ name: 'Home', res_url: 'home' }];
teacher.assessments = [{ name: 'Assessments', res_url: 'assessments' }];
teacher.teacher = [{ name: 'Live Learning', res_url: 'teacher-live-learning' }];
teacher.admin_settings = [
  { name: 'Accounts', res_url: 'accounts' },
  { name: 'Levels', res_url: 'levels' },
  { name: 'Standards', res_url: 'standard' },
  { name: 'Our Own Page', res_url: 'own-page' },
  { name: 'Our Other Page', res_url: 'other-page' },
  { name: 'Schools', res_url: '/schools' },
];

test('[B219] [K074] the sidebar has the groups in their order and nothing that the server did not send', () => {
  expect(menuLines(teacher).map((line) => line.label)).toEqual(['Home', 'Assessments', 'School', 'Lists', 'Settings', 'Live Learning']);
  expect(menuLines(person().menus)).toEqual([]);
});

test('[K075] each entry links to /{res_url}', () => {
  expect(menuItems(teacher).map(({ path }) => path)).toEqual([
    '/home',
    '/assessments',
    '/accounts',
    '/schools',
    '/levels',
    '/standard',
    '/own-page',
    '/other-page',
    '/teacher-live-learning',
  ]);
});

test('a group of several opens, a group of one is that entry', () => {
  expect(menuLines(teacher).map(({ kind }) => kind)).toEqual(['item', 'item', 'group', 'group', 'group', 'item']);
});

test('a page below an entry counts as that entry, a longer name does not', () => {
  expect(isAt('/levels/3', { path: '/levels' })).toBe(true);
  expect(isAt('/levels-of-noise', { path: '/levels' })).toBe(false);
  for (const list of ['/classes', '/std-classes']) expect(isAt('/class-people/3', { path: list })).toBe(true);
  expect(isAt('/class-people/3', { path: '/home' })).toBe(false);
  expect([hasPage(teacher, '/levels'), hasPage(teacher, '/roles')]).toEqual([true, false]);
});

test('[B218] every page that a menu can hold has an icon of its own', () => {
  // Pages that other pages link to: of one class, of one lesson.
  const inNoMenu = [
    '/profile',
    '/my-notifications',
    '/$',
    '/work-products',
    '/class-details',
    '/class-classwork',
    '/class-people',
    '/class-gradebook',
    '/class-attention',
    '/class-extra-time',
    '/live-snapshot',
    '/sync-run',
  ];
  const pages = Object.entries(router.routesByPath).flatMap(([path, { parentRoute }]) => (parentRoute === shell ? [path] : []));
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !inNoMenu.includes(page.replace('/$id', '')) && !pageIcons[page])).toEqual([]);
  const { '/student-live-learning': _sameForStudents, '/std-classes': _alsoForStudents, ...others } = pageIcons;
  const icons = Object.values(others);
  expect(new Set(icons).size).toBe(icons.length);
});

test('[B1560] groups of the menu have icons of their own, and none has that of Classes', () => {
  const icons = menuLines(teacher).flatMap((line) => (line.kind === 'group' ? [line.icon] : []));
  expect([icons.length, new Set(icons).size, icons.includes(pageIcons['/classes']!)]).toEqual([3, 3, false]);
});

test('the bar of a phone has what is opened most, and fills up in the order of the menu', () => {
  expect(barItems(menuItems(teacher)).map(({ path }) => path)).toEqual(['/home', '/accounts', '/assessments', '/teacher-live-learning']);
  const clerk = person().menus;
  clerk.home = [{ name: 'Home', res_url: 'home' }];
  clerk.admin_settings = ['schools', 'levels', 'standard', 'groups', 'periods'].map((page) => ({ name: page, res_url: page }));
  expect(barItems(menuItems(clerk)).map(({ path }) => path)).toEqual(['/home', '/schools', '/levels', '/standard']);
});
