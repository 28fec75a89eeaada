import type { QuestionListField, StoredContent } from '@classwright/contract';
import { cleanedText } from '@classwright/rules/text/cleaned';

/** A question as every format is parsed: the file's content, with names in place of the bank's numbers. */
export interface ImportedQuestion extends Omit<StoredContent, QuestionListField | 'published_state'> {
  /** The names in the file; '' if there is none. */
  names: Record<NamedField, string>;
  /** The state; null if the file has none. */
  published_state: 'DRAFT' | 'PUBLISHED' | null;
  /**
   * True for a question of our own packages, which has everything that the bank knows of it. Others have no rubrics
   * except the points of their responses.
   */
  isWhole: boolean;
}

/** The lists by their names in files. */
export const LIST_FIELDS = {
  type: 'type_id',
  cluster: 'topic_id',
  standard: 'standard_id',
  subject: 'question_subject_id',
  grade: 'question_grade_id',
} as const satisfies Record<string, QuestionListField>;
export type NamedField = keyof typeof LIST_FIELDS;
export const NAMED_FIELDS = Object.keys(LIST_FIELDS) as NamedField[];

/** A finding about a place in the file: a catalog key under `questionImport.finding.` and its parameters. */
export interface Finding {
  /** The part of the question that it concerns. */
  column: FindingColumn;
  /** The text at that place, cut to one line. */
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
  /** The row of a sheet, or the position of the question in the file, from 1. */
  number: number;
  /** The name by which a person can find it. */
  name: string;
  /** The question; null if it cannot be imported, for the reasons in `problems`. */
  question: ImportedQuestion | null;
  /** The reasons why it cannot be imported. */
  problems: Finding[];
  /** Notes about anything that could not be carried over. */
  notes: Finding[];
  /** The images of the documents: `file_id` n refers to the nth of these. */
  images: ImportedImage[];
}

export interface ImportedImage {
  /** The key, equal in all questions of a file that show the image. */
  key: string;
  name: string;
  read(): Promise<Buffer>;
}

const VALUE_CHARACTERS = 200;

export function finding(column: FindingColumn, message: string, { value = '', ...params }: Record<string, string | number> = {}): Finding {
  return { column, value: toLine(String(value), VALUE_CHARACTERS), message, params };
}

/** Replaces characters that a database cannot store. */
export const toStorable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed();

/** Returns a text on one line, as names are stored, shortened at a word boundary if it is too long. */
export function toLine(text: string, characters: number): string {
  const line = cleanedText(toStorable(text)).replace(/\s+/g, ' ');
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > characters / 2 ? cut.slice(0, space) : cut).trimEnd().replace(/\ufffd$/, '')}…`;
}

export const noNames = (): Record<NamedField, string> => ({ type: '', cluster: '', standard: '', subject: '', grade: '' });
