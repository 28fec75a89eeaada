import { array, assert, constantFrom, integer, oneof, property, tuple } from 'fast-check';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { XmlError, type XmlOptions, XmlReader } from './index.ts';

/** Returns the events of a document in pieces that end at these places; null when it is refused. */
function told(xml: string, ends: readonly number[], options: XmlOptions = {}): string[] | null {
  const said: string[] = [];
  const reader = new XmlReader(
    {
      open: (name, attributes) => said.push(`<${name} ${JSON.stringify(attributes)}`),
      close: (name) => said.push(`>${name}`),
      text: (text) => said.push(text),
      instruction: (target) => said.push(`?${target}`),
    },
    options,
  );
  try {
    const places = [...ends.filter((end) => end < xml.length).toSorted((a, b) => a - b), xml.length];
    places.forEach((end, index) => reader.write(xml.slice(places[index - 1] ?? 0, end)));
    reader.end();
    return said;
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

/** Returns the events from another parser: strict, slower. */
function toldBySaxes(xml: string): string[] | null {
  const said: string[] = [];
  const parser = new SaxesParser();
  let isWrong = false;
  let depth = 0;
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  const tell = (text: string) => depth > 0 && text !== '' && said.push(text);
  parser.on('error', () => {
    isWrong = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    said.push(`<${local(name)} ${JSON.stringify(attributes)}`);
    depth += 1;
  });
  parser.on('closetag', ({ name }) => {
    said.push(`>${local(name)}`);
    depth -= 1;
  });
  parser.on('text', tell);
  parser.on('cdata', tell);
  parser.on('processinginstruction', ({ target }) => said.push(`?${target}`));
  parser.write(xml).close();
  return isWrong ? null : said;
}

const element = constantFrom(
  ['<a>', '</a>'],
  ['<b:c d="1" e=\'&amp;"\'>', '</b:c >'],
  ['<a\n\td="x\ty\r\nz&#10;"\r>', '</a>'],
  ['<é d = ">">', '</é>'],
  ['<a/>', ''],
  ['<a d="1" />', ''],
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['', ''],
);
const content = constantFrom(
  'text',
  ' ',
  '\n',
  '\r',
  '\r\n',
  '&lt;',
  '&#65;',
  '&#x1F600;',
  '😀',
  '>',
  ']',
  ']]',
  '-',
  '"',
  "'",
  '<?p q?>',
  '<?p?>',
  '<!-- <a> -->',
  '<![CDATA[]]>',
);
const odd = constantFrom(
  ...[
    '<',
    '>',
    '&',
    ';',
    '/',
    '"',
    "'",
    '=',
    ' ',
    ']]>',
    '--',
    '<a',
    '</a',
    '</',
    '<!',
    '<?',
    '?>',
    '&x;',
    '&#1;',
    '&#xD800;',
    '&#;',
    '\u0001',
    ' d="1"',
    'd',
    '<!DOCTYPE a>',
    '1',
    '\u00a0',
  ],
);

/** Elements and texts within each other. */
const documents = array(tuple(element, content, integer({ min: 0, max: 20 })), { maxLength: 12 }).map((parts) => {
  let xml = '';
  for (const [[open, close], text, place] of parts)
    xml = place % 3 === 0 ? `${open}${text}${xml}${close}` : place % 3 === 1 ? `${xml}${open}${text}${close}` : `${open}${close}${text}${xml}`;
  return `<a>${xml}</a>`;
});
const damaged = tuple(documents, array(tuple(integer({ min: 0, max: 200 }), oneof(odd, content), integer({ min: 0, max: 3 })), { maxLength: 2 }))
  .map(([xml, changes]) => changes.reduce((text, [place, piece, gone]) => text.slice(0, place) + piece + text.slice(place + gone), xml).toWellFormed())
  .filter((xml) => !/<\?p\?[^>]/.test(xml)); // saxes 6.0.0 takes what no name may hold;
const pieces = array(integer({ min: 0, max: 200 }), { maxLength: 6 });

test('what a document tells, and whether it is well-formed, is what another parser says of it, wherever it is cut', () => {
  assert(
    property(damaged, pieces, (xml, ends) => {
      expect(told(xml, ends)).toEqual(toldBySaxes(xml));
    }),
    { numRuns: 2_000 },
  );
});

test('lenient, what is well-formed tells the same, and so it does however it is cut', () => {
  assert(
    property(damaged, pieces, (xml, ends) => {
      const lenient = told(xml, ends, { isLenient: true });
      expect(told(xml, [], { isLenient: true })).toEqual(lenient);
      expect([lenient, null]).toContainEqual(told(xml, ends));
    }),
    { numRuns: 2_000 },
  );
});
