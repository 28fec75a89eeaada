import { useState } from 'react';
import { momentOf } from '../../base/moment.ts';
import { type Column, DataTable, usePagedList } from '../../ui/data-table/index.ts';
import { Chip } from '../../ui/plain/Chip.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { lazyScreen } from '../../ui/plain/lazy-screen.tsx';
import { PageHeader } from '../../ui/plain/PageHeader.tsx';
import { loadRosters, type Mappings, type Roster, type UnknownTable, uploadRoster } from './calls.ts';
import { MappingForm } from './MappingForm.tsx';
import styles from './rosters.module.css';
import { hueOf, statusOf } from './status.ts';
import { t } from './t.ts';
import { type Chosen, UploadCard } from './UploadCard.tsx';
import { useUpload } from './use-upload.ts';

const Sources = lazyScreen(() => import('./sources/index.ts'), 'Sources');

const columns = (onOpen: (id: number) => void): Column<Roster>[] => [
  {
    key: 'file',
    header: t('rosters.file'),
    heading: true,
    cell: ({ id, file_name, format, schools }) => (
      <span className={styles.stack}>
        <button type="button" className={styles.open} onClick={() => onOpen(id)}>
          <bdi>{file_name}</bdi>
        </button>
        <small>{[format, ...schools.map(({ name }) => name)].join(' · ')}</small>
      </span>
    ),
  },
  {
    key: 'state',
    header: t('rosters.state'),
    cell: (roster) => (
      <span className={styles.stack}>
        <span>
          <Chip hue={hueOf(roster)}>{t(`rosters.status.${statusOf(roster)}`)}</Chip>
        </span>
        <small>{roster.undo?.message ?? roster.message}</small>
      </span>
    ),
  },
  {
    key: 'when',
    header: t('rosters.when'),
    nowrap: true,
    cell: ({ created_at, account_name }) => (
      <span className={styles.stack}>
        <time dateTime={created_at}>{momentOf(created_at)}</time>
        {account_name !== null && <small>{t('rosters.by', { name: account_name })}</small>}
      </span>
    ),
  },
];

interface HistoryProps {
  page: number;
  mayEdit: boolean;
  onPage: (page: number) => void;
  onOpen: (id: number) => void;
}

/** The place to upload a roster, and those of the last weeks. */
export function RosterHistory({ page, mayEdit, onPage, onOpen }: HistoryProps) {
  const list = usePagedList(['rosters', 'list'], page, loadRosters);
  const [unknown, setUnknown] = useState<{ tables: readonly UnknownTable[]; chosen: Chosen } | null>(null);
  const { isReading, fault, error, upload } = useUpload(async ({ files, ...options }: Chosen, mappings: Mappings, signal) => {
    const answer = await uploadRoster(files, { ...options, mappings }, signal);
    if (answer.import) onOpen(answer.import.id);
    else setUnknown({ tables: answer.unknown, chosen: { files, ...options } });
  });
  const words = { fault, error, isReading };
  return (
    <>
      <PageHeader title={t('rosters.title')} sub={t('rosters.about')} />
      {mayEdit && !unknown && <UploadCard {...words} schools={list.data?.schools ?? []} onChosen={(chosen) => void upload(chosen, {})} />}
      {unknown && (
        <MappingForm {...words} tables={unknown.tables} onMapped={(mappings) => void upload(unknown.chosen, mappings)} onCancel={() => setUnknown(null)} />
      )}
      {!unknown && <Sources mayEdit={mayEdit} onOpen={onOpen} />}
      <h2 className={styles.heading}>{t('rosters.history')}</h2>
      <DataTable
        caption={t('rosters.history')}
        rowKey={({ id }) => id}
        list={list}
        state={{ page }}
        onState={(state) => onPage(state.page ?? 1)}
        withoutSearch
        columns={columns(onOpen)}
        empty={<EmptyState title={t('rosters.historyEmpty')}>{mayEdit ? t('rosters.historyEmptyHint') : undefined}</EmptyState>}
      />
    </>
  );
}
