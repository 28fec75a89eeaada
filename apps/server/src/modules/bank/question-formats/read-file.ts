import { type QUESTION_FORMATS, QUESTION_IMPORT_LIMITS } from '@classwright/contract';
import { DuplicateColumnError, MissingColumnsError, SpreadsheetError } from '../../../platform/spreadsheets/index.ts';
import { rootNameOf, XmlError } from '../../../platform/xml/index.ts';
import { openZip, ZipError } from '../../../platform/zip/index.ts';
import { readAiken } from './aiken/read-aiken.ts';
import { readGift } from './gift/read-gift.ts';
import { type Finding, finding, type ImportedItem } from './imported-question.ts';
import { readText } from '../../../platform/read-text.ts';
import { readXml } from './markup/read-xml.ts';
import { readMoodle } from './moodle/read-moodle.ts';
import { isQtiItem, readQtiItem } from './qti/read-item.ts';
import { findManifest, PackageError, readPackage } from './qti/read-package.ts';
import { readOldQti } from './qti1/read-old-qti.ts';
import { readSheet } from './sheet/read-sheet.ts';

export type QuestionFormat = (typeof QUESTION_FORMATS)[number];

const ZIP_LIMITS = { entries: 25_000, totalBytes: 250 * 1024 * 1024 };

/**
 * An error for a file that cannot be read at all: a catalog key under `questionImport.file.` (`import.file.` for
 * spreadsheets) and its parameters.
 */
export class FileProblem extends Error {
  readonly problem: string;
  readonly params: Record<string, string | number>;
  constructor(problem: string, params: Record<string, string | number> = {}) {
    super(problem);
    this.name = 'FileProblem';
    this.problem = problem;
    this.params = params;
  }
}

export interface ParsedFile {
  format: QuestionFormat;
  items: AsyncIterable<ImportedItem>;
}

/**
 * Recognizes the type of a file from its content, and reads it item by item. This may take long: `openQuestionFile`
 * does it in a thread. @throws FileProblem, also while it is read
 */
export function parseQuestionFile(bytes: Buffer): ParsedFile {
  const { format, read } = detect(bytes);
  return { format, items: guarded(format, read) };
}

type Read = () => AsyncIterable<ImportedItem> | Iterable<ImportedItem>;

function detect(bytes: Buffer): { format: QuestionFormat; read: Read } {
  const sheet = { format: 'xlsx', read: () => readSheet(bytes) } as const;
  if (bytes.length === 0) return sheet;
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    return isPackage(bytes) ? { format: 'qti', read: () => readPackage(openZip(bytes, ZIP_LIMITS)) } : sheet;
  const { text, isGuessed } = readText(bytes);
  if (text.includes('\u0000')) return sheet;
  const found = detectText(text.replace(/^\ufeff/, ''));
  if (found === null) return sheet;
  return isGuessed ? { ...found, read: () => withGuessedText(found.read()) } : found;
}

function isPackage(bytes: Buffer): boolean {
  try {
    const archive = openZip(bytes, ZIP_LIMITS);
    if (findManifest(archive) !== undefined) return true;
    return !archive.has('[content_types].xml') && !archive.has('mimetype') && archive.names.some((name) => name.endsWith('.xml'));
  } catch (error) {
    throw toFileProblem(error); // nobody can tell whether it was a spreadsheet or a package
  }
}

function detectText(text: string): { format: QuestionFormat; read: Read } | null {
  if (/^\s*</.test(text)) return detectXml(text);
  if (/^[ \t]*ANSWER[ \t]*:/im.test(text) && /^[ \t]*[A-Z][.)][ \t]+\S/m.test(text)) return { format: 'aiken', read: () => readAiken(text) };
  return looksLikeGift(text) ? { format: 'gift', read: () => readGift(text) } : null;
}

/**
 * Returns true for a name or a category on a line of its own, or braces with answers after text. A list in brackets is
 * JSON.
 */
function looksLikeGift(text: string): boolean {
  if (/^[ \t]*(?:::|\$CATEGORY:)/m.test(text)) return true;
  if (/^\s*(?:\[(?!(?:html|moodle|plain|markdown)\])|\{)/i.test(text)) return false;
  for (const { index } of text.matchAll(/\{\s{0,100}(?:[=~#}]|(?:T|F|TRUE|FALSE)\s{0,100}[#}]|\d{0,4}:[A-Z_]{2,16}:)/gi))
    if (text[index - 1] !== '\\' && /\S/.test(text.slice(Math.max(0, index - 1000), index))) return true;
  return false;
}

function detectXml(text: string): { format: QuestionFormat; read: Read } | null {
  const root = rootNameOf(text);
  if (root === 'quiz') return { format: 'moodle', read: () => readMoodle(text) };
  if (['assessmentItem', 'qti-assessment-item'].includes(root)) return { format: 'qti', read: () => readSingle(text) };
  if (root === 'questestinterop') return { format: 'qti', read: () => readOldQti(text) };
  if (['assessmentTest', 'qti-assessment-test', 'manifest'].includes(root)) throw new FileProblem('onlyManifest');
  return null;
}

function* readSingle(text: string): Generator<ImportedItem> {
  const root = readXml(text);
  if (!isQtiItem(root)) throw new FileProblem('noItems');
  yield readQtiItem(root, { number: 1 });
}

function* withGuessedText(items: AsyncIterable<ImportedItem> | Iterable<ImportedItem>): Generator<ImportedItem> {
  let isFirst = true;
  for (const item of items as Iterable<ImportedItem>) {
    if (isFirst) item.notes.push(finding('file', 'encoding'));
    isFirst = false;
    yield item;
  }
}

/** Yields the items. An error becomes a problem of the file, or, midway, an extra item after those already read. */
async function* guarded(format: QuestionFormat, read: Read): AsyncGenerator<ImportedItem> {
  let last = 0;
  let count = 0;
  try {
    for await (const item of read()) {
      count += 1;
      if (count > QUESTION_IMPORT_LIMITS.maxQuestions) throw new FileProblem('tooMany', { max: QUESTION_IMPORT_LIMITS.maxQuestions });
      last = item.number;
      yield item;
    }
  } catch (error) {
    const problem = toFinding(error);
    if (count === 0 || problem === null || error instanceof SpreadsheetError) throw toFileProblem(error);
    yield { number: last + 1, name: '', question: null, problems: [problem], notes: [], images: [] };
    return;
  }
  if (count === 0) throw new FileProblem(format === 'xlsx' ? 'noQuestions' : 'nothing');
}

function toFinding(error: unknown): Finding | null {
  return error instanceof XmlError ? finding('file', `xml.${error.problem}`, { line: error.line }) : null;
}

const MOST_TITLES = 8;
const TITLE_CHARACTERS = 40;

function toFileProblem(error: unknown): unknown {
  if (error instanceof XmlError) return new FileProblem(`xml.${error.problem}`, { line: error.line });
  if (error instanceof PackageError) return new FileProblem(error.problem);
  if (error instanceof ZipError) return new FileProblem(`archive.${error.problem}`);
  if (error instanceof SpreadsheetError) return new FileProblem(`sheet.${error.problem}`, { max: QUESTION_IMPORT_LIMITS.maxQuestions });
  if (error instanceof DuplicateColumnError) return new FileProblem('sheet.columnTwice', { titles: shorten(error.titles) });
  if (!(error instanceof MissingColumnsError)) return error;
  return new FileProblem('columns', { missing: error.missing.join(', '), found: shorten(error.found) });
}

const shorten = (titles: readonly string[]): string =>
  titles
    .slice(0, MOST_TITLES)
    .map((title) => title.trim().slice(0, TITLE_CHARACTERS))
    .join(', ');
