import { fullName } from '../../../../base/full-name.ts';
import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import type { StaffPurchaseView, storePurchases } from '@classwright/contract/school/rewards/store';
import { useState } from 'react';
import { api } from '../../../../base/api.ts';
import { dayOf } from '../../../../base/dates.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { DataTable, usePagedList, RowActs } from '../../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../../ui/data-table/use-selection.ts';
import { SelectField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import type { IconComponent } from '../../../../ui/plain/icon.tsx';
import { IconArrowBackUp, IconCheck, IconX } from '../../../../ui/plain/icons.ts';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { inFigures } from '../columns.tsx';
import { parsePurchasesSearch } from '../search.ts';
import { type Act, cancel, handOver, reopen, STORE } from './calls.ts';
import { t } from '../../../../base/t.ts';

const HUES = { redeemed: 'amber', 'handed-over': 'green', cancelled: 'gray' } as const;
const STATES = ['redeemed', 'handed-over', 'cancelled', 'all'] as const;
const nameOf = (row: StaffPurchaseView): string => t('store.purchaseName', { item: row.item_name, student: fullName(row) });

interface Offered {
  act: Act;
  icon: IconComponent;
  words: string;
  of: (name: string) => string;
}

/** Returns the actions for purchases in a state. */
function offeredFor(state: StaffPurchaseView['state']): Offered[] {
  if (state !== 'redeemed') return [{ act: reopen(state), icon: IconArrowBackUp, words: t('store.reopen'), of: (name) => t('store.reopenOf', { name }) }];
  return [
    { act: handOver, icon: IconCheck, words: t('store.handOver'), of: (name) => t('store.handOverOf', { name }) },
    { act: cancel, icon: IconX, words: t('store.cancel'), of: (name) => t('store.cancelOf', { name }) },
  ];
}

/** Lists students' purchases, to hand over or cancel, many together. */
export function PurchasesScreen() {
  const { rights } = useUser();
  const mayEdit = rights.includes('store-purchases:edit');
  const { search, replace } = usePageSearch(parsePurchasesSearch);
  const { page = 1, search_text } = search;
  const state: (typeof STATES)[number] = search.state ?? 'redeemed';
  const list = usePagedList([STORE, 'purchases'], { page, state, ...(search_text ? { search_text } : {}) }, (query, signal) =>
    api<typeof storePurchases>('GET', '/store/purchases', { query, signal }),
  );
  const selection = useSelection(`${state} ${search_text ?? ''}`);
  const { isBusy, refused, act } = useActs(selection.clear);
  const ofState = state === 'redeemed' ? {} : { state };
  return (
    <>
      <PageHeader title={t('store.purchases')} sub={t('store.purchases.about')} />
      {refused.length > 0 && <RefusedRows words={t('store.refused')} rows={refused} />}
      <DataTable
        caption={t('store.purchases')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={(to) => replace({ ...ofState, ...to })}
        tools={
          <SelectField
            label={t('store.purchases.state')}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`store.state.${value}`) }))}
            onChange={({ target }) => {
              const chosen = STATES.find((value) => value === target.value) ?? 'redeemed';
              replace(chosen === 'redeemed' ? {} : { state: chosen });
            }}
          />
        }
        selecting={
          mayEdit && state !== 'all'
            ? {
                of: selection,
                nameOf,
                offersAll: false,
                actions: offeredFor(state).map(({ act: how, icon, words }) => (
                  <Button key={words} size="s" icon={icon} disabled={isBusy} onClick={() => act(how, [...selection.keys].map(Number))}>
                    {words}
                  </Button>
                )),
              }
            : undefined
        }
        columns={[
          {
            key: 'student',
            header: t('store.purchases.student'),
            heading: true,
            cell: (row) => <span dir="auto">{fullName(row)}</span>,
          },
          { key: 'item', header: t('store.purchases.item'), cell: ({ item_name }) => <span dir="auto">{item_name}</span> },
          { key: 'price', header: t('store.purchases.price'), align: 'end', nowrap: true, cell: ({ price }) => inFigures(price) },
          { key: 'when', header: t('store.purchases.when'), nowrap: true, cell: ({ created_at }) => <time dateTime={created_at}>{dayOf(created_at)}</time> },
          { key: 'state', header: t('store.purchases.state'), nowrap: true, cell: (row) => <Chip hue={HUES[row.state]}>{t(`store.state.${row.state}`)}</Chip> },
          ...(mayEdit
            ? [
                {
                  key: 'actions',
                  header: t('store.purchases.actions'),
                  align: 'end',
                  nowrap: true,
                  card: 'aside',
                  cell: (row: StaffPurchaseView) => (
                    <RowActs
                      name={nameOf(row)}
                      acts={offeredFor(row.state).map(({ act: how, icon, words, of }) => ({
                        words,
                        label: of(nameOf(row)),
                        icon,
                        disabled: isBusy,
                        onSelect: () => act(how, [row.id]),
                      }))}
                    />
                  ),
                } as const,
              ]
            : []),
        ]}
        empty={
          state === 'redeemed' ? (
            <EmptyState title={t('store.purchases.none')}>{t('store.purchases.noneHint')}</EmptyState>
          ) : (
            <EmptyState compact title={t('store.purchases.noneOfState')} />
          )
        }
      />
    </>
  );
}

/** Runs actions on purchases, with undo. `refused` lists the purchases that the last action left unchanged. */
function useActs(onDone: () => void): { isBusy: boolean; refused: ManyDone['refused']; act: (how: Act, ids: number[]) => void } {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ManyDone['refused']>([]);
  const refresh = () => queryClient.invalidateQueries({ queryKey: [STORE] });
  const run = async (how: Act, ids: number[]) => {
    setBusy(true);
    try {
      const done = await how.run(ids);
      setRefused(done.refused);
      const undo = async () => {
        const { message, refused: stayed } = await how.undo(done.ids);
        setRefused(stayed);
        await refresh();
        return message;
      };
      if (done.ids.length > 0) showSnack(done.message, { undo });
      onDone();
      await refresh();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, refused, act: (how, ids) => void run(how, ids) };
}
