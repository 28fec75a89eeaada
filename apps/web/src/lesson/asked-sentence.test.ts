import type { RichTextDocument, RichTextNode } from '@classwright/contract/rich-text';
import { describe, expect, test } from 'vitest';
import { findAskedSentence } from './asked-sentence.ts';

const text = (words: string, ...marks: string[]): RichTextNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content });
const doc = (...content: RichTextNode[]): RichTextDocument => ({ type: 'doc', content });
const said = (document: RichTextDocument): string =>
  (findAskedSentence(document)?.content[0]?.content ?? [])
    .map((node) => node.text ?? `[${node.type}]`)
    .join('')
    .trim();

describe('[B2221] what a question asks', () => {
  test('the last sentence with a question mark, wherever the preamble and the figures are', () => {
    const lamps = doc(
      paragraph(text('Three identical lamps are connected to a battery. Switch S is open; lamps 1 and 2 glow.')),
      { type: 'image', attrs: { src: '/files/1' } },
      paragraph(text('Now S is closed. What happens to the brightness of '), text('lamp', 'bold'), text(' 1?')),
    );
    expect(said(lamps)).toBe('What happens to the brightness of lamp 1?');
    expect(findAskedSentence(lamps)?.content[0]?.content?.[1]).toEqual(text('lamp', 'bold'));
    expect(said(doc(paragraph(text('Which is right? Think of energy.')), paragraph(text('Air resistance is small.'))))).toBe('Which is right?');
  });

  test('without a question mark the last sentence; a formula stays in its place', () => {
    const formula: RichTextNode = { type: 'math', attrs: { latex: 'v^2' } };
    expect(said(doc(paragraph(text('A ball is thrown up. Compare the forces at the top.'))))).toBe('Compare the forces at the top.');
    expect(said(doc(paragraph(text('It rises. How large is '), formula, text(' at the top?'))))).toBe('How large is [math] at the top?');
  });

  test.each([
    ['Arabic', 'تم إغلاق المفتاح. ماذا يحدث لسطوع المصباح؟', 'ماذا يحدث لسطوع المصباح؟'],
    ['Chinese', '开关现在闭合。灯泡1的亮度会怎样？', '灯泡1的亮度会怎样？'],
    ['Spanish', 'Ahora S se cierra. ¿Qué pasa con la lámpara 1?', '¿Qué pasa con la lámpara 1?'],
    ['Hindi', 'स्विच बंद है। बल्ब का क्या होगा?', 'बल्ब का क्या होगा?'],
  ])('in %s', (_language, words, asked) => {
    expect(said(doc(paragraph(text(words))))).toBe(asked);
  });

  test('a list is read too, and a question of figures alone has no sentence', () => {
    const list = { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('Which lamp glows?'))] }] };
    expect(said(doc(list))).toBe('Which lamp glows?');
    expect(findAskedSentence(doc({ type: 'image', attrs: { src: '/files/1' } }))).toBeNull();
    expect(findAskedSentence(doc())).toBeNull();
  });
});
