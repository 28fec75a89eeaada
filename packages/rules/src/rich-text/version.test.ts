import { describe, expect, test } from 'vitest';
import { checkDocument } from './check-document.ts';
import type { RichTextDocument } from './types.ts';
import { RICH_TEXT_VERSION, toCurrentVersion } from './version.ts';

const LIMITS = { nodes: 100, depth: 12, characters: 1000 };
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const document: RichTextDocument = { type: 'doc', content: [paragraph('one')] };
/** The steps of a program two versions later: paragraphs become headings, then everything gets an end. */
const STEPS = [
  (older: RichTextDocument): RichTextDocument => ({ ...older, content: older.content.map((node) => ({ ...node, type: 'heading' })) }),
  (older: RichTextDocument): RichTextDocument => ({ ...older, content: [...older.content, paragraph('the end')] }),
];

describe('the version of a document', () => {
  test.each([
    ['the first, which says none', document, ['heading', 'paragraph']],
    ['the first', { ...document, version: 1 }, ['heading', 'paragraph']],
    ['the second', { ...document, version: 2 }, ['paragraph', 'paragraph']],
    ['the current one', { ...document, version: 3 }, ['paragraph']],
  ])('%s is led up every step that it lacks, and says what it is then', (_, older, types) => {
    const before = structuredClone(older);
    const read = toCurrentVersion(older, STEPS) as RichTextDocument;
    expect([read.version, read.content.map(({ type }) => type)]).toEqual([3, types]);
    expect(toCurrentVersion(read, STEPS)).toBe(read);
    expect(older).toEqual(before);
  });

  test('of a later program is refused, one that is none too', () => {
    expect(toCurrentVersion({ ...document, version: 4 }, STEPS)).toBe('newer');
    for (const version of [0, -1, 1.5, Number.NaN, '1', null])
      expect(toCurrentVersion({ ...document, version: version as number }, STEPS)).toBe('not-a-document');
  });

  test('is looked at when a document comes in', () => {
    expect(checkDocument({ ...document, version: RICH_TEXT_VERSION }, LIMITS)).toMatchObject({ ok: true, document });
    expect(checkDocument({ ...document, version: RICH_TEXT_VERSION + 1 }, LIMITS)).toEqual({ ok: false, problem: 'newer', at: null });
    expect(checkDocument({ ...document, version: 'one' }, LIMITS)).toEqual({ ok: false, problem: 'not-a-document', at: null });
  });
});
