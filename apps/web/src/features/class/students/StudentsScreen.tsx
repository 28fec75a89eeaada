import { fullName } from '../../../base/full-name.ts';
import type { picturesReset, studentIds, studentList, StudentView } from '@classwright/contract/class/students/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useIsNarrow } from '../../../base/use-media.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, usePagedList, RowActs } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconKey } from '../../../ui/feature-icons/icons.ts';
import { IconReload } from '../../../ui/plain/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { CardsDialog, type CardHolders } from '../../people/accounts/index.ts';
import { type StudentSort, parseStudentsSearch } from './search.ts';
import { StudentSearch } from './StudentSearch.tsx';
import styles from './students.module.css';
import { t } from '../../../base/t.ts';

/** The student directory, for staff. */
export function StudentsScreen() {
  const { rights } = useUser();
  const mayMakeCards = rights.includes('sign-in-cards:create');
  const narrow = useIsNarrow();
  const { search, replace } = usePageSearch(parseStudentsSearch);
  const [resetFor, setResetFor] = useState<StudentView | null>(null);
  const [cardsFor, setCardsFor] = useState<CardHolders | null>(null);
  const { page = 1, sort, direction, ...filters } = search;
  const order = { ...(sort && { sort }), ...(direction && { direction }) };
  const list = usePagedList(['students'], { ...filters, ...order, page }, (query, signal) =>
    api<typeof studentList>('GET', '/course/students', { query, signal }),
  );
  const first = list.data?.pagination.from ?? 1;
  const rows = list.data?.data ?? [];
  const ofOwnClass = mayMakeCards && filters.course_id !== undefined;
  const isSearching = Object.keys(filters).length > 0;
  // People who manage accounts may do it for everyone found; teachers, for their own class.
  const mayMakeForFound = mayMakeCards && (ofOwnClass || rights.includes('accounts:edit')) && rows.length > 0;
  const makeForFound = async () => {
    const { course_id, ...others } = filters;
    if (course_id !== undefined && Object.keys(others).length === 0) return setCardsFor({ courseId: course_id });
    try {
      const { ids } = await api<typeof studentIds>('GET', '/course/students/ids', { query: { ...filters, ...order } });
      setCardsFor({ accountIds: ids });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    }
  };
  return (
    <>
      <PageHeader
        title={t('students.title')}
        actions={
          mayMakeForFound ? (
            <Button icon={IconKey} onClick={() => void makeForFound()}>
              {isSearching && !(ofOwnClass && Object.keys(filters).length === 1)
                ? t('students.cardsFor', { count: list.data?.pagination.total ?? 0 })
                : t('students.cards')}
            </Button>
          ) : undefined
        }
      />
      <StudentSearch filters={filters} onSearch={(to) => replace({ ...to, ...order })} />
      <h2 className={styles.list}>{t('students.list')}</h2>
      <DataTable
        withoutSearch
        caption={t('students.list')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        onState={({ page: to }) => replace({ ...filters, ...order, ...(to ? { page: to } : {}) })}
        sorting={{
          column: sort ?? 'last_name',
          direction: direction ?? 'asc',
          onSort: (by, way) => replace({ ...filters, sort: by as StudentSort, direction: way }),
        }}
        columns={[
          { key: 'index', header: t('students.index'), nowrap: true, card: 'hidden', cell: (row) => first + rows.findIndex(({ id }) => id === row.id) },
          {
            key: 'first_name',
            header: t('account.field.firstName'),
            heading: true,
            sortable: true,
            cell: ({ first_name, last_name, has_password, picture_card }) => (
              <Row as="span" inline wrap gap={10} rowGap={4} breaks>
                {narrow ? fullName({ first_name, last_name }) : first_name}
                {!has_password && picture_card !== 'chosen' && picture_card !== 'asks_teacher' && <Chip icon={IconKey}>{t('accounts.noPassword')}</Chip>}
                {picture_card === 'asks_teacher' && <Chip hue="amber">{t('students.asksTeacher')}</Chip>}
              </Row>
            ),
          },
          { key: 'last_name', header: t('account.field.lastName'), card: 'hidden', sortable: true, cell: ({ last_name }) => last_name },
          ...(list.data?.spans_schools
            ? [
                {
                  key: 'school_name',
                  header: t('account.field.schoolName'),
                  sortable: true,
                  differs: true,
                  cell: ({ school_name }: StudentView) => school_name ?? '',
                },
              ]
            : []),
          {
            key: 'email',
            header: t('account.field.email'),
            sortable: true,
            cell: ({ email }) => (
              <Text as="span" breaks>
                {email}
              </Text>
            ),
          },
          ...(ofOwnClass ? [cardColumn((id) => setCardsFor({ accountIds: [id] }), setResetFor)] : []),
        ]}
        empty={
          <EmptyState title={t('students.none')} compact={isSearching}>
            {isSearching ? t('students.noneFound') : t('students.noneHint')}
          </EmptyState>
        }
      />
      <ConfirmDialog
        opened={resetFor !== null}
        title={t('students.resetTitle', { name: resetFor ? fullName(resetFor) : '' })}
        confirmLabel={t('students.resetGo')}
        cancelLabel={t('common.cancel')}
        onClose={() => setResetFor(null)}
        onConfirm={async () => {
          if (!resetFor) return;
          const { message } = await api<typeof picturesReset>('DELETE', '/accounts/:id/pictures', { params: { id: resetFor.id } });
          showSnack(message);
          await list.refetch();
        }}
      >
        {t('students.resetHint', { name: resetFor ? fullName(resetFor) : '' })}
      </ConfirmDialog>
      {cardsFor && <CardsDialog holders={cardsFor} onClose={() => setCardsFor(null)} />}
    </>
  );
}

/** A column with a new card for a student of one's class, or other pictures for their card. */
const cardColumn = (onCard: (id: number) => void, onReset: (row: StudentView) => void): Column<StudentView> => ({
  key: 'card',
  header: t('students.card'),
  align: 'end',
  nowrap: true,
  card: 'bare',
  cell: (row) => {
    const name = fullName(row);
    const card = { words: t('students.cardAct'), label: t('students.cardFor', { name }), icon: IconKey, onSelect: () => onCard(row.id) };
    const reset = { words: t('students.resetAct'), label: t('students.resetFor', { name }), icon: IconReload, onSelect: () => onReset(row) };
    const hasPictures = row.picture_card === 'chosen' || row.picture_card === 'asks_teacher';
    return <RowActs name={name} acts={[card, ...(hasPictures ? [reset] : [])]} />;
  },
});
