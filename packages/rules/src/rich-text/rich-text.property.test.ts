/* oxlint-disable vitest/no-conditional-expect -- a property speaks of the cases it is about; where they could be missing, a count says that there were some */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEditorDocument } from '../testing/documents.ts';
import { checkProperty, deepFreeze } from '../testing/property.ts';
import { checkDocument } from './check-document.ts';
import { toSafeHref } from './href.ts';
import { collectFileIds, documentsEqual, isEmptyDocument, toPlainText } from './read.ts';
import { MARK_RULES, NODE_RULES } from './schema.ts';
import { toDocument } from './to-document.ts';
import type { RichTextDocument, RichTextNode } from './types.ts';

const LIMITS = { nodes: 2_000, depth: 12, characters: 20_000 };
const anyInput = fc.oneof(
  { weight: 6, arbitrary: anyEditorDocument },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.jsonValue().map((content) => ({ type: 'doc', content })) },
  { weight: 1, arbitrary: fc.anything() },
);

function accepted(input: unknown): RichTextDocument | null {
  const check = checkDocument(input, LIMITS);
  return check.ok ? check.document : null;
}

/** Checks a property of every accepted document, and that enough were accepted for a meaningful test. */
function everyAccepted(check: (document: RichTextDocument, input: unknown) => void): void {
  let count = 0;
  checkProperty(
    fc.property(anyInput, (input) => {
      const document = accepted(input);
      if (!document) return;
      count += 1;
      check(document, input);
    }),
    500,
  );
  expect(count).toBeGreaterThan(150);
}

function nodesOf(node: RichTextNode): RichTextNode[] {
  return [node, ...(node.content ?? []).flatMap(nodesOf)];
}

test('an accepted document is a fixed point: checked again, it is the same', () => {
  everyAccepted((document) => expect(checkDocument(deepFreeze(document), LIMITS)).toEqual({ ok: true, document }));
});

test('an accepted document survives the database and the wire as it is', () => {
  everyAccepted((document) => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(JSON.stringify(document)).not.toMatch(/\\u0000|\\ud[89a-f]/u);
  });
});

test('an accepted document holds only nodes, marks and attributes of the list, and only safe links', () => {
  everyAccepted((document) => {
    for (const node of nodesOf(document).slice(1)) {
      const rule = NODE_RULES.get(node.type);
      expect(rule?.attributes.map(([name]) => name) ?? []).toEqual(expect.arrayContaining(Object.keys(node.attrs ?? {})));
      for (const mark of node.marks ?? []) {
        expect(MARK_RULES.has(mark.type)).toBe(true);
        if (mark.type === 'link') expect(mark.attrs).toEqual({ href: toSafeHref(mark.attrs?.['href']) });
      }
      expect(['type', 'text', 'attrs', 'marks', 'content']).toEqual(expect.arrayContaining(Object.keys(node)));
    }
  });
});

test('an accepted document equals what came in, and says something exactly when it has words', () => {
  everyAccepted((document, input) => {
    expect(documentsEqual(document, typeof input === 'string' ? input : (input as RichTextDocument))).toBe(true);
    expect(isEmptyDocument(document)).toBe(toPlainText(document) === '');
    expect(collectFileIds(document).every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
  });
});

test('a plain string is accepted and read back as it was, up to blanks at its ends and kinds of line breaks', () => {
  checkProperty(
    fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('\n', '\r\n', '\r'), (line, lineBreak) => {
      const input = [line, '', line].join(lineBreak);
      const document = toDocument(input);
      fc.pre(!input.includes('\u0000'));
      expect(accepted(input)).not.toBeNull();
      expect(toPlainText(document)).toBe(
        input
          .split(/\r\n|\r|\n/u)
          .map((part) => (part.trim() === '' ? '' : part))
          .join('\n')
          .trim(),
      );
    }),
  );
});

test('whatever comes in, the check answers and changes nothing of it', () => {
  checkProperty(
    fc.property(fc.oneof(fc.anything({ withNullPrototype: true, withMap: true, withDate: true, withSparseArray: true }), anyInput), (input) => {
      expect(typeof checkDocument(deepFreeze(input), LIMITS).ok).toBe('boolean');
    }),
    500,
  );
});

test('a text of lines is a document of its lines, those that are blank at both ends left out', () => {
  const lines = fc.array(fc.constantFrom('', ' ', '\t', 'a', ' b ', 'c d', '\u2028', '\uFEFF'), { maxLength: 12 });
  checkProperty(
    fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (given, lineBreak) => {
      const isBlank = (line: string): boolean => line.trim() === '';
      const first = given.findIndex((line) => !isBlank(line));
      const kept = first === -1 ? [] : given.slice(first, given.findLastIndex((line) => !isBlank(line)) + 1);
      expect(toDocument(given.join(lineBreak)).content).toEqual(
        kept.map((line) => (isBlank(line) ? { type: 'paragraph' } : { type: 'paragraph', content: [{ type: 'text', text: line }] })),
      );
    }),
  );
});
