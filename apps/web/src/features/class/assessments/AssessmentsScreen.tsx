import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { showSnack } from '../../../base/snackbar.ts';
import { searchLink, usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { archiveAssessment, type AssessmentRow, deleteAssessment, loadAssessments } from './calls.ts';
import { assessmentColumns } from './columns.tsx';
import { FilterCard } from './FilterCard.tsx';
import { parseAssessmentsSearch, type AssessmentsSearch, filtersOf, listPart, type AssessmentFilters } from './search.ts';
import { t } from '../../../base/t.ts';
import type { ListSearch } from '../../../base/search.ts';

import type { AssessmentSlots } from './form/slots.ts';

const AssessmentDialog = lazyScreen(() => import('./AssessmentDialog.tsx'), 'AssessmentDialog', null);
const KeepDialog = lazyScreen(() => import('./KeepDialog.tsx'), 'KeepDialog', null);
const AssessmentForm = lazyScreen(() => import('./form/index.ts'), 'AssessmentForm');

/** Shows a teacher's assessments, or everyone's for Admin: the active ones, or with `archived` the archived ones. */
export function AssessmentsScreen({ archived = false, ...slots }: { archived?: boolean } & AssessmentSlots) {
  const { rights, account_id: accountId } = useUser();
  const title = t(archived ? 'assessments.archivedTitle' : 'assessments.title');
  return (
    <Assessments
      key={String(archived)}
      archived={archived}
      title={title}
      accountId={accountId}
      may={(action) => rights.includes(`assessments:${action}`)}
      {...slots}
    />
  );
}

type May = (action: 'create' | 'edit' | 'delete') => boolean;

function Assessments({ archived, title, accountId, may, ...slots }: { archived: boolean; title: string; accountId: number; may: May } & AssessmentSlots) {
  const { search, push, replace } = usePageSearch(parseAssessmentsSearch);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [fresh, setFresh] = useState<number | null>(null);
  const part = listPart(search);
  const open = (dialog: AssessmentsSearch) => push({ ...part, ...dialog });
  const close = () => replace(part);
  const list = useAssessments(part, archived);
  const total = list.data?.pagination.total;
  const isNarrowed = part.search_text !== undefined || Object.keys(filtersOf(search)).length > 0;
  const renew = async (id: number | null) => {
    setFresh(id);
    await queries.invalidateQueries({ queryKey: ['assessments'] });
  };
  /** Copies an archived assessment into the active list. */
  const copy = ({ id }: AssessmentRow) => (archived ? void navigate({ to: '/assessments', search: { copy: id }, resetScroll: false }) : open({ copy: id }));
  const when = <T,>(allowed: boolean, action: T): T | null => (allowed ? action : null);
  return (
    <>
      <PageHeader
        title={title}
        sub={total === undefined || isNarrowed ? undefined : t('assessments.count', { count: total })}
        actions={
          !archived &&
          may('create') && (
            <Button variant="filled" icon={IconPlus} aria-keyshortcuts="N" onClick={() => open({ create: true })}>
              {t('assessments.create')}
            </Button>
          )
        }
      />
      <FilterCard
        search={search}
        onFilters={(filters) => replace({ ...filters, ...(part.search_text && { search_text: part.search_text }) })}
        onText={(text) => replace({ ...filtersOf(search), ...(text && { search_text: text }) })}
      />
      <DataTable
        withoutSearch
        caption={title}
        columns={assessmentColumns({
          accountId,
          onCopy: when(may('create'), copy),
          onArchive: when(may('edit'), ({ id }: AssessmentRow) => open({ archive: id })),
          onEdit: when(may('edit'), ({ id }: AssessmentRow) => open({ edit: id })),
          onDelete: when(may('delete'), ({ id }: AssessmentRow) => open({ delete: id })),
        })}
        rowKey={(row) => row.id}
        list={list}
        state={part}
        onState={(next) => replace({ ...filtersOf(search), ...next })}
        isFresh={({ id }) => id === fresh}
        renderOpen={(row, words, className) => (
          <Link {...searchLink({ ...part, assessment: row.id })} className={className}>
            {words}
          </Link>
        )}
        empty={<Nothing archived={archived} isNarrowed={isNarrowed} onReset={() => replace({})} onCreate={when(may('create'), () => open({ create: true }))} />}
      />
      {search.assessment !== undefined && <AssessmentDialog id={search.assessment} onClose={close} />}
      {search.archive !== undefined && may('edit') && (
        <KeepDialog
          id={search.archive}
          ask={archived ? 'unarchive' : 'archive'}
          run={(id) => archiveAssessment(id, !archived)}
          undo={(id) => archiveAssessment(id, archived)}
          onClose={close}
          onDone={() => void renew(null)}
        />
      )}
      {search.delete !== undefined && may('delete') && (
        <KeepDialog id={search.delete} ask="delete" run={deleteAssessment} onClose={close} onDone={() => void renew(null)} />
      )}
      {(((search.create || search.copy !== undefined) && may('create')) || (search.edit !== undefined && may('edit'))) && (
        <AssessmentForm
          key={search.edit ?? `new ${search.copy ?? ''} ${search.question ?? ''}`}
          id={search.edit ?? null}
          copyOf={search.copy ?? null}
          startsWith={search.create && search.question !== undefined ? { questionId: search.question, classId: search.in_class } : null}
          {...slots}
          onClose={close}
          onSaved={(saved, message) => {
            showSnack(message);
            void renew(saved.id);
          }}
        />
      )}
    </>
  );
}

function Nothing({ archived, isNarrowed, onReset, onCreate }: { archived: boolean; isNarrowed: boolean; onReset: () => void; onCreate: (() => void) | null }) {
  if (isNarrowed)
    return (
      <EmptyState compact title={t('assessments.noneFiltered')} action={<Button onClick={onReset}>{t('assessments.reset')}</Button>}>
        {t('assessments.noneFilteredHint')}
      </EmptyState>
    );
  if (archived) return <EmptyState title={t('assessments.noneArchived')}>{t('assessments.noneArchivedHint')}</EmptyState>;
  return (
    <EmptyState
      title={t('assessments.none')}
      {...(onCreate && {
        action: (
          <Button variant="filled" icon={IconPlus} aria-keyshortcuts="N" onClick={onCreate}>
            {t('assessments.create')}
          </Button>
        ),
      })}
    >
      {t('assessments.noneHint')}
    </EmptyState>
  );
}

/** Loads the page of assessments that the address names. */
function useAssessments(asked: ListSearch & AssessmentFilters, archived: boolean) {
  const query = { ...asked, page: asked.page ?? 1, is_archived: archived };
  return usePagedList(['assessments', 'list'], query, loadAssessments);
}
