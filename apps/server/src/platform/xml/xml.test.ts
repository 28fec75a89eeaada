import { describe, expect, test } from 'vitest';
import { byLocalName, rootNameOf, XmlError, type XmlOptions, XmlReader } from './index.ts';

/** Returns the events of a document in pieces of that many characters. */
function toldBy(xml: string, { piece = 7, ...options }: XmlOptions & { piece?: number } = {}): string[] {
  const told: string[] = [];
  const reader = new XmlReader(
    {
      open: (name, attributes) => told.push(`<${name} ${JSON.stringify(byLocalName(attributes))}`),
      close: (name) => told.push(`>${name}`),
      text: (text) => told.push(text),
      instruction: (target) => told.push(`?${target}`),
    },
    options,
  );
  for (let at = 0; at < xml.length; at += piece) reader.write(xml.slice(at, at + piece));
  reader.end();
  return told;
}
function problemOf(xml: string, options: XmlOptions & { piece?: number } = {}): unknown {
  try {
    toldBy(xml, options);
    return null;
  } catch (error) {
    return error instanceof XmlError ? [error.problem, error.line] : error;
  }
}

describe('what a document says is told in its order', () => {
  test('names without prefixes, attributes, text, CDATA, references; in pieces of any length', () => {
    const xml = '<x:a xmlns:x="u" x:b="1 &amp; 2" c=\'"\'>one<d/>&#233;&lt;<![CDATA[<e>]]><?go on?></x:a>';
    const told = ['<a {"x":"u","b":"1 & 2","c":"\\""}', 'one', '<d {}', '>d', 'é<', '<e>', '?go', '>a'];
    for (const piece of [1, 2, 7, 1000]) expect(toldBy(xml, { piece })).toEqual(told);
  });
  test('of two attributes with one name the first is meant by the name without prefix', () => {
    expect(toldBy('<a x:href="1" href="2" xmlns:x="u"/>')[0]).toBe('<a {"href":"1","x":"u"}');
  });
  test('a declaration is passed over, right or wrong, and lines are counted with it', () => {
    expect(toldBy('\ufeff <?xml version="9"\n encoding=none?>\n<a/>', { piece: 1000 })).toEqual(['<a {}', '>a']);
    expect(problemOf('<?xml version="1.0"\n?>\n<a>\n</b>', { piece: 1000 })).toEqual(['malformed', 4]);
    expect(toldBy('<?xml-stylesheet href="#s"?><a/>', { piece: 1000 })[0]).toBe('?xml-stylesheet');
  });
  test('the root is found however wrong the rest is', () => {
    expect(rootNameOf('<?xml version="1.0"?><!-- <b> --><x:quiz a=1><')).toBe('quiz');
    expect(rootNameOf('no xml')).toBe('');
  });
});

describe('what costs too much, or would fetch or expand something, is refused', () => {
  test.each<[string, string, XmlOptions, string]>([
    ['entities that are declared', '<!DOCTYPE a [<!ENTITY b "ha">]><a>&b;</a>', {}, 'entities'],
    ['an entity of a file', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', {}, 'entities'],
    ['elements within elements', '<a>'.repeat(101), {}, 'too_deep'],
    ['attributes', `<a ${Array.from({ length: 201 }, (_, n) => `b${n}=""`).join(' ')}/>`, {}, 'too_large'],
    ['a text without end', `<a>${'x'.repeat(2_000)}`, { longestPiece: 1_000 }, 'too_large'],
    ['a comment without end', `<!--${'x'.repeat(2_000)}`, { longestPiece: 1_000 }, 'too_large'],
    ['a tag without end', `<a b="${'x'.repeat(2_000)}`, { longestPiece: 1_000 }, 'too_large'],
    ['a document type without end', `<!DOCTYPE ${'x'.repeat(2_000)}`, { longestPiece: 1_000 }, 'too_large'],
    ['a document that breaks off', '<a><b></b>', {}, 'malformed'],
    ['tags that close others', '<a><b></a></b>', {}, 'malformed'],
    ['two roots', '<a/><b/>', {}, 'malformed'],
    ['a reference to nothing', '<a>&b;</a>', {}, 'malformed'],
    ['a character that XML forbids', '<a>\u0001</a>', {}, 'malformed'],
  ])('%s', (_, xml, options, problem) => {
    expect(problemOf(xml, options)).toEqual([problem, 1]);
  });
  test('a document type that only names one is not looked for', () => {
    expect(toldBy('<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>')).toEqual(['<a {}', '>a']);
  });
  test('lenient: forbidden characters and references to nothing stay as they stand, all else is as strict', () => {
    expect(toldBy('<a>\u0001&b;&#1;</a>', { isLenient: true })).toEqual(['<a {}', '\u0001&b;&#1;', '>a']);
    expect(problemOf('<a></b>', { isLenient: true })).toEqual(['malformed', 1]);
  });
  test('a tag is held to the same length however many attributes it has', () => {
    const xml = `<a ${Array.from({ length: 100 }, (_, n) => `b${n}="${'x'.repeat(50)}"`).join(' ')}/>`;
    expect(problemOf(xml, { longestPiece: 1_000 })).toEqual(['too_large', 1]);
    expect(toldBy(xml, { longestPiece: 10_000 })).toHaveLength(2);
  });
  test.each(['<', '<a', '<a ', '</', '<!DOCTYPE '])('what no name and no pause between names needs is refused: %s', (begun) => {
    expect(problemOf(`<x>${begun}${(begun.trim() === begun ? 'x' : ' ').repeat(20_000)}`, { piece: 5_000 })).toEqual([
      begun.startsWith('</') || begun.startsWith('<!') ? 'malformed' : 'too_large',
      1,
    ]);
  });
  test('many texts, each short, are not too much', () => {
    expect(toldBy(`<a>${'<b/>xxxx'.repeat(2_000)}</a>`, { longestPiece: 1_000 })).toHaveLength(6_002);
  });
});
