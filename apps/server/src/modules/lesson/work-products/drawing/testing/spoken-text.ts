import { inflateSync } from 'node:zlib';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * Reads the text of a PDF as screen readers do that use `/ActualText`, which pdf.js ignores: letters of Indic scripts
 * and Thai are drawn in another order than written, and the PDF has the written text next to those glyphs.
 */
export async function readSpoken(bytes: Uint8Array): Promise<string> {
  const said = listActualTexts(Buffer.from(bytes));
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const pdf = await loading.promise;
  let text = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { fnArray, argsArray } = await (await pdf.getPage(number)).getOperatorList();
    let silent = 0;
    for (const [index, operator] of fnArray.entries()) {
      const args = argsArray[index] as unknown[];
      if (operator === OPS.beginMarkedContentProps && (silent > 0 || (args[0] === 'Span' && args[1] === undefined))) {
        if (silent === 0) text += said.shift() ?? '';
        silent += 1;
      } else if (operator === OPS.endMarkedContent && silent > 0) silent -= 1;
      else if (operator === OPS.showText && silent === 0)
        for (const glyph of args[0] as readonly ({ unicode?: string } | number | null)[]) if (typeof glyph === 'object') text += glyph?.unicode ?? '';
    }
  }
  await loading.destroy();
  return text;
}

/** Returns each `/ActualText` of the pages, in order. */
function listActualTexts(bytes: Buffer): string[] {
  const texts: string[] = [];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', bytes.indexOf('endstream', at) + 9)) {
    const packed = bytes.subarray(at + 7, bytes.indexOf('endstream', at));
    let content = '';
    try {
      content = inflateSync(packed).toString('latin1');
    } catch {
      continue; // a picture that is packed otherwise
    }
    for (const [, hex = ''] of content.matchAll(/\/ActualText\s*<FEFF([0-9A-Fa-f]*)>/g)) texts.push(Buffer.from(hex, 'hex').swap16().toString('utf16le'));
  }
  return texts;
}
