import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconReload } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { generate, listProducts, makeMany, PRODUCTS_KEY } from './calls.ts';
import { productColumns } from './columns.tsx';
import { parseWorkProductsSearch } from './search.ts';
import { t } from '../../../base/t.ts';

const LOOK_AGAIN_MS = 5000;

/** The work products of a lesson: those of all students for its class's staff, one's own for a student. */
export function WorkProductsScreen() {
  const { rights } = useUser();
  const isStaff = rights.includes('assessments:view');
  const { search, replace } = usePageSearch(parseWorkProductsSearch);
  const { assessment_id: assessmentId = 0, page = 1 } = search;
  const products = useQuery({
    queryKey: [...PRODUCTS_KEY, assessmentId, page],
    queryFn: ({ signal }) => listProducts({ assessment_id: assessmentId, page }, signal),
    enabled: assessmentId > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? LOOK_AGAIN_MS : false),
  });
  const of = { assessment_id: assessmentId };
  const make = async (call: () => Promise<{ message: string }>) => {
    showSnack((await call()).message);
    await queryClient.invalidateQueries({ queryKey: PRODUCTS_KEY });
  };
  const again = (accountId: number) =>
    make(() => (isStaff ? makeMany({ ...of, account_ids: [accountId] }) : generate(assessmentId))).catch((failure: unknown) =>
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 }),
    );
  const { data, waiting = 0 } = products.data ?? {};
  const title = data?.[0]?.title;
  const heading = t(isStaff ? 'workProduct.list.title' : 'workProduct.own.title');
  if (assessmentId === 0)
    return (
      <>
        <PageHeader title={heading} />
        <EmptyState title={t('workProduct.list.none')}>{t('workProduct.list.noneHint')}</EmptyState>
      </>
    );
  return (
    <>
      <PageHeader title={heading} sub={title ?? t(isStaff ? 'workProduct.list.hint' : 'workProduct.own.hint')} />
      <p role="status">{waiting > 0 ? t('workProduct.list.waiting', { count: waiting }) : ''}</p>
      <DataTable
        caption={t('workProduct.list.title')}
        rowKey={({ id }) => id}
        list={products}
        state={search}
        onState={(state) => replace({ ...of, ...(state.page ? { page: state.page } : {}) })}
        withoutSearch
        tools={
          isStaff &&
          (data?.length ?? 0) > 0 && (
            <Button icon={IconReload} onClick={() => replace({ ...search, again: 1 })}>
              {t('workProduct.list.makeAgain')}
            </Button>
          )
        }
        columns={productColumns({ again: (accountId) => void again(accountId) })}
        empty={<EmptyState title={t('workProduct.list.empty')} />}
      />
      <ConfirmDialog
        opened={search.again !== undefined}
        onClose={() => replace({ ...of, ...(search.page ? { page: search.page } : {}) })}
        title={t('workProduct.list.makeAgainTitle')}
        confirmLabel={t('workProduct.list.makeAgain')}
        cancelLabel={t('common.cancel')}
        onConfirm={() => make(() => makeMany(of))}
      >
        {t('workProduct.list.makeAgainText')}
      </ConfirmDialog>
    </>
  );
}
