import type { ArchivedQuestionView } from '@classwright/contract/bank/questions/views';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { usePageSearch } from '../../../../base/use-page-search.ts';
import { DataTable, type Column, usePagedList, RowActs } from '../../../../ui/data-table/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconArrowBackUp } from '../../../../ui/plain/icons.ts';
import { IconArrowLeft, IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { Moment, titleOf } from '../bank/columns.tsx';
import { loadArchive, PER_PAGE, purgeQuestion, restoreQuestion } from '../calls.ts';
import { parseBankSearch, type BankSearch } from '../search.ts';
import { t } from '../../../../base/t.ts';

/** Lists deleted questions, to restore, or to erase for good if no assessment or lesson needs them. */
export function ArchivedQuestions() {
  const { search, push, replace } = usePageSearch(parseBankSearch);
  const queries = useQueryClient();
  const { page = 1, search_text = '', purge } = search;
  const here: BankSearch = { archived: true, ...(search.page ? { page } : {}), ...(search.search_text ? { search_text } : {}) };
  const query = { page, search_text, per_page: PER_PAGE };
  const list = usePagedList(['questions', 'archive'], query, loadArchive);
  const [restoring, setRestoring] = useState<number | null>(null);
  const renew = () => void queries.invalidateQueries({ queryKey: ['questions'] });
  const restore = async ({ id }: ArchivedQuestionView) => {
    setRestoring(id);
    try {
      showSnack((await restoreQuestion(id)).message);
      renew();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setRestoring(null);
    }
  };
  const of = (action: 'bank.archive.restore' | 'bank.archive.purge', row: ArchivedQuestionView) =>
    t('bank.action.of', { action: t(action), title: titleOf(row) });
  const columns: readonly Column<ArchivedQuestionView>[] = [
    { key: 'title', header: t('bank.column.title'), heading: true, cell: (row) => <MathText text={titleOf(row)} /> },
    { key: 'cluster', header: t('bank.column.cluster'), cell: ({ topic_name }) => topic_name },
    { key: 'subject', header: t('bank.column.subject'), cell: ({ subject_name }) => subject_name },
    { key: 'grade', header: t('bank.column.grade'), nowrap: true, cell: ({ grade_name }) => grade_name },
    { key: 'name', header: t('bank.column.name'), cell: ({ full_name }) => full_name },
    { key: 'deleted', header: t('bank.archive.on'), cell: ({ archived_at }) => <Moment at={archived_at} /> },
    {
      key: 'actions',
      header: t('bank.column.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (row) => (
        <RowActs
          name={titleOf(row)}
          acts={[
            {
              words: t('bank.archive.restore'),
              label: of('bank.archive.restore', row),
              icon: IconArrowBackUp,
              disabled: restoring === row.id,
              onSelect: () => void restore(row),
            },
            {
              words: t('bank.archive.purge'),
              label: of('bank.archive.purge', row),
              icon: IconTrash,
              disabled: row.is_in_use,
              hint: row.is_in_use ? t('bank.archive.kept') : undefined,
              onSelect: () => push({ ...here, purge: row.id }),
            },
          ]}
        />
      ),
    },
  ];
  const asked = purge === undefined ? undefined : list.data?.data.find(({ id }) => id === purge);
  return (
    <>
      <PageHeader
        title={t('bank.archive.title')}
        sub={t('bank.archive.about')}
        actions={
          <Button icon={IconArrowLeft} onClick={() => push({})}>
            {t('bank.archive.back')}
          </Button>
        }
      />
      <DataTable
        caption={t('bank.archive.title')}
        rowKey={({ id }) => id}
        list={list}
        state={here}
        onState={(next) => replace({ archived: true, ...next })}
        columns={columns}
        empty={<EmptyState title={t('bank.archive.none')}>{t('bank.archive.noneHint')}</EmptyState>}
      />
      {asked && (
        <DeleteDialog
          title={t('bank.archive.purgeTitle')}
          name={titleOf(asked)}
          confirmLabel={t('bank.archive.purge')}
          onClose={() => replace(here)}
          onDelete={async () => {
            showSnack(await purgeQuestion(asked.id));
            renew();
          }}
        >
          <p>{t('bank.archive.purgeHint')}</p>
        </DeleteDialog>
      )}
    </>
  );
}
