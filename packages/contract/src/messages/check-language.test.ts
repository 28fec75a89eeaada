import { expect, test } from 'vitest';
import { checkLanguage } from './check-language.ts';
import { en } from './en.ts';
import { makePseudoWords } from './pseudo.ts';

const catalogue = { 'a.files.one': '1 file', 'a.files.other': '{count} files', 'a.hello': 'Hello {name}', 'a.gone': '{count} deleted' };
const whole = {
  'a.files.one': '{count} plik',
  'a.files.few': '{count} pliki',
  'a.files.many': '{count} plików',
  'a.files.other': '{count} pliku',
  'a.hello': 'Cześć {name}',
  'a.gone': 'usunięto {count}',
};

test('a whole language has nothing missing and nothing wrong', () => {
  expect(checkLanguage('pl', whole, catalogue)).toEqual({ missing: [], faults: [] });
});

test('a language may have forms where English has none', () => {
  const forms = {
    'a.gone.one': 'usunięto {count} plik',
    'a.gone.few': 'usunięto {count} pliki',
    'a.gone.many': '{count} plików',
    'a.gone.other': '{count} pliku',
  };
  const { 'a.gone': _plain, ...others } = whole;
  expect(checkLanguage('pl', { ...others, ...forms }, catalogue)).toEqual({ missing: [], faults: [] });
});

test('what a language lacks is listed, counts by their forms', () => {
  expect(checkLanguage('pl', { 'a.hello': 'Cześć {name}' }, catalogue).missing).toEqual([
    'a.files.one',
    'a.files.few',
    'a.files.many',
    'a.files.other',
    'a.gone',
  ]);
  expect(checkLanguage('zh', {}, catalogue).missing).toEqual(['a.files.other', 'a.hello', 'a.gone']);
});

test.each([
  ['a key that is not there', { 'a.helo': 'x' }, 'a.helo is not a text that is asked for'],
  ['a count without a form', { 'a.files': 'x' }, 'a.files is not a text that is asked for'],
  ['a form that the language has not', { 'a.files.two': 'x' }, 'a.files.two is not a text that is asked for'],
  ['a place that nobody fills', { 'a.hello': 'Cześć {nazwa}' }, 'a.hello has {nazwa}, which nobody fills in'],
  ['a place left out', { 'a.hello': 'Cześć' }, 'a.hello lacks {name}'],
  ['an empty text', { 'a.hello': ' ' }, 'a.hello is empty'],
])('%s is a fault', (_, change, fault) => {
  expect(checkLanguage('pl', { ...whole, ...change }, catalogue).faults).toContain(fault);
});

test('one form of a count without the others is a fault', () => {
  const { 'a.files.few': _few, ...half } = whole;
  expect(checkLanguage('pl', half, catalogue).faults).toEqual(['a.files.few is missing beside the other forms of its count']);
});

test.each(['en-XA', 'ar-XB'])('%s is whole', (tag) => {
  expect(checkLanguage(tag, makePseudoWords(tag, en), en)).toEqual({ missing: [], faults: [] });
});

test.each([
  ['Elija una cuenta', 'Elija'],
  ['No llegó. Inténtelo de nuevo.', 'Inténtelo'],
  ['Compruébelo, o pida ayuda', 'Compruébelo'],
  ['Falta un permiso: pídaselo a alguien', 'pídaselo'],
  ['Esto es de usted', 'usted'],
  ['Abre la clase y suba el archivo', 'suba'],
])('[B1936] %j says usted in Spanish, which says tú to everybody', (text, word) => {
  expect(checkLanguage('es', { 'a.gone': text }, { 'a.gone': 'Gone' }).faults).toEqual([
    `a.gone addresses people in another form than the other texts: ${word}`,
  ]);
});

test.each([
  'Elige una cuenta, o créala',
  'Solo llega cuando alguien la elija o la pida',
  'Haz que se cree de nuevo. Pídeselo a quien tenga el rol.',
  'Nombre, título y artículo de la tienda',
  'El último que suba un archivo',
])('[B1936] %j says tú, or tells of others', (text) => {
  expect(checkLanguage('es', { 'a.gone': text }, { 'a.gone': 'Gone' }).faults).toEqual([]);
});
