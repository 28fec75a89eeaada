import { RICH_TEXT_LIMITS } from '@classwright/contract/rich-text';
import { checkDocument } from '@classwright/rules/rich-text/index';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { extensions } from './extensions.ts';

const stored = { type: 'doc', content: [{ type: 'image', attrs: { file_id: 12, alt: 'A circuit', width: 640, height: 480 } }] };
const withEditor = <T>(content: unknown, look: (editor: Editor) => T): T => {
  const editor = new Editor({ extensions, content: content as never });
  const seen = look(editor);
  editor.destroy();
  return seen;
};

test('a stored picture survives editing, its address and what it does not say left out of what is kept', () => {
  const shown = { ...stored, content: [{ type: 'image', attrs: { ...stored.content[0]!.attrs, src: '/files/12?signature=x' } }] };
  const written = withEditor(shown, (editor) => editor.getJSON());
  expect(checkDocument(written, RICH_TEXT_LIMITS)).toEqual({ ok: true, document: stored });
  const bare = withEditor({ type: 'doc', content: [{ type: 'image', attrs: { file_id: 3 } }] }, (editor) => editor.getJSON());
  expect(checkDocument(bare, RICH_TEXT_LIMITS)).toEqual({ ok: true, document: { type: 'doc', content: [{ type: 'image', attrs: { file_id: 3 } }] } });
});

test('it is drawn with its address and its alternative text', () => {
  const html = withEditor({ type: 'doc', content: [{ type: 'image', attrs: { file_id: 3, alt: 'A "ball"', src: '/files/3?x' } }] }, (editor) =>
    editor.getHTML(),
  );
  expect(html).toBe('<img data-file-id="3" alt="A &quot;ball&quot;" src="/files/3?x">');
});

test('a picture that is pasted from elsewhere is left out', () => {
  const written = withEditor('<p>a</p><img src="https://evil.example/x.png" onerror="alert(1)">', (editor) => editor.getJSON());
  expect(JSON.stringify(written)).not.toContain('evil');
});
