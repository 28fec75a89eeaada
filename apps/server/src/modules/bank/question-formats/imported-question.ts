import type { QuestionListField, StoredContent } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';

/** What every format is read into: a question as its file says it, with names in place of the bank's numbers. */
export interface ImportedQuestion extends Omit<StoredContent, QuestionListField | 'published_state'> {
  /** Names as the file has them; '' where it has none. */
  names: Record<NamedField, string>;
  /** Null: the file does not say. */
  published_state: 'DRAFT' | 'PUBLISHED' | null;
  /** Of our own packages: it is all that the bank knows of it. Others have no rubrics but the points of their responses. */
  isWhole: boolean;
}

/** The lists by what files call them. */
export const LIST_FIELDS = {
  type: 'type_id',
  cluster: 'topic_id',
  standard: 'standard_id',
  subject: 'question_subject_id',
  grade: 'question_grade_id',
} as const satisfies Record<string, QuestionListField>;
export type NamedField = keyof typeof LIST_FIELDS;
export const NAMED_FIELDS = Object.keys(LIST_FIELDS) as NamedField[];

/** Something to say about a place in the file: a key of the catalogue under `questionImport.finding.` and its parameters. */
export interface Finding {
  /** The part of the question it is about. */
  column: FindingColumn;
  /** What stands there, cut to a line. */
  value: string;
  message: string;
  params: Record<string, string | number>;
}

const FINDING_COLUMNS = [
  'file',
  'question',
  'title',
  'description',
  'responses',
  'answer',
  'points',
  'images',
  'formulas',
  ...NAMED_FIELDS,
  'tags',
  'state',
  'open_response',
] as const;
export type FindingColumn = (typeof FINDING_COLUMNS)[number];

/** One question of a file, or the reason why there is none. */
export interface ImportedItem {
  /** The row of a sheet; else which question of the file it is, from 1. */
  number: number;
  /** What a person finds it by. */
  name: string;
  /** Null: it cannot be imported, and `problems` say why. */
  question: ImportedQuestion | null;
  /** Why it cannot be imported. */
  problems: Finding[];
  /** What could not be carried over. */
  notes: Finding[];
  /** What the documents' images are: `file_id` n stands for the nth of these. */
  images: ImportedImage[];
}

export interface ImportedImage {
  /** The same in all questions of a file that show it. */
  key: string;
  name: string;
  read(): Promise<Buffer>;
}

const VALUE_CHARACTERS = 200;

export function finding(column: FindingColumn, message: string, { value = '', ...params }: Record<string, string | number> = {}): Finding {
  return { column, value: toLine(String(value), VALUE_CHARACTERS), message, params };
}

/** What a database cannot hold is replaced. */
export const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/** Returns a text on one line, as names are kept, cut at a word where it is too long. */
export function toLine(text: string, characters: number): string {
  const line = cleanedText(toStorable(text)).replace(/\s+/g, ' ');
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > characters / 2 ? cut.slice(0, space) : cut).trimEnd().replace(/\ufffd$/, '')}…`;
}

export const noNames = (): Record<NamedField, string> => ({ type: '', cluster: '', standard: '', subject: '', grade: '' });
