import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { expect, test } from 'vitest';
import { toKeptName } from './names.ts';

test.each([
  ['cat.png', 'image/png', 'cat.png'],
  ['cat.PNG', 'image/png', 'cat.PNG'],
  ['cat.JPEG', 'image/jpeg', 'cat.JPEG'],
  ['song.mp3.mp4', 'audio/mpeg', 'song.mp3.mp4.mp3'],
  ['page.png.html', 'image/png', 'page.png.html.png'],
  ['no extension', 'application/pdf', 'no extension.pdf'],
  ['Übung 1.2', 'application/pdf', 'Übung 1.2.pdf'],
  ['../../a.exe', 'image/gif', 'a.exe.gif'],
  ['strange.zzz', 'image/x-canon-cr2', 'strange.zzz'],
  ['', 'image/webp', 'file.webp'],
  ['\u200b\u2060', 'image/webp', 'file.webp'],
  ['\u202egnp.exe', 'image/png', 'gnp.exe.png'],
  ['👩\u200d🔬 می\u200cخواهم.png', 'image/png', '👩\u200d🔬 می\u200cخواهم.png'],
])('%s that is %s is kept as %s', (name, type, kept) => {
  expect(toKeptName(name, type)).toBe(kept);
});

test('[B140] a name that is too long is cut before the extension that says what it is', () => {
  for (const name of ['x'.repeat(300), `${'x'.repeat(300)}.html`]) {
    const kept = toKeptName(name, 'image/png');
    expect([kept.length, kept.endsWith('.png')]).toEqual([FILE_LIMITS.maxNameCharacters, true]);
  }
});
