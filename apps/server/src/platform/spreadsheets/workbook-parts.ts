import { readWholePart } from './read-part.ts';
import { SpreadsheetError } from './spreadsheet-error.ts';
import { byLocalName, type XmlHandler } from '../xml/index.ts';
import type { ZipArchive } from '../zip/index.ts';

export interface WorkbookParts {
  /** The path of the first sheet that is not hidden. */
  sheet: string;
  sharedStrings: string | null;
  styles: string | null;
  /** True when days are counted from 1904, as old Excel for the Mac does. */
  isFrom1904: boolean;
}

interface Relation {
  id: string;
  kind: string;
  target: string;
}

const MOST_SHEETS = 1000;
const MOST_RELATIONS = 10_000;

/** Finds the first visible sheet and the texts of a workbook. @throws SpreadsheetError for anything but .xlsx. */
export async function findWorkbookParts(archive: ZipArchive): Promise<WorkbookParts> {
  refuseOthers(archive);
  const main = (await readRelations(archive, '')).find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml';
  if (!archive.has(main)) throw new SpreadsheetError('not_xlsx');
  if (await hasMacros(archive, main)) throw new SpreadsheetError('macros');
  const relations = await readRelations(archive, main);
  const sheets: { id: string; state: string }[] = [];
  let isFrom1904 = false;
  await readWholePart(archive, main, {
    open: (name, attributes) => {
      if (name === 'sheet' && sheets.length < MOST_SHEETS) sheets.push(sheetOf(byLocalName(attributes)));
      else if (name === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    },
  });
  const worksheets = new Map(relations.filter(({ kind }) => kind === 'worksheet').map(({ id, target }) => [id, target]));
  // A very hidden sheet appears in no menu, so it is not the one to read.
  const usable = sheets.filter(({ id, state }) => state !== 'veryHidden' && archive.has(worksheets.get(id) ?? ''));
  const chosen = usable.find(({ state }) => state === 'visible') ?? usable[0];
  const unlisted = sheets.length > 0 ? undefined : [...worksheets.values()].find((name) => archive.has(name));
  const sheet = worksheets.get(chosen?.id ?? '') ?? unlisted;
  if (sheet === undefined) throw new SpreadsheetError(sheets.length > 0 ? 'broken' : 'not_xlsx');
  const partOf = (kind: string): string | null => {
    const target = relations.find((relation) => relation.kind === kind)?.target;
    return target !== undefined && archive.has(target) ? target : null;
  };
  return { sheet, sharedStrings: partOf('sharedStrings'), styles: partOf('styles'), isFrom1904 };
}

const sheetOf = ({ id = '', state = 'visible' }: Record<string, string>) => ({ id, state });

function refuseOthers(archive: ZipArchive): void {
  const isOther = archive.has('xl/workbook.bin') || archive.has('content.xml') || archive.has('word/document.xml') || archive.has('ppt/presentation.xml');
  if (isOther) throw new SpreadsheetError('other_office');
}

/**
 * Returns the relations of a part; '' for the archive itself. Targets are relative to the part, or to the root with a
 * leading `/`.
 */
async function readRelations(archive: ZipArchive, part: string): Promise<Relation[]> {
  const folder = part.includes('/') ? part.slice(0, part.lastIndexOf('/') + 1) : '';
  const name = `${folder}_rels/${part.slice(folder.length)}.rels`;
  if (!archive.has(name)) return [];
  const relations: Relation[] = [];
  const handler: XmlHandler = {
    open: (element, attributes) => {
      if (element !== 'Relationship' || relations.length >= MOST_RELATIONS) return;
      const kind = (attributes['Type'] ?? '').split('/').at(-1) as string;
      relations.push({ id: attributes['Id'] ?? '', kind, target: resolve(folder, attributes['Target'] ?? '') });
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
    open: (name, attributes) => {
      if (name === 'Override' && attributes['PartName']?.toLowerCase() === `/${main.toLowerCase()}`) type = attributes['ContentType'] ?? '';
    },
  });
  return /macroEnabled/i.test(type);
}
