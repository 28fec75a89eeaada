import { readWholePart } from './read-part.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import type { ZipArchive } from '../zip/index.ts';

/**
 * The maximum number of characters of all texts together: they are the only part of a workbook that is held completely.
 */
const MOST_CHARACTERS = 20_000_000;
const MOST_TEXTS = 2_000_000;

/**
 * Reads the texts that cells refer to by number. Runs of rich text are joined; phonetic readings of Japanese words are
 * left out.
 */
export async function readSharedStrings(archive: ZipArchive, name: string): Promise<string[]> {
  const texts: string[] = [];
  let characters = 0;
  let current = '';
  let isText = false;
  let reading = 0;
  await readWholePart(archive, name, {
    open(element) {
      if (element === 'si') current = '';
      else if (element === 'rPh') reading += 1;
      else if (element === 't') isText = reading === 0;
    },
    close(element) {
      if (element === 'rPh') reading -= 1;
      else if (element === 't') isText = false;
      else if (element === 'si') {
        characters += current.length;
        if (characters > MOST_CHARACTERS || texts.length >= MOST_TEXTS) throw new SpreadsheetError('too_large');
        texts.push(unescapeText(current));
      }
    },
    text(text) {
      if (isText) current += text;
    },
  });
  return texts;
}

/** Decodes Excel's escapes: it writes characters that XML cannot hold as `_x000D_`, and a real `_x` as `_x005F_x`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
