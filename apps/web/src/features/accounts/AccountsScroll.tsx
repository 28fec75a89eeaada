import { type ReactNode, useMemo, useRef } from 'react';
import { useEvent } from '../../base/use-event.ts';
import type { Column, Selecting, Sorting } from '../../ui/data-table/index.ts';
import { Grid, gridWords, type GridColumn, useBlocks } from '../../ui/grid/index.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { type Account, loadAccountBlock } from './calls.ts';
import { type AccountsSearch, filtersOf } from './search.ts';
import { t } from './t.ts';

const WIDTHS: Readonly<Record<string, number>> = {
  full_name: 230,
  school_name: 170,
  email: 230,
  account_type_name: 120,
  role_name: 120,
  last_sign_in_at: 130,
  actions: 150,
};
/** Drawn as being loaded before it is known how many there are. */
const ROWS_AT_FIRST = 12;

interface AccountsScrollProps {
  search: AccountsSearch;
  /** Rises when accounts have been changed. */
  renewals: number;
  columns: readonly Column<Account>[];
  sorting?: Sorting | undefined;
  selecting?: Selecting<Account> | undefined;
  empty: ReactNode;
}

/** All accounts that a search finds in one scroll, however many; they are loaded as they come into view. */
export function AccountsScroll({ search, renewals, columns, sorting, selecting, empty }: AccountsScrollProps) {
  const frame = useRef<HTMLDivElement>(null);
  const inView = useRef<[number, number]>([0, 0]);
  const scope = JSON.stringify([filtersOf(search), search.sort, search.direction]);
  const blocks = useBlocks<Account>(scope, (place, signal) => loadAccountBlock(search, place, signal), renewals);
  const drawn = useMemo(() => columns.map((column): GridColumn<Account> => ({ ...column, width: WIDTHS[column.key] ?? 140 })), [columns]);
  const selected = selecting?.of;
  const total = blocks.total;
  const idsBetween = (from: number, to: number): number[] => {
    const ids: number[] = [];
    for (let index = from; index <= to; index++) {
      const account = blocks.rowAt(index);
      if (account) ids.push(account.id);
    }
    return ids;
  };
  const onView = useEvent((first: number, last: number) => {
    inView.current = [first, last];
    blocks.show(first, last);
  });
  if (total?.count === 0) return empty;
  return (
    <div ref={frame}>
      {blocks.error !== null && <LoadFailed error={blocks.error} onRetry={blocks.retry} />}
      <Grid<Account>
        key={scope}
        label={t('accounts.title')}
        columns={drawn}
        rowCount={total?.count ?? ROWS_AT_FIRST}
        rowAt={blocks.rowAt}
        isBusy={total === null}
        onView={onView}
        sorting={sorting}
        selection={
          selected && {
            has: ({ id }) => selected.has(id),
            nameOf: selecting.nameOf,
            set: (from, to, on) => selected.set(idsBetween(from, to), on, idsBetween(...inView.current)),
            all: selected.selectAll,
            clear: selected.clear,
            count: selected.isAll ? (total?.count ?? 0) : selected.keys.size,
          }
        }
      />
      {total?.isMore && <Notice>{gridWords('grid.more', { count: total.count })}</Notice>}
      {selecting && (
        <selecting.of.parts.BulkBar frame={frame} selection={selecting.of} keys={[]} total={total?.count ?? 0} offersAll actions={selecting.actions} />
      )}
    </div>
  );
}
