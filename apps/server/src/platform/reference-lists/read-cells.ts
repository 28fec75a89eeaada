import { asMessage, type ListField, packMessage, type ReferenceList } from '@classwright/contract';
import { toTimeOfDay } from '@classwright/contract/core/list-schemas';
import type { Values } from './hooks.ts';

/** The errors of a row by field; '' for the whole row. Packed messages. */
export type Faults = Record<string, string[]>;
/** The ids for each name, by field. */
export type Named = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

/** The separators between several names in one cell. */
const NAMES = /[;\n]/;
/** The value for all rows, in a field that takes several. */
export const EVERYTHING = '*';

const FLAGS: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...['yes', 'y', 'true', '1', 'on', 'x', '✓'].map((word) => [word, true]),
  ...['no', 'n', 'false', '0', 'off', '-'].map((word) => [word, false]),
]);

const ownFields = ({ fields }: ReferenceList): [string, ListField][] => Object.entries(fields).filter(([, { setBy }]) => setBy === 'caller');
const cellOf = (row: Readonly<Record<string, string>>, name: string): string => (Object.hasOwn(row, name) ? (row[name] as string).trim() : '');
const namesIn = (cell: string, { kind }: ListField): string[] =>
  (kind === 'references' ? cell.split(NAMES) : [cell]).map((name) => name.trim()).filter((name) => name !== '');

/** Returns the names that rows contain, by field, each once. */
export function listMentionedNames(list: ReferenceList, rows: readonly Readonly<Record<string, string>>[]): Map<string, string[]> {
  return new Map(
    ownFields(list)
      .filter(([, { reference }]) => reference)
      .map(([name, field]) => [name, [...new Set(rows.flatMap((row) => namesIn(cellOf(row, name), field)))]]),
  );
}

/**
 * Parses a row into the form of its list's own call, or returns its errors. An empty cell uses the default of a new
 * row.
 */
export function readCells(list: ReferenceList, row: Readonly<Record<string, string>>, named: Named): { values: Values; faults: Faults } {
  const values: Values = {};
  const faults: Faults = {};
  for (const [name, field] of ownFields(list)) {
    const cell = cellOf(row, name);
    if (cell === '' && !field.isRequired) continue;
    if (cell !== '' && field.reference) {
      const found = namesIn(cell, field).map((said) => ({ said, ids: named.get(name)?.get(said) ?? [] }));
      const wrong = found.find(({ said, ids }) => (said === EVERYTHING ? ids.length === 0 : ids.length !== 1));
      if (wrong) {
        const message = wrong.ids.length === 0 ? 'list.many.unknown' : 'list.many.ambiguous';
        faults[name] = [packMessage(message, { label: asMessage(field.label), name: wrong.said, count: wrong.ids.length })];
      } else values[name] = field.kind === 'references' ? [...new Set(found.flatMap(({ ids }) => ids))] : found[0]?.ids[0];
    } else values[name] = valueOf(cell, field);
  }
  return { values, faults };
}

function valueOf(cell: string, { kind }: ListField): unknown {
  if (cell === '') return kind === 'references' ? [] : '';
  switch (kind) {
    case 'flag':
      return FLAGS[cell.toLowerCase()] ?? cell;
    case 'date':
      return toDay(cell);
    case 'time':
      return toTimeOfDay(cell) ?? cell;
    case 'style':
      return cell.toLowerCase();
    default:
      return cell;
  }
}

/** Parses a day that can be read in only one way; for 3/4/2027 nobody knows the month. */
function toDay(cell: string): string {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(cell) ?? [];
  const [, dotDay, dotMonth, dotYear] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(cell) ?? [];
  const [y, m, d] = year ? [year, month, day] : [dotYear, dotMonth, dotDay];
  return y && m && d ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : cell;
}
