import { expect, test } from 'vitest';
import { dayIn } from '../../../../base/dates.ts';
import { cardAddress, inOrder } from './in-order.ts';

const card = (first_name: string, last_name: string, place = '') => ({
  account_id: 1,
  first_name,
  last_name,
  email: '',
  kind: 'once' as const,
  secret: 'AB-12',
  place,
});

test('cards stand by last name, then first name, accents and numbers where people look for them', () => {
  const names = [card('Zoë', 'Ek'), card('Bo', 'Ångström'), card('Ada', 'Ek'), card('P', 'Person 10'), card('P', 'Person 9')];
  expect(inOrder(names).map(({ first_name, last_name }) => `${last_name} ${first_name}`)).toEqual([
    'Ångström Bo',
    'Ek Ada',
    'Ek Zoë',
    'Person 9 P',
    'Person 10 P',
  ]);
});

test('[B1921] somebody without a last name is among those whose last name begins like the first one', () => {
  const names = [card('Bo', 'Zorn'), card('Budiman', ''), card('Ada', 'Adams'), card('Zoë', 'Clark')];
  expect(inOrder(names).map(({ first_name }) => first_name)).toEqual(['Ada', 'Budiman', 'Zoë', 'Bo']);
});

test('a stack for each level and class, in the order in which people count them', () => {
  const names = [card('Bo', 'Ek', 'Grade 10'), card('Ada', 'Zorn', 'Grade 9 · 9b Physics'), card('Ada', 'Ek', 'Grade 9 · 9b Physics'), card('Lib', 'Rarian')];
  expect(inOrder(names).map(({ place, last_name }) => `${place} ${last_name}`.trim())).toEqual([
    'Rarian',
    'Grade 9 · 9b Physics Ek',
    'Grade 9 · 9b Physics Zorn',
    'Grade 10 Ek',
  ]);
});

test('the last day of a card is that of the school, wherever the paper is printed', () => {
  expect(dayIn('2026-12-20T02:00:00Z', 'America/New_York')).toBe('Sat, Dec 19, 2026');
  expect(dayIn('2026-12-20T02:00:00Z', 'Asia/Tokyo')).toBe('Sun, Dec 20, 2026');
});

test('the code of a card leads to the page where it counts, with the code in the part that no server sees', () => {
  expect(cardAddress('https://school.example/', { secret: 'AB 12' })).toBe('https://school.example/choose-password#code=AB%2012');
});
