import { expect, test } from 'vitest';
import { cardAddress, inOrder } from './in-order.ts';

const card = (first_name: string, last_name: string) => ({ account_id: 1, first_name, last_name, email: '', kind: 'once' as const, secret: 'AB-12' });

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

test('the code of a card leads to the page where it counts, with the code in the part that no server sees', () => {
  expect(cardAddress('https://school.example/', { secret: 'AB 12' })).toBe('https://school.example/choose-password#code=AB%2012');
});
