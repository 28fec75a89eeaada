import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  title: string;
  language: string;
  pages: number;
  /** The roles of its parts, in order: H1, P, Table and so on. */
  roles: string[];
  /** The lines in reading order, each in the direction of its script. */
  lines: string[];
  text: string;
  /** The names of the fonts in which digits are drawn, sorted. */
  fontsOfDigits: string[];
}

interface Item {
  str: string;
  fontName: string;
  hasEOL: boolean;
  dir: string;
}

/** Reads the content of a PDF back. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false, fontExtraProperties: true });
  const pdf = await loading.promise;
  const { info } = (await pdf.getMetadata()) as { info: { Title?: string; Language?: string } };
  const lines: string[] = [];
  const roles: string[] = [];
  const fonts = new Set<string>();
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    await page.getOperatorList(); // loads the fonts
    let line: Item[] = [];
    for (const item of items as Item[]) {
      if (/[0-9]/.test(item.str)) fonts.add((page.commonObjs.get(item.fontName) as { name: string }).name.replace(/^[A-Z]{6}\+/, ''));
      line.push(item);
      if (!item.hasEOL) continue;
      lines.push(toLine(line));
      line = [];
    }
    if (line.length > 0) lines.push(toLine(line));
    collectRoles((await page.getStructTree()) as unknown as StructNode, roles);
  }
  await loading.destroy();
  return {
    title: info.Title ?? '',
    language: info.Language ?? '',
    pages: pdf.numPages,
    roles,
    lines,
    text: lines.join('\n'),
    fontsOfDigits: [...fonts].sort(),
  };
}

/** Builds a line. pdf.js returns its words from left to right; a right-to-left line starts at the other end. */
function toLine(items: readonly Item[]): string {
  const isFromRight = /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(items.map(({ str }) => str).join('')) && items.every(({ str }) => !/[a-z]/i.test(str));
  return (isFromRight ? items.toReversed() : items).map(({ str }) => str).join('');
}

interface StructNode {
  role?: string;
  children?: readonly StructNode[];
}

function collectRoles(node: StructNode | null, roles: string[]): void {
  if (node?.role) roles.push(node.role);
  for (const child of node?.children ?? []) collectRoles(child, roles);
}
