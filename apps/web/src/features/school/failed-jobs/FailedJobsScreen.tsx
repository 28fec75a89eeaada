import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable } from '../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconReload, IconX } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { type Act, dismiss, listFailedJobs, retryJobs } from './calls.ts';
import { failedJobColumns, nameOf } from './columns.tsx';
import { parseFailedJobsSearch } from './search.ts';
import { t } from '../../../base/t.ts';

const KEY = 'failed-jobs';

/** Returns the kinds to choose from, including the chosen one when none of it is left. */
function withChosen(kinds: readonly { kind: string; label: string; count: number }[], chosen: string | undefined): { value: string; label: string }[] {
  const options = kinds.map(({ kind, label, count }) => ({ value: kind, label: t('failedJobs.ofKind', { label, count }) }));
  return chosen === undefined || options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }];
}

/** Shows background tasks that failed for good, to people with the page's right. */
export function FailedJobsScreen() {
  const { rights } = useUser();
  const { search, replace } = usePageSearch(parseFailedJobsSearch);
  const { page = 1, kind } = search;
  const ofKind = kind === undefined ? {} : { kind };
  const failures = useQuery({
    queryKey: [KEY, page, kind],
    queryFn: ({ signal }) => listFailedJobs({ page, ...ofKind }, signal),
    placeholderData: keepPreviousData,
  });
  const selection = useSelection(kind ?? '');
  const { isBusy, refused, act } = useActs(() => {
    selection.clear();
    replace(ofKind);
  });
  const means = { mayPutBack: rights.includes('failed-jobs:edit'), mayDismiss: rights.includes('failed-jobs:delete'), isBusy, act };
  const kinds = failures.data?.kinds ?? [];
  const chosen = [...selection.keys].map(Number);
  return (
    <>
      <PageHeader title={t('failedJobs.title')} sub={t('failedJobs.about')} />
      {refused.length > 0 && <RefusedRows words={t('failedJobs.refused')} rows={refused} />}
      <DataTable
        caption={t('failedJobs.title')}
        rowKey={({ id }) => id}
        list={failures}
        state={search}
        onState={(state) => replace({ ...ofKind, ...(state.page ? { page: state.page } : {}) })}
        withoutSearch
        tools={
          (kinds.length > 1 || kind !== undefined) && (
            <SelectField
              label={t('failedJobs.kind')}
              value={kind ?? ''}
              onChange={({ target }) => replace(target.value === '' ? {} : { kind: target.value })}
              options={[{ value: '', label: t('failedJobs.anyKind') }, ...withChosen(kinds, kind)]}
            />
          )
        }
        selecting={
          means.mayPutBack || means.mayDismiss
            ? {
                of: selection,
                nameOf,
                offersAll: false,
                actions: (
                  <>
                    {means.mayPutBack && (
                      <Button size="s" icon={IconReload} disabled={isBusy} onClick={() => act(retryJobs, chosen)}>
                        {t('failedJobs.putBack')}
                      </Button>
                    )}
                    {means.mayDismiss && (
                      <Button size="s" icon={IconX} disabled={isBusy} onClick={() => act(dismiss, chosen)}>
                        {t('failedJobs.dismiss')}
                      </Button>
                    )}
                  </>
                ),
              }
            : undefined
        }
        columns={failedJobColumns(means)}
        empty={<EmptyState title={t('failedJobs.none')}>{t(kind === undefined ? 'failedJobs.noneHint' : 'failedJobs.noneOfKind')}</EmptyState>}
      />
    </>
  );
}

/** Runs acts on failed jobs, with an undo. `refused` are the ones that the last act did not change. */
function useActs(onDone: () => void): { isBusy: boolean; refused: ManyDone['refused']; act: (how: Act, ids: number[]) => void } {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ManyDone['refused']>([]);
  const run = async (how: Act, ids: number[]) => {
    setBusy(true);
    try {
      const done = await how.run(ids);
      const undo = async () => {
        const { message } = await how.undo(done.ids);
        await queryClient.invalidateQueries({ queryKey: [KEY] });
        return message;
      };
      setRefused(done.refused);
      if (done.ids.length > 0) showSnack(done.message, { undo });
      onDone();
      await queryClient.invalidateQueries({ queryKey: [KEY] });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, refused, act: (how, ids) => void run(how, ids) };
}
