import type { Readable } from 'node:stream';
import type { RichTextDocument, RichTextNode } from '@classwright/contract';
import { writeWorkbook } from '../../../../platform/spreadsheets/index.ts';
import type { Writer } from '../export/open-writer.ts';
import { bestOf, type ExportedQuestion, feedbackOf } from '../export/exported-question.ts';
import { toTitle } from '../markup/math-text.ts';
import { type SheetColumn, SHEET_LETTERS, type SheetLetter, writtenColumns } from './columns.ts';
import { writeCriteria } from './criteria.ts';

/** The maximum length of a cell, which is Excel's limit. */
const CELL_CHARACTERS = 32_000;

/**
 * Writes questions as a sheet that the import can read. Formatting, images and choices beyond the eighth do not fit
 * into cells.
 */
export function writeSheet(questions: AsyncIterable<ExportedQuestion>, sheetName: string, { write }: Pick<Writer, 'write'>): Readable {
  return writeWorkbook([
    { name: sheetName, columns: writtenColumns.map(({ title, key }) => ({ title, width: widthOf(key) })), rows: rowsOf(questions, write) },
  ]);
}

export const widthOf = (key: SheetColumn): number => (key === 'question' ? 60 : key === 'title' || /\.(?:text|description)$/.test(key) ? 30 : 16);

async function* rowsOf(questions: AsyncIterable<ExportedQuestion>, write: Writer['write']): AsyncGenerator<string[]> {
  for await (const question of questions) {
    const written = await write({ format: 'xlsx', question });
    if ('row' in written) yield written.row;
  }
}

/** Returns the cells of a question, in the order of the columns. */
export function toRow(question: ExportedQuestion): string[] {
  const { names, responses } = question;
  const best = bestOf(question);
  const right = responses.flatMap(({ is_valid }, index) => (is_valid ? [SHEET_LETTERS[index]] : []));
  const cells: Partial<Record<SheetColumn, string>> = {
    title: question.title,
    question: toCell(question.description),
    ...names,
    tags: question.tag.join(', '),
    state: question.published_state ?? '',
    correct: right.length === 1 ? right[0] : '',
    points: responses.length === 0 ? '' : String(best),
    open_response: writeCriteria(question.open_response),
  };
  responses.slice(0, SHEET_LETTERS.length).forEach((response, index) => {
    const letter = SHEET_LETTERS[index] as SheetLetter;
    cells[`${letter}.text`] = response.title;
    cells[`${letter}.level`] = response.match_label;
    cells[`${letter}.points`] = String(response.sub_grade ?? 0);
    if (right.length !== 1) cells[`${letter}.valid`] = response.is_valid ? 'Yes' : 'No';
    cells[`${letter}.description`] = toCell(feedbackOf(response));
  });
  return writtenColumns.map(({ key }) => (cells[key] ?? '').slice(0, CELL_CHARACTERS).toWellFormed());
}

const LINES = new Set(['paragraph', 'heading', 'codeBlock', 'image', 'blockMath', 'horizontalRule', 'tableRow']);

/** Writes a document as lines of text, with `$…$` for formulas. */
function toCell(document: RichTextDocument): string {
  return document.content.flatMap(linesOf).join('\n').trim();
}

function linesOf(node: RichTextNode): string[] {
  if (node.type === 'tableRow') return [(node.content ?? []).map((cell) => (cell.content ?? []).flatMap(linesOf).join(' ')).join('\t')];
  if (node.type === 'blockMath') return [`$$${String(node.attrs?.['latex'])}$$`];
  if (node.type === 'image') return typeof node.attrs?.['alt'] === 'string' ? [node.attrs['alt']] : [];
  if (node.type === 'horizontalRule') return [];
  if (!LINES.has(node.type)) return (node.content ?? []).flatMap(linesOf);
  const pieces = (node.content ?? []).map((child) =>
    child.type === 'inlineMath'
      ? { kind: 'math' as const, value: String(child.attrs?.['latex']) }
      : { kind: 'text' as const, value: child.type === 'hardBreak' ? '\n' : (child.text ?? '') },
  );
  return [toTitle(pieces)];
}
