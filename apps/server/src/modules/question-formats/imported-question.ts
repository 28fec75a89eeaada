import type { RichTextDocument } from '@classwright/contract';
import type { QuestionContent } from '../questions/index.ts';

/** What every format is read into: a question as its file says it, with names in place of the bank's numbers. */
export interface ImportedQuestion {
  title: string;
  description: RichTextDocument;
  /** Names as the file has them; '' where it has none. */
  names: Record<NamedField, string>;
  tags: string[];
  /** Null: the file does not say. */
  state: 'DRAFT' | 'PUBLISHED' | null;
  responses: ImportedResponse[];
  criteria: ImportedCriterion[];
  /** All that the bank knows of it: set for questions of our own packages alone. */
  whole?: WholeContent;
}

/** What the bank stores, apart from the lists it names and the files it holds. */
export type WholeContent = Omit<QuestionContent, 'typeId' | 'topicId' | 'standardId' | 'questionSubjectId' | 'questionGradeId'>;

export const NAMED_FIELDS = ['type', 'cluster', 'standard', 'subject', 'grade'] as const;
export type NamedField = (typeof NAMED_FIELDS)[number];

export interface ImportedResponse {
  /** One line; `$…$` is a formula. */
  title: string;
  matchLabel: string;
  /** Why it is chosen, or what is said to whoever chose it. */
  description: RichTextDocument;
  isValid: boolean;
  /** Whole, at least 0. */
  points: number;
}

export interface ImportedCriterion {
  name: string;
  description: string;
  rubrics: { point: number; level: string; description: string }[];
}

/** Something to say about a place in the file: a key of the catalogue under `questionImport.finding.` and its parameters. */
export interface Finding {
  /** The part of the question it is about. */
  column: FindingColumn;
  /** What stands there, cut to a line. */
  value: string;
  message: string;
  params: Record<string, string | number>;
}

export const FINDING_COLUMNS = [
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

/** A text on one line, cut at a word where it is too long. */
export function toLine(text: string, characters: number): string {
  const line = toStorable(text).replace(/\s+/g, ' ').trim();
  if (line.length <= characters) return line;
  const cut = line.slice(0, characters - 1).toWellFormed();
  const space = cut.lastIndexOf(' ');
  return `${(space > characters / 2 ? cut.slice(0, space) : cut).trimEnd().replace(/\ufffd$/, '')}…`;
}

export const noNames = (): Record<NamedField, string> => ({ type: '', cluster: '', standard: '', subject: '', grade: '' });
