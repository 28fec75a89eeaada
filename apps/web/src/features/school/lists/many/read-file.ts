import { MAX_ROWS_PER_CALL } from '@classwright/contract/core/max-rows';
import { t } from '../../../../base/t.ts';

/** The maximum file size. Three hundred lines of the longest cells would be smaller. */
const MOST_BYTES = 1_000_000;

/**
 * Reads the lines of a text file in any of the usual spreadsheet encodings. @throws Error with a message for people
 */
export async function readFile(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(t('list.many.fileTooLarge', { most: MAX_ROWS_PER_CALL }));
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\u0000')) throw new Error(t('list.many.fileIsNoText'));
  return text;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
