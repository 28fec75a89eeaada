import { expect, test } from 'vitest';
import { person } from '../../testing/people.ts';
import { findInMenu } from './find-in-menu.ts';
import { listSections } from './sections.ts';

const user = person();
user.menus.home = [{ name: 'Home', res_url: 'home' }];
user.menus.admin_settings = [
  { name: 'Question Levels', res_url: 'question-levels' },
  { name: 'Standards', res_url: 'standard' },
  { name: 'Levels', res_url: 'levels' },
  { name: 'Écoles', res_url: 'schools' },
  { name: 'قوائم الطلاب', res_url: 'own-list' },
  { name: '年级 7', res_url: 'own-grade' },
];
user.menus.dashboards = [
  { name: 'Dashboard', res_url: 'dashboard' },
  { name: 'Attendance', res_url: 'attendance-dashboard' },
];
const names = (text: string) => findInMenu(listSections(user, true), text).map(({ label }) => label);

test('[K064] every entry without a text, in the menu’s order', () => {
  expect(names(' ')).toEqual([
    ...['Home', 'Notifications', 'Dashboards', 'Attendance', 'Écoles', 'Levels', 'Standards', 'Question Levels', 'قوائم الطلاب', '年级 7'],
  ]);
});

test('[K064] every word has to be there, in any order, without regard to capitals and accents; beginnings first', () => {
  expect(names('LEVEL')).toEqual(['Levels', 'Question Levels']);
  expect(names('levels quest')).toEqual(['Question Levels']);
  expect(names('ecole')).toEqual(['Écoles']);
  expect(names('levels nothing')).toEqual([]);
});

test('[B2425] names in any script are found, and digits', () => {
  expect(names('الطلاب')).toEqual(['قوائم الطلاب']);
  expect(names('年级')).toEqual(['年级 7']);
  expect(names('7')).toEqual(['年级 7']);
});

test('[K064] [B2425] the section’s name leads to its pages, which say where they are; tabs of a page are found as well', () => {
  expect(names('school stand')).toEqual(['Standards']);
  expect(findInMenu(listSections(user, true), 'standards')).toMatchObject([{ path: '/standard', group: 'School' }]);
  expect(findInMenu(listSections(user, true), 'attend')).toMatchObject([{ path: '/attendance-dashboard', group: 'Insight' }]);
});
