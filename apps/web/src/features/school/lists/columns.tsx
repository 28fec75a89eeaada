import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { type Column, RowActs } from '../../../ui/data-table/index.ts';
import { IconCopy, IconPencil, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { Cell, NameCell } from './cells.tsx';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';
import type { Row as ListRow } from './list-calls.ts';

export interface RowActions {
  /**
   * Returns the row's number in the whole list, or null if it belongs to another page. The function itself is null if
   * rows are not numbered.
   */
  serialOf: ((row: ListRow) => number | null) | null;
  onEdit: ((row: ListRow) => void) | null;
  onDelete: ((row: ListRow) => void) | null;
  /** Copies a shared row for the person's school, to change the copy. */
  onCopy?: ((row: ListRow) => void) | null;
  canEdit?: (row: ListRow) => boolean;
  canDelete: (row: ListRow) => boolean;
  canCopy?: (row: ListRow) => boolean;
  /** True when the school of a row is shown. */
  withSchool?: boolean;
}

const SHORT = new Set(['date', 'time', 'dateTime', 'yesNo', 'colour']);

/**
 * Returns the table's columns: SL if rows are numbered, the definition's columns, and the row's actions if there are
 * any.
 */
export function toTableColumns(
  list: ReferenceList,
  { serialOf, onEdit, onDelete, onCopy = null, canEdit = () => true, canDelete, canCopy = () => false, withSchool = true }: RowActions,
): Column<ListRow>[] {
  const serial: Column<ListRow>[] = serialOf ? [{ key: 'sl', header: t('list.sl'), nowrap: true, card: 'hidden', cell: serialOf }] : [];
  const columns = list.columns
    .filter(({ key }) => !list.perSchool || withSchool || key !== 'school_name')
    .map((column): Column<ListRow> => {
      const isNaming = column.key === list.naming;
      const Show = isNaming ? NameCell : Cell;
      return {
        key: column.key,
        header: messageOf(column.label),
        sortable: column.sortable,
        ...(isNaming ? { heading: true } : {}),
        ...(SHORT.has(column.show) ? { nowrap: true } : {}),
        ...(column.show === 'number' ? { align: 'end' as const } : {}),
        // A card could not see that a component renders nothing.
        cell: (row) =>
          list.perSchool && column.key === 'school_name' && row[column.key] === null ? (
            t('list.allSchools')
          ) : isEmpty(row[column.key]) ? null : (
            <Show column={column} row={row} />
          ),
      };
    });
  if (!onEdit && !onDelete && !onCopy) return [...serial, ...columns];
  const actions: Column<ListRow> = {
    key: 'actions',
    header: t('list.actions'),
    align: 'end',
    nowrap: true,
    card: 'aside',
    cell: (row) => {
      const name = String(row[list.naming] ?? row.id);
      return (
        <RowActs
          name={name}
          acts={[
            ...(onEdit && canEdit(row) ? [{ words: t('act.edit'), label: t('list.editRow', { name }), icon: IconPencil, onSelect: () => onEdit(row) }] : []),
            ...(onCopy && canCopy(row)
              ? [{ words: t('list.copy.act'), label: t('list.copy.row', { name }), icon: IconCopy, onSelect: () => onCopy(row) }]
              : []),
            ...(onDelete && canDelete(row)
              ? [{ words: t('act.delete'), label: t('list.deleteRow', { name }), icon: IconTrash, onSelect: () => onDelete(row) }]
              : []),
          ]}
        />
      );
    },
  };
  return [...serial, ...columns, actions];
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
