import { expect, test } from 'vitest';
import { splitAttached } from './attached.ts';

const resource = (name: string, mime_type: string) => ({ name, url: `/files/${name}`, mime_type });

test('attached pictures are shown under words, everything else is a link; a drawing that may hold scripts is opened, not shown', () => {
  const poster = resource('plenty-poster_2.png', 'image/png');
  const sheet = resource('sheet.pdf', 'application/pdf');
  const drawing = resource('drawing.svg', 'image/svg+xml');
  const nameless = resource('.png', 'image/png');
  expect(splitAttached([poster, sheet, drawing, nameless])).toEqual({
    pictures: [
      { src: '/files/plenty-poster_2.png', alt: 'plenty poster 2' },
      { src: '/files/.png', alt: '.png' },
    ],
    others: [sheet, drawing],
  });
});
