import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { classwork } from './content/index.ts';
import { drawPage } from './page-pdf.ts';

async function readText(bytes: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const content = await (await document.getPage(1)).getTextContent();
  const text = content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  await document.loadingTask.destroy();
  return text;
}

test('a page holds its heading and its text, long lines broken between words', async () => {
  const text = await readText(drawPage({ title: 'Page 31', text: `It (really) costs 5\\6. ${'word '.repeat(40)}\nNew line: é → Ω` }));
  expect(text.replaceAll(/\s+/g, ' ')).toContain('Page 31');
  expect(text.replaceAll(/\s+/g, ' ')).toContain('It (really) costs 5\\6. word word');
  expect(text).toContain('New line: é -> Ohm');
});

test('every page that a student of the demo handed in can be drawn, and a sign without a letter is named', () => {
  const pages = classwork.flatMap(({ works }) =>
    works.filter(({ workType }) => workType === 'ASSIGNMENT').flatMap(({ title, answers = [] }) => answers.map(({ text }) => ({ title, text }))),
  );
  expect(pages.length).toBeGreaterThan(15);
  for (const page of pages) expect(drawPage(page).length).toBeGreaterThan(500);
  expect(() => drawPage({ title: 'x', text: '中' })).toThrow('no letter for 中');
});
