import { readWholePart } from './read-part.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import type { XmlHandler } from './xml-reader.ts';
import type { ZipArchive } from './zip-read.ts';

export interface WorkbookParts {
  /** The first sheet that is not hidden. */
  sheet: string;
  sharedStrings: string | null;
}

interface Relation {
  id: string;
  kind: string;
  target: string;
}

const ignore = { close: () => undefined, text: () => undefined };

/** Finds where a workbook keeps its first visible sheet and its texts. @throws SpreadsheetError for anything but .xlsx. */
export async function findWorkbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  refuseOthers(archive);
  const main = (await readRelations(archive, '')).find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(main)) throw new SpreadsheetError('not_xlsx');
  if (await hasMacros(archive, main)) throw new SpreadsheetError('macros');
  const relations = await readRelations(archive, main);
  const sheets: { id: string; isHidden: boolean }[] = [];
  await readWholePart(archive, main, {
    ...ignore,
    open: (name, tag) => {
      if (name === 'sheet') sheets.push({ id: tag.get('id') ?? '', isHidden: (tag.get('state') ?? 'visible') !== 'visible' });
    },
  });
  const worksheets = new Map(relations.filter(({ kind }) => kind === 'worksheet').map(({ id, target }) => [id, target]));
  const usable = sheets.filter(({ id }) => archive.has(worksheets.get(id) ?? ''));
  const sheet = worksheets.get((usable.find(({ isHidden }) => !isHidden) ?? usable[0])?.id ?? '') ?? [...worksheets.values()].find((name) => archive.has(name));
  if (sheet === undefined) throw new SpreadsheetError(sheets.length > 0 ? 'broken' : 'not_xlsx');
  const sharedStrings = relations.find(({ kind }) => kind === 'sharedStrings')?.target ?? null;
  return { sheet, sharedStrings: sharedStrings !== null && archive.has(sharedStrings) ? sharedStrings : null };
}

function refuseOthers(archive: ZipArchive): void {
  const isOther = archive.has('xl/workbook.bin') || archive.has('content.xml') || archive.has('word/document.xml') || archive.has('ppt/presentation.xml');
  if (isOther) throw new SpreadsheetError('other_office');
}

/** What a part points at; '' for the archive itself. Targets are relative to the part, or to the root with a leading `/`. */
async function readRelations(archive: ZipArchive, part: string): Promise<Relation[]> {
  const folder = part.includes('/') ? part.slice(0, part.lastIndexOf('/') + 1) : '';
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!archive.has(name)) return [];
  const relations: Relation[] = [];
  const handler: XmlHandler = {
    ...ignore,
    open: (element, tag) => {
      if (element !== 'Relationship') return;
      const kind = (tag.get('Type') ?? '').split('/').at(-1) as string;
      relations.push({ id: tag.get('Id') ?? '', kind, target: resolve(folder, tag.get('Target') ?? '') });
    },
  };
  await readWholePart(archive, name, handler);
  return relations;
}

function resolve(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const path: string[] = folder.split('/').slice(0, -1);
  for (const step of target.replaceAll('\\', '/').split('/')) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}

async function hasMacros(archive: ZipArchive, main: string): Promise<boolean> {
  if (!archive.has('[Content_Types].xml')) return false;
  let type = '';
  await readWholePart(archive, '[Content_Types].xml', {
    ...ignore,
    open: (name, tag) => {
      if (name === 'Override' && tag.get('PartName')?.toLowerCase() === `/${main.toLowerCase()}`) type = tag.get('ContentType') ?? '';
    },
  });
  return /macroEnabled/i.test(type);
}
