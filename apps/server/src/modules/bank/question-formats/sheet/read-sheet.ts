import { MissingColumnsError, parseTable, type TableRow } from '../../../../platform/spreadsheets/index.ts';
import { addExplanation, addOpenAnswers, type Draft, finish, newDraft, newResponse } from '../build-item.ts';
import { IMPORTED_LIMITS as LIMITS } from '../limits.ts';
import { finding, type FindingColumn, type ImportedItem, NAMED_FIELDS, toLine } from '../imported-question.ts';
import { toInlineNodes, toMathPieces, toTitle } from '../markup/math-text.ts';
import type { RichTextDocument } from '@classwright/contract';
import { checkedDocument } from '../markup/to-document.ts';
import { type SheetColumn, SHEET_LETTERS, type SheetLetter, sheetColumns } from './columns.ts';
import { readCriteria } from './criteria.ts';

const LONGEST_KEY = 200;

/**
 * Returns the choices that a key names: by letter ("B", "b)", " B "), number ("2"), or text; several are separated by
 * commas ("1,3"). A number that is one choice's position and another's text names neither. Empty, with a problem, if it
 * names none.
 */
function readKey(draft: Draft, text: string, letters: readonly string[], texts: readonly string[]): readonly number[] {
  const key = text.trim();
  const refuse = (message: string): readonly number[] => {
    draft.problems.push(finding('answer', message, { value: key, choices: letters.join(', ') }));
    return [];
  };
  if (key === '') return refuse('noKey');
  const letter = /^\(?([A-Za-z])[).:]?$/.exec(key)?.[1]?.toUpperCase();
  if (letter !== undefined && letters.includes(letter)) return [letters.indexOf(letter)];
  const byText = texts.findIndex((choice) => choice.trim().toLowerCase() === key.toLowerCase());
  const place = /^\(?(\d{1,2})[).]?$/.exec(key)?.[1];
  const byPlace = place !== undefined && Number(place) >= 1 && Number(place) <= texts.length ? Number(place) - 1 : -1;
  if (byText >= 0 && byPlace >= 0 && byText !== byPlace) return refuse('ambiguousKey');
  if (byText >= 0 || byPlace >= 0) return [Math.max(byText, byPlace)];
  const parts = key
    .slice(0, LONGEST_KEY)
    .split(/[,;/&+]|\band\b/i)
    .map((part) => part.trim().toUpperCase());
  const several = parts.map((part) => (/^\d{1,2}$/.test(part) && Number(part) <= texts.length ? Number(part) - 1 : letters.indexOf(part)));
  if (several.length < 2 || several.some((place) => place < 0)) return refuse('unknownKey');
  draft.notes.push(finding('answer', 'severalRight'));
  return [...new Set(several)];
}

type Row = TableRow<SheetColumn>;
const LINE = /\r\n|\r|\n/;

/** Yields the questions of a sheet, row by row. @throws SpreadsheetError, MissingColumnsError */
export async function* readSheet(bytes: Buffer): AsyncGenerator<ImportedItem> {
  let saysTime = false;
  for await (const rows of parseTable(bytes, sheetColumns)) {
    for (const row of rows) {
      if (isBlank(row)) continue;
      if (row.values.title === undefined && row.values.question === undefined) throw new MissingColumnsError(['Question'], Object.keys(row.values));
      const item = readRow(row);
      // reported once, since it is the same for all
      if ((row.values.time_limit ?? '') !== '' && !saysTime) item.notes.push(finding('file', 'timeLimit', { value: row.values.time_limit }));
      saysTime ||= (row.values.time_limit ?? '') !== '';
      yield item;
    }
  }
}

/** Returns true for an empty template row that only has a number or a time limit. */
const isBlank = ({ values, broken }: Row): boolean =>
  broken.length === 0 && Object.entries(values).every(([column, text]) => text === '' || column === 'time_limit' || column === 'type');

function readRow(row: Row): ImportedItem {
  const { values } = row;
  const draft = newDraft(row.number);
  for (const column of row.broken) draft.problems.push(finding('file', 'brokenCell', { column: titleOf(column) }));
  // TRUE may be typed text; a date almost never is
  for (const { column, kind } of row.odd)
    if (kind === 'date') draft.problems.push(finding('file', 'isDate', { value: values[column], column: titleOf(column) }));
  draft.name = toLine(values.title ?? '', 200);
  draft.stem = toCellDocument(draft, values.question ?? '', 'description');
  for (const field of NAMED_FIELDS) draft.names[field] = values[field] ?? '';
  const kind = KINDS[draft.names.type.toLowerCase()];
  if (kind !== undefined) draft.names.type = '';
  draft.tag = (values.tags ?? '').split(/[,;\n]/);
  draft.published_state = readState(draft, values.state ?? '');
  if ((values.image ?? '') !== '') draft.notes.push(finding('images', 'sheetImage', { value: values.image }));
  if (kind === 'shortAnswer')
    addOpenAnswers(
      draft,
      SHEET_LETTERS.map((letter) => values[`${letter}.text`] ?? ''),
      { kind },
    );
  else if (kind === 'essay') addOpenAnswers(draft, [], { kind });
  else readResponses(draft, row, { needsKey: kind !== 'poll' });
  draft.open_response = [...draft.open_response, ...readCriteria(draft, values.open_response ?? '')];
  addExplanation(draft, toCellDocument(draft, values.explanation ?? '', 'answer'));
  if (draft.responses.length === 0 && draft.open_response.length === 0 && draft.problems.length === 0) draft.notes.push(finding('question', 'noAnswers'));
  return finish(draft);
}

/** Question kinds of Quizizz; our own types are rows of a list. */
const KINDS: Readonly<Record<string, 'choice' | 'shortAnswer' | 'essay' | 'poll'>> = {
  checkbox: 'choice',
  'fill-in-the-blank': 'shortAnswer',
  'open-ended': 'essay',
  poll: 'poll',
};

const titleOf = (column: SheetColumn): string => sheetColumns.find(({ key }) => key === column)?.title ?? column;

/** Converts a cell to a document: each line is a paragraph, `$…$` a formula. */
export function toCellDocument({ notes }: Pick<Draft, 'notes'>, text: string, column: FindingColumn): RichTextDocument {
  if (text === '') return { type: 'doc', content: [] };
  const content = text.split(LINE).map((line) => {
    const nodes = toInlineNodes(line).map(({ isDisplay, ...node }) => ({ node, isDisplay }));
    const [only] = nodes;
    if (nodes.length === 1 && only?.isDisplay) return { type: 'blockMath', attrs: { latex: only.node.attrs?.['latex'] } };
    return nodes.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content: nodes.map(({ node }) => node) };
  });
  return checkedDocument({ type: 'doc', content }, { column, notes });
}

function readState(draft: Draft, text: string): Draft['published_state'] {
  const state = text.trim().toUpperCase();
  if (state === '') return null;
  if (state === 'DRAFT' || state === 'PUBLISHED') return state;
  draft.problems.push(finding('state', 'state', { value: text }));
  return null;
}

function readResponses(draft: Draft, { values }: Row, { needsKey }: { needsKey: boolean }): void {
  const cell = (letter: SheetLetter, part: 'text' | 'level' | 'points' | 'valid' | 'description'): string => values[`${letter}.${part}`] ?? '';
  const filled = SHEET_LETTERS.filter((letter) => cell(letter, 'text') !== '');
  if (filled.length === 0) return;
  const texts = filled.map((letter) => cell(letter, 'text'));
  const usesValid = filled.some((letter) => cell(letter, 'valid') !== '');
  const right = usesValid || (!needsKey && (values.correct ?? '') === '') ? [] : readKey(draft, values.correct ?? '', filled, texts);
  const full = readPoints(draft, values.points ?? '', 'Points') ?? 1;
  filled.forEach((letter, index) => {
    const isValid = usesValid ? readYes(draft, cell(letter, 'valid'), letter) : right.includes(index);
    const own = readPoints(draft, cell(letter, 'points'), `${letter} Points`);
    draft.responses.push(
      newResponse({
        title: toTitle(toMathPieces(cell(letter, 'text')))
          .replace(/\s+/g, ' ')
          .trim(),
        match_label: toLine(cell(letter, 'level'), LIMITS.levelCharacters),
        description: toCellDocument(draft, cell(letter, 'description'), 'responses'),
        is_valid: isValid,
        sub_grade: own ?? (isValid ? full : 0),
      }),
    );
  });
  blameLevels(draft);
}

/** Reports match levels used twice: points follow from them, so one level cannot have two values. */
function blameLevels({ responses, problems }: Draft): void {
  const points = new Map<string, number | null>();
  for (const { match_label: level, sub_grade: own } of responses) {
    if (level === '') continue;
    const known = points.get(level);
    if (known !== undefined && known !== own) problems.push(finding('points', 'levelPoints', { value: level, level }));
    points.set(level, own);
  }
}

/** Reads "2", "2 pt" or "2 points"; null for an empty cell. */
function readPoints(draft: Draft, text: string, column: string): number | null {
  if (text.trim() === '') return null;
  const digits = /^(\d{1,9})(?:\.0+)?\s*(?:pts?|points?|p)?\.?$/i.exec(text.trim())?.[1];
  if (digits !== undefined && Number(digits) <= LIMITS.maxPoints) return Number(digits);
  draft.problems.push(finding('points', 'points', { value: text, column, max: LIMITS.maxPoints }));
  return 0;
}

const YES = new Set(['yes', 'y', 'true', '1', 'x', 'right', 'correct', 'valid', '✓', '✔']);
const NO = new Set(['', 'no', 'n', 'false', '0', '-', 'wrong', 'invalid', 'incorrect']);

function readYes(draft: Draft, text: string, letter: string): boolean {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  if (!NO.has(word)) draft.problems.push(finding('answer', 'valid', { value: text, column: `${letter} Valid` }));
  return false;
}
