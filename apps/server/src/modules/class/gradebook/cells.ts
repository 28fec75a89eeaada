/** The cells of one item as the database packs them. */
export interface PackedCells {
  /** The accounts of the cells. Null: those of the item before it. */
  accounts: readonly number[] | null;
  /** The cells (`submissions.cell`), joined by commas, in the order of `accounts`. Null: there are none. */
  cells: string | null;
  /** Accounts that were assigned the work after it was due, in any state. Null: none. */
  untimely: readonly number[] | null;
  /** Accounts with a private note. Null: none. */
  noted: readonly number[] | null;
}

/** The cells of one item in the order of the students. Grades are JSON: a number or `null`. */
export interface ItemTexts {
  draft: string[];
  /** One letter of `GradeCell.mark` (rules) for each student. */
  marks: string[];
  /** The returned grades that do not follow from the draft and the status. */
  assigned: Map<number, string>;
  excused: number[];
  noted: number[];
}

/** One cell. Grades are texts. */
export interface CellText {
  draft: string;
  mark: string;
  isExcused: boolean;
  /** Undefined: it follows from the draft and the status. */
  assigned: string | undefined;
}

const NINE = 57;

/** Reads the cell `text`, as migration 0138 writes it. */
export function readCell(text: string): CellText {
  let at = 0;
  // Digits and the point come before every letter; the sign of what was never assigned comes before digits alone.
  while (at < text.length && text.charCodeAt(at) <= NINE && text[at] !== '-') at += 1;
  const isExcused = text[at + 1] === 'x';
  const equals = at + 1 + Number(isExcused);
  return {
    draft: at === 0 ? 'null' : text.slice(0, at),
    mark: text[at] ?? '-',
    isExcused,
    assigned: text[equals] === '=' ? text.slice(equals + 1) || 'null' : undefined,
  };
}

/** Creates a function that puts the cells of one item after another into the order of these students. */
export function createAligner(students: readonly number[]): (packed: PackedCells) => ItemTexts {
  const placeOf = new Map(students.map((account, place) => [account, place]));
  const inOrder = (accounts: readonly number[] | null): number[] => (accounts ?? []).flatMap((account) => placeOf.get(account) ?? []).sort((a, b) => a - b);
  let accounts: readonly number[] = [];
  let places: (number | undefined)[] = [];
  return ({ accounts: given, cells, untimely, noted }) => {
    if (given !== null || cells === null) {
      accounts = given ?? [];
      places = accounts.map((account) => placeOf.get(account));
    }
    const draft = students.map(() => 'null');
    const marks = students.map(() => '-');
    const assigned: [number, string][] = [];
    const excused: number[] = [];
    const isUntimely = new Set(untimely);
    for (const [index, text] of cells?.split(',').entries() ?? []) {
      const place = places[index];
      if (place === undefined) continue;
      const cell = readCell(text);
      draft[place] = cell.draft;
      marks[place] = cell.mark === 'c' && isUntimely.has(accounts[index]!) ? 'n' : cell.mark;
      if (cell.isExcused) excused.push(place);
      if (cell.assigned !== undefined) assigned.push([place, cell.assigned]);
    }
    const byPlace = ([a]: [number, string], [b]: [number, string]): number => a - b;
    return { draft, marks, assigned: new Map(assigned.sort(byPlace)), excused: excused.sort((a, b) => a - b), noted: inOrder(noted) };
  };
}

/** The columns of an item's cells in the gradebook's answer, as JSON. */
export interface ItemJson {
  draft: string;
  marks: string;
  assigned: string;
  pairs: string;
  letters: string;
  excused: string;
  noted: string;
}

const list = (parts: readonly (string | number)[]): string => `[${parts.join(', ')}]`;

/** The columns of an item that is sent without its cells. */
export const HEAD_ALONE: ItemJson = { draft: '[]', marks: '""', assigned: '[]', pairs: '[]', letters: '""', excused: '[]', noted: '[]' };

/** Writes an item's cells. `withLetters`: as pairs where more than a fifth of the students have a returned grade of their own. */
export function writeItem({ draft, marks, assigned, excused, noted }: ItemTexts, { withLetters }: { withLetters: boolean }): ItemJson {
  const differing = [...assigned].filter(([place]) => marks[place] !== '-');
  const isDense = withLetters && differing.length * 5 > marks.length;
  return {
    ...(isDense
      ? { draft: '[]', assigned: '[]', ...writePairs(draft.map((grade, place) => [grade, assigned.get(place) ?? (isReturned(marks[place]) ? grade : 'null')])) }
      : { draft: list(draft), assigned: list(differing.map(list)), pairs: '[]', letters: '""' }),
    marks: JSON.stringify(marks.join('')),
    excused: list(excused),
    noted: list(noted),
  };
}

const isReturned = (mark: string | undefined): boolean => mark === 'r' || mark === 'R';

/** Returns the different pairs of draft and returned grade by the returned one, and the letter of each student's pair. */
function writePairs(given: readonly (readonly [string, string])[]): Pick<ItemJson, 'pairs' | 'letters'> {
  const keys = given.map(list);
  const numberOf = (grade: string): number => (grade === 'null' ? Number.POSITIVE_INFINITY : Number(grade));
  const compare = (a: string, b: string): number => (a === b ? 0 : numberOf(a) - numberOf(b));
  const pairs = [...new Map(keys.map((key, place) => [key, given[place]!]))].sort(
    ([, [draftA, assignedA]], [, [draftB, assignedB]]) => compare(assignedA, assignedB) || compare(draftA, draftB),
  );
  const letterOf = new Map(pairs.map(([key], place) => [key, String.fromCharCode(place + (place < 57 ? 35 : place < 91 ? 36 : 70))]));
  return { pairs: list(pairs.map(([key]) => key)), letters: JSON.stringify(keys.map((key) => letterOf.get(key)).join('')) };
}
