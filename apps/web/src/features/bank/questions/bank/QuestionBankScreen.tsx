import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { searchLink, usePageSearch } from '../../../../base/use-page-search.ts';
import { useUser } from '../../../../base/use-user.ts';
import { useChunk } from '../../../../base/use-chunk.ts';
import { DataTable, useScroll } from '../../../../ui/data-table/index.ts';
import { PageSize } from '../../../../ui/data-table/PageSize.tsx';
import { useSelection } from '../../../../ui/data-table/use-selection.ts';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconArchive, IconPlus } from '../../../../ui/plain/icons.ts';
import { IconFilePencil } from '../../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { LoadingPlaceholder } from '../../../../ui/plain/Skeleton.tsx';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { loadQuestionBlock } from '../calls.ts';
import type { QuestionSlots } from '../slots.ts';
import { parseBankSearch, filtersOf, listPart, sortingOf, type BankSearch } from '../search.ts';
import { t } from '../../../../base/t.ts';
import { tCount } from '../question-words.ts';
import styles from './bank.module.css';
import { bankColumns, titleOf } from './columns.tsx';
import { FilterCard } from './FilterCard.tsx';
import { useBank } from './use-bank.ts';

const QuestionDialogs = lazyScreen(() => import('../dialogs/QuestionDialogs.tsx'), 'QuestionDialogs', null);

const ArchivedQuestions = lazyScreen(() => import('../archive/ArchivedQuestions.tsx'), 'ArchivedQuestions');
const loadBulkActions = () => import('./BulkActions.tsx');

interface QuestionBankProps extends QuestionSlots {
  /** "own" opens with questions of the person's level and subject. */
  scope: 'own' | 'all';
}

/** The shared question bank, to find, view, rate, approve and write questions. */
export function QuestionBankScreen(props: QuestionBankProps) {
  const { rights } = useUser();
  const { search } = usePageSearch(parseBankSearch);
  if (search.archived && rights.includes('questions:delete')) return <ArchivedQuestions />;
  return <Bank {...props} />;
}

function Bank({ scope, ...slots }: QuestionBankProps) {
  const { rights } = useUser();
  const { search, push, replace } = usePageSearch(parseBankSearch);
  const part = listPart(search);
  const open = (dialog: BankSearch) => push({ ...part, ...dialog });
  const { list, rows, query, isFresh, renew } = useBank(search, scope);
  const scroll = useScroll({
    isOn: search.scroll === true,
    onSwitch: (isOn) => {
      const { page: _page, scroll: _scroll, ...kept } = part;
      replace({ ...kept, ...(isOn && { scroll: isOn }) });
    },
    query,
    load: loadQuestionBlock,
    list,
  });
  const selection = useSelection(JSON.stringify([filtersOf(search), search.search_text]));
  const bulk = useChunk(loadBulkActions, selection.keys.size > 0);
  const total = list.data?.pagination.total;
  const isNarrowed = Object.keys(filtersOf(search)).length > 0 || search.search_text !== undefined;
  const createButton = rights.includes('questions:create') && (
    <Button variant="filled" icon={IconPlus} onClick={() => open({ create: true })}>
      {t('bank.create')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('bank.title')}
        sub={total === undefined ? undefined : list.data?.is_more ? t('bank.count.more', { count: total }) : tCount('bank.count', total)}
        actions={
          <>
            {slots.renderTools?.({ search, onImport: () => open({ import: true }) })}
            {rights.includes('draft-questions:view') && (
              <Link to="/draft-questions" className={buttonClasses()}>
                <IconFilePencil size={18} />
                {t('bank.drafts')}
              </Link>
            )}
            {rights.includes('questions:delete') && (
              <Button icon={IconArchive} onClick={() => push({ archived: true })}>
                {t('bank.archive.open')}
              </Button>
            )}
            {createButton}
          </>
        }
      />
      {scope === 'own' && list.isPending && <LoadingPlaceholder />}
      {scope === 'own' && <OwnNote own={list.data?.own} mayAll={rights.includes('all-questions:view')} />}
      <FilterCard
        search={search}
        onText={(search_text) => replace({ ...filtersOf(search), ...sortingOf(search), ...(search_text ? { search_text } : {}) })}
        onSearch={(filters) => {
          replace({ ...filters, ...sortingOf(search), ...(search.search_text ? { search_text: search.search_text } : {}) });
          renew();
        }}
        onReset={() => {
          replace({ ...(part.per_page && { per_page: part.per_page }), ...(part.scroll && { scroll: part.scroll }) });
          renew();
        }}
      />
      <DataTable
        withoutSearch
        caption={t('bank.title')}
        rowKey={({ id }) => id}
        list={list}
        state={{ ...(part.page ? { page: part.page } : {}) }}
        onState={({ page }) => replace({ ...part, ...(page ? { page } : {}) })}
        sizes={
          <PageSize
            value={part.per_page}
            onSize={(size) => {
              const { page: _page, per_page: _size, ...kept } = part;
              replace({ ...kept, ...(size ? { per_page: size } : {}) });
            }}
          />
        }
        scroll={scroll}
        isFresh={isFresh}
        sorting={{
          column: search.sort ?? (search.search_text ? '' : 'dateAdded'),
          direction: search.direction ?? 'desc',
          onSort: (sort, direction) =>
            replace({
              ...filtersOf(search),
              ...sortingOf(search),
              ...(search.search_text ? { search_text: search.search_text } : {}),
              ...parseBankSearch({ sort, direction }),
            }),
        }}
        selecting={{
          of: selection,
          nameOf: titleOf,
          offersAll: false,
          actions: bulk && <bulk.BulkActions selection={selection} renderTools={slots.renderSelectedTools} />,
        }}
        columns={bankColumns({
          seesFigures: rights.includes('item-analysis:view'),
          onStatus: ({ id }) => open({ approve: id }),
          onRate: ({ id }) => open({ rate: id }),
        })}
        renderOpen={(question, words, className) => (
          <Link {...searchLink({ ...part, view: question.id })} className={className} aria-label={titleOf(question)}>
            {words}
          </Link>
        )}
        empty={
          isNarrowed ? (
            <EmptyState compact title={t('bank.noneFound')}>
              {t('bank.noneFoundHint')}
            </EmptyState>
          ) : (
            <EmptyState title={t('bank.none')} action={createButton || undefined}>
              {t('bank.noneHint')}
            </EmptyState>
          )
        }
      />
      <QuestionDialogs search={search} rows={rows} slots={slots} onOpen={open} onClose={() => replace(part)} onChanged={renew} />
    </>
  );
}

/** Shows the initial filters of the bank, with a link to all questions. */
function OwnNote({ own, mayAll }: { own: { subjects: { name: string }[]; levels: { name: string }[] } | undefined; mayAll: boolean }): ReactNode {
  const names = [...(own?.levels ?? []), ...(own?.subjects ?? [])].map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Row as="p" wrap gap={12} rowGap={6} tone="dimmed" className={styles.note}>
      {t('bank.ownFilter')}: {names.join(', ')}
      {mayAll && <Link to="/all-questions">{t('bank.showAll')}</Link>}
    </Row>
  );
}
