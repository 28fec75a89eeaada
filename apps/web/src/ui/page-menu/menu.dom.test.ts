import { expect, test } from 'vitest';
import { person } from '../../testing/people.ts';
import { pageIcons } from '../page-icons/index.ts';
import { shell } from '../../app/layouts.tsx';
import { router } from '../../app/router.tsx';
import { hasPage, isAt, menuItems } from './menu.ts';

const teacher = person().menus;
teacher.home = [{ name: 'Home', res_url: 'home' }];
teacher.assessments = [{ name: 'Assessments', res_url: 'assessments' }];
teacher.teacher = [{ name: 'Live Learning', res_url: 'teacher-live-learning' }];
teacher.admin_settings = [
  { name: 'Levels', res_url: 'levels' },
  { name: 'Our Own Page', res_url: 'own-page' },
  { name: 'Schools', res_url: '/schools' },
];

test('[K075] each entry links to /{res_url}, in the order of the groups', () => {
  expect(menuItems(teacher).map(({ path }) => path)).toEqual(['/home', '/assessments', '/levels', '/own-page', '/schools', '/teacher-live-learning']);
});

test('a page below an entry counts as that entry, a longer name does not', () => {
  expect(isAt('/levels/3', { path: '/levels' })).toBe(true);
  expect(isAt('/levels-of-noise', { path: '/levels' })).toBe(false);
  expect([hasPage(teacher, '/levels'), hasPage(teacher, '/roles')]).toEqual([true, false]);
});

test('[B218] every page that a menu can hold has an icon of its own', () => {
  // Pages that other pages link to: of one class, of one lesson.
  const inNoMenu = [
    '/profile',
    '/$',
    '/work-products',
    '/class-details',
    '/class-people',
    '/class-attention',
    '/class-extra-time',
    '/live-snapshot',
    '/sync-run',
  ];
  const pages = Object.entries(router.routesByPath).flatMap(([path, { parentRoute }]) => (parentRoute === shell ? [path] : []));
  expect(pages.length).toBeGreaterThan(30);
  expect(pages.filter((page) => !inNoMenu.includes(page.replace('/$id', '')) && !pageIcons[page.replace('/$id', '')])).toEqual([]);
  const { '/student-live-learning': _sameForStudents, '/std-classes': _alsoForStudents, ...others } = pageIcons;
  const icons = Object.values(others);
  expect(new Set(icons).size).toBe(icons.length);
});
