import type { PurchaseView, storeOwnPurchases } from '@classwright/contract/school/rewards/store';
import { useState } from 'react';
import { api } from '../../../../base/api.ts';
import { dayOf } from '../../../../base/dates.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { DataTable, usePagedList } from '../../../../ui/data-table/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { inFigures } from '../columns.tsx';
import { parseStoreSearch } from '../search.ts';
import { giveBack, STORE } from './calls.ts';
import { t } from '../../../../base/t.ts';

const HUES = { redeemed: 'blue', 'handed-over': 'green', cancelled: 'gray' } as const;

/** Lists one's own purchases. Each can be canceled until it is handed over. */
export function OwnPurchases() {
  const { search, replace } = usePageSearch(parseStoreSearch);
  const { page = 1 } = search;
  const [pendingId, setPendingId] = useState<number | null>(null);
  const list = usePagedList([STORE, 'own'], { page }, (query, signal) => api<typeof storeOwnPurchases>('GET', '/store/own-purchases', { query, signal }));
  const back = async ({ id }: PurchaseView) => {
    setPendingId(id);
    try {
      showSnack(await giveBack(id));
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
      void list.refetch();
    } finally {
      setPendingId(null);
    }
  };
  return (
    <DataTable
      withoutSearch
      caption={t('store.tab.own')}
      rowKey={({ id }) => id}
      list={list}
      state={search}
      onState={(to) => replace({ tab: 'own', ...(to.page ? { page: to.page } : {}) })}
      columns={[
        { key: 'item', header: t('store.purchases.item'), heading: true, cell: ({ item_name }) => <span dir="auto">{item_name}</span> },
        { key: 'price', header: t('store.purchases.price'), align: 'end', nowrap: true, cell: ({ price }) => inFigures(price) },
        { key: 'when', header: t('store.purchases.when'), nowrap: true, cell: ({ created_at }) => <time dateTime={created_at}>{dayOf(created_at)}</time> },
        { key: 'state', header: t('store.purchases.state'), nowrap: true, cell: ({ state }) => <Chip hue={HUES[state]}>{t(`store.ownState.${state}`)}</Chip> },
        {
          key: 'actions',
          header: t('store.purchases.actions'),
          align: 'end',
          card: 'bare',
          cell: (row) =>
            row.state === 'redeemed' && (
              <Button size="s" pending={pendingId === row.id} aria-label={t('store.giveBackOf', { name: row.item_name })} onClick={() => void back(row)}>
                {t('store.giveBack')}
              </Button>
            ),
        },
      ]}
      empty={<EmptyState title={t('store.ownNone')}>{t('store.ownNoneHint')}</EmptyState>}
    />
  );
}
