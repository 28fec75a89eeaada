import { expect, test } from 'vitest';
import { splitFigures } from './split-figures.ts';

const p = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const image = (src: unknown) => ({ type: 'image', attrs: { file_id: 1, alt: 'A circuit', src } });

test('figures stand between the texts around them, in the order of reading', () => {
  const parts = splitFigures({ type: 'doc', content: [p('one'), p('two'), image('/files/1'), p('three')] });
  expect(parts.map(({ kind }) => kind)).toEqual(['text', 'figure', 'text']);
  expect(parts[1]).toMatchObject({ src: '/files/1', alt: 'A circuit' });
});

test.each(['https://elsewhere.example/x.png', '//elsewhere.example/x.png', '/\\elsewhere', 'javascript:alert(1)', 7, undefined])(
  'a figure from %s stays in the text, which knows what to do with it',
  (src) => {
    expect(splitFigures({ type: 'doc', content: [image(src)] }).map(({ kind }) => kind)).toEqual(['text']);
  },
);
