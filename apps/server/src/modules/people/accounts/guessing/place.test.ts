import { expect, test } from 'vitest';
import { neighborhoodOf, placeOf } from './place.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is the place %s', (address, place) => {
  expect(placeOf(address)).toBe(place);
});

test('all addresses of a /64 are one place, those of the next are another', () => {
  const places = Array.from({ length: 200 }, (_, index) => placeOf(`2001:db8:1:2:${index.toString(16)}::${index}`));
  expect(new Set(places).size).toBe(1);
  expect(placeOf('2001:db8:1:3::1')).not.toBe(places[0]);
});

test('what the trail keeps is coarser: a /24 or a /64', () => {
  expect([neighborhoodOf('192.0.2.7'), neighborhoodOf('::ffff:192.0.2.200'), neighborhoodOf('2001:db8:1:2::9')]).toEqual([
    '192.0.2.0/24',
    '192.0.2.0/24',
    '2001:db8:1:2::/64',
  ]);
});
