import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { searchLink, usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { DataTable, type Column, usePagedList, RowActs } from '../../../../ui/data-table/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconEye, IconPlus } from '../../../../ui/plain/icons.ts';
import { IconPencil, IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { titleOf } from '../bank/columns.tsx';
import { loadDrafts, PER_PAGE, type Question, type QuestionRow } from '../calls.ts';
import { parseBankSearch, listPart, type OpenDialog } from '../search.ts';
import type { QuestionSlots } from '../slots.ts';
import { t } from '../../../../base/t.ts';

const QuestionDialogs = lazyScreen(() => import('../dialogs/QuestionDialogs.tsx'), 'QuestionDialogs', null);

/** Lists one's own questions that are not published yet. */
export function DraftQuestionsScreen(slots: QuestionSlots) {
  const { rights } = useUser();
  const { search, push, replace } = usePageSearch(parseBankSearch);
  const { page = 1, search_text = '' } = search;
  const queries = useQueryClient();
  const part = listPart(search);
  const open = (dialog: OpenDialog) => push({ ...part, ...dialog });
  const query = { page, search_text, per_page: PER_PAGE };
  const key = ['questions', 'drafts', query];
  const list = usePagedList(['questions', 'drafts'], query, loadDrafts);

  /** Updates the list: a published draft is removed, one that is still a draft is updated in place. */
  const changed = (question?: Question) => {
    if (question)
      queries.setQueryData<typeof list.data>(key, (before) => {
        if (!before) return before;
        const isDraft = question.published_state === 'DRAFT';
        const data = before.data.flatMap((row) => (row.id !== question.id ? [row] : isDraft ? [question] : []));
        return { ...before, data };
      });
    void queries.invalidateQueries({ queryKey: ['questions'] });
  };
  // An empty list has one next step, in the middle.
  const isEmpty = list.data?.pagination.total === 0 && search_text === '';
  const createButton = (variant: 'filled' | 'default') =>
    rights.includes('questions:create') && (
      <Button variant={variant} icon={IconPlus} onClick={() => open({ create: true })}>
        {t('bank.create')}
      </Button>
    );
  const columns: readonly Column<QuestionRow>[] = [
    { key: 'type', header: t('bank.column.type'), cell: ({ type_name }) => type_name },
    { key: 'title', header: t('bank.column.title'), heading: true, cell: titleOf },
    { key: 'cluster', header: t('bank.column.cluster'), cell: ({ topic_name }) => topic_name },
    { key: 'subject', header: t('bank.column.subject'), cell: ({ subject_name }) => subject_name },
    { key: 'grade', header: t('bank.column.grade'), cell: ({ grade_name }) => grade_name },
    {
      key: 'actions',
      header: t('bank.column.actions'),
      card: 'aside',
      align: 'end',
      nowrap: true,
      cell: (question) => {
        const label = (action: 'bank.action.view' | 'bank.action.edit' | 'bank.action.delete') =>
          t('bank.action.of', { action: t(action), title: titleOf(question) });
        return (
          <RowActs
            name={titleOf(question)}
            acts={[
              ...(question.may.edit
                ? [{ words: t('bank.action.edit'), label: label('bank.action.edit'), icon: IconPencil, onSelect: () => open({ edit: question.id }) }]
                : []),
              { words: t('bank.action.view'), label: label('bank.action.view'), icon: IconEye, onSelect: () => open({ view: question.id }) },
              ...(question.may.delete
                ? [{ words: t('bank.action.delete'), label: label('bank.action.delete'), icon: IconTrash, onSelect: () => open({ delete: question.id }) }]
                : []),
            ]}
          />
        );
      },
    },
  ];
  return (
    <>
      <PageHeader title={t('bank.draftsTitle')} actions={createButton(isEmpty ? 'default' : 'filled') || undefined} />
      <DataTable
        caption={t('bank.draftsTitle')}
        rowKey={({ id }) => id}
        list={list}
        state={part}
        onState={(next) => replace(next)}
        columns={columns}
        renderOpen={(question, words, className) => (
          <Link {...searchLink({ ...part, edit: question.id })} className={className}>
            {words}
          </Link>
        )}
        empty={
          <EmptyState title={t('bank.noDrafts')} action={createButton('filled') || undefined}>
            {t('bank.noDraftsHint')}
          </EmptyState>
        }
      />
      <QuestionDialogs search={search} rows={list.data?.data ?? []} slots={slots} onOpen={open} onClose={() => replace(part)} onChanged={changed} />
    </>
  );
}
