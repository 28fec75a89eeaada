import { withoutApostrophe } from '../../../../platform/spreadsheets/index.ts';
import type { ColumnHead, SheetLayout } from './layout.ts';
import type { FileItem } from './queries.ts';
import { isFigureTitle, isRemarkTitle } from './titles.ts';

export type ColumnProblem = 'itemUnknown' | 'itemSeveral' | 'itemTwice' | 'itemElsewhere';

export interface FoundColumns {
  /** The items by column index. */
  items: Map<number, FileItem>;
  problems: { head: ColumnHead; code: ColumnProblem }[];
  /** The indexes of columns to skip: figures, private notes, and who left. */
  ignored: Set<number>;
}

/** Finds the items of the columns with grades: by id when the file has ids, otherwise by title. */
export function findItems({ columns, hasIds }: Pick<SheetLayout, 'columns' | 'hasIds'>, known: readonly FileItem[]): FoundColumns {
  const byId = new Map(known.map((item) => [String(item.id), item]));
  const byTitle = Map.groupBy(known, ({ title }) => toItemKey(title));
  const found: FoundColumns = { items: new Map(), problems: [], ignored: new Set() };
  const placesOf = new Map<FileItem, ColumnHead[]>();
  for (const head of columns) {
    const title = withoutApostrophe(head.title);
    const titled = byTitle.get(toItemKey(title)) ?? byTitle.get(toItemKey(withoutRemark(title))) ?? [];
    const item = head.id === '' ? titled[0] : byId.get(head.id);
    // in our own files, columns of figures and remarks have no ids, even when an item has the same title
    if (head.id === '' && (isFigureTitle(title) || isRemarkTitle(title)) && (hasIds || !item)) found.ignored.add(head.place);
    else if (!item) found.problems.push({ head, code: head.id === '' ? 'itemUnknown' : 'itemElsewhere' });
    else if (head.id === '' && titled.length > 1) found.problems.push({ head, code: 'itemSeveral' });
    else placesOf.set(item, [...(placesOf.get(item) ?? []), head]);
  }
  for (const [item, heads] of placesOf) {
    const [only, ...others] = heads;
    if (only && others.length === 0) found.items.set(only.place, item);
    else found.problems.push(...heads.map((head) => ({ head, code: 'itemTwice' as const })));
  }
  return found;
}

const toItemKey = (title: string): string => title.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
/** Removes the remark of a title. For most programs, "HW 1 (10 pts)" and "HW 3 / 10" are "HW 1" and "HW 3". */
const withoutRemark = (title: string): string => title.split(/\s*[([\n]|\s+\/\s/, 1)[0] ?? '';
