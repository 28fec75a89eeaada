import type { TableColumn } from '../../../../platform/spreadsheets/index.ts';

/** The letters of the choices that a sheet has room for. */
export const SHEET_LETTERS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export type SheetLetter = (typeof SHEET_LETTERS)[number];

const PLAIN = [
  { key: 'title', title: 'Title', names: ['Name', 'Question Title', 'Question Name'], isRequired: false },
  { key: 'question', title: 'Question', names: ['Question Text', 'Stem', 'Description', 'Prompt'], isRequired: false },
  { key: 'type', title: 'Type', names: ['Question Type'], isRequired: false },
  { key: 'cluster', title: 'Cluster', names: ['Topic', 'Category', 'Unit'], isRequired: false },
  { key: 'standard', title: 'Standard', names: [], isRequired: false },
  { key: 'subject', title: 'Subject', names: ['Course', 'Question Subject'], isRequired: false },
  { key: 'grade', title: 'Grade', names: ['Grade Level', 'Question Grade'], isRequired: false },
  { key: 'tags', title: 'Tags', names: ['Tag', 'Keywords', 'Labels'], isRequired: false },
  { key: 'state', title: 'Published State', names: ['State'], isRequired: false },
  {
    key: 'correct',
    title: 'Correct',
    names: ['Correct Answer', 'Correct Response', 'Answer', 'Key', 'Answer Key', 'Right', 'Correct Answers'],
    isRequired: false,
  },
  { key: 'points', title: 'Points', names: ['Point', 'Overall Grade', 'Marks', 'Score'], isRequired: false },
  { key: 'open_response', title: 'Open Response', names: ['Open Responses', 'Criteria', 'Criterion'], isRequired: false },
  { key: 'image', title: 'Image', names: ['Images', 'Picture', 'Image Link'], isRequired: false },
  { key: 'explanation', title: 'Explanation', names: ['Answer Explanation'], isRequired: false },
  { key: 'time_limit', title: 'Time Limit', names: ['Time in Seconds', 'Time Limit sec', 'Time'], isRequired: false },
] as const satisfies readonly TableColumn[];

const PARTS = [
  { key: 'text', title: '', isRequired: false },
  { key: 'level', title: ' Match Level', isRequired: false },
  { key: 'points', title: ' Points', isRequired: false },
  { key: 'valid', title: ' Valid', isRequired: false },
  { key: 'description', title: ' Description', isRequired: false },
] as const;
type Part = (typeof PARTS)[number]['key'];

export type SheetColumn = (typeof PLAIN)[number]['key'] | `${SheetLetter}.${Part}`;

const letterColumns = (letter: SheetLetter, index: number): (TableColumn & { key: SheetColumn })[] =>
  PARTS.map(({ key, title }) => ({
    key: `${letter}.${key}` as const,
    title: `${letter}${title}`,
    names: ['Response', 'Choice', 'Option', 'Answer'].flatMap((word) => [`${word} ${letter}${title}`, `${word} ${index + 1}${title}`]),
    isRequired: key === 'text' && index < 2,
  }));

const inOrder: readonly (TableColumn & { key: SheetColumn })[] = [
  ...PLAIN.slice(0, 9),
  ...SHEET_LETTERS.flatMap((letter, index) => letterColumns(letter, index).slice(0, 1)),
  ...PLAIN.slice(9, 12),
  ...SHEET_LETTERS.flatMap((letter, index) => letterColumns(letter, index).slice(1)),
  ...PLAIN.slice(12),
];

/** The columns of a sheet of questions, in the template's order. Case, spaces, marks and remarks are ignored. */
export const sheetColumns: readonly (TableColumn & { key: SheetColumn })[] = inOrder.map((column) => ({ ...column, allowsRemark: true }));

/** Columns that only sheets of other systems have; a cell cannot hold an image. */
const ONLY_READ: ReadonlySet<SheetColumn> = new Set(['image', 'explanation', 'time_limit']);
/** Columns that the template and exports contain. */
export const writtenColumns = sheetColumns.filter(({ key }) => !ONLY_READ.has(key));
