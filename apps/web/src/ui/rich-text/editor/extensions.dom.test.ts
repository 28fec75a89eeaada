import { RICH_TEXT_PART_LIMITS } from '@classwright/rules/rich-text/part-limits';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { extensions } from './extensions.ts';
import { textTools } from './tools.ts';

test('[B1934] headings stand last among the tools: a justification needs them least', () => {
  const names = textTools.map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['editor.bold', 'editor.italic']);
  expect(names.slice(-3)).toEqual(['editor.heading1', 'editor.heading2', 'editor.heading3']);
});

test('[L556] the editor offers heading levels 1 to 3 and no others', () => {
  const headings = textTools.filter(({ name }) => name.startsWith('editor.heading')).map(({ name }) => name);
  expect(headings).toEqual(RICH_TEXT_PART_LIMITS.headingLevels.map((level) => `editor.heading${level}`));
  const editor = new Editor({ extensions, content: [1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Level ${level}</h${level}>`).join('') });
  const blocks = (editor.getJSON().content ?? []).map(({ type, attrs }) => (type === 'heading' ? attrs?.['level'] : type));
  expect(blocks).toEqual([1, 2, 3, 'paragraph', 'paragraph', 'paragraph']);
  editor.destroy();
});
