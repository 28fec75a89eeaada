import { expect, test } from 'vitest';
import { person } from '../../testing/people.ts';
import { findInMenu } from './find-in-menu.ts';
import { menuLines } from '../../ui/page-menu/menu.ts';

const menus = person().menus;
menus.home = [{ name: 'Home', res_url: 'home' }];
menus.admin_settings = [
  { name: 'Question Levels', res_url: 'question-levels' },
  { name: 'Standards', res_url: 'standard' },
  { name: 'Levels', res_url: 'levels' },
  { name: 'Écoles', res_url: 'schools' },
];
const names = (text: string) => findInMenu(menuLines(menus), text).map(({ label }) => label);

test('[K064] every entry without a text, in the menu’s order', () => {
  expect(names(' ')).toEqual(['Home', 'Écoles', 'Standards', 'Levels', 'Question Levels']);
});

test('[K064] every word has to be there, in any order, without regard to capitals and accents; beginnings first', () => {
  expect(names('LEVEL')).toEqual(['Levels', 'Question Levels']);
  expect(names('levels quest')).toEqual(['Question Levels']);
  expect(names('ecole')).toEqual(['Écoles']);
  expect(names('levels nothing')).toEqual([]);
});

test('[K064] the group’s name leads to its entries, which say where they stand', () => {
  expect(names('lists')).toEqual(['Standards', 'Levels']);
  expect(findInMenu(menuLines(menus), 'standards')).toMatchObject([{ path: '/standard', group: 'Lists' }]);
});
