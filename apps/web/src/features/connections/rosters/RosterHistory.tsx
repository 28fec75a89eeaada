import { momentOf } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import { loadRosters, type Roster, uploadRoster } from './calls.ts';
import styles from './rosters.module.css';
import { hueOf, statusOf } from './status.ts';
import { t } from '../../../base/t.ts';
import { type Chosen, UploadCard } from './UploadCard.tsx';
import { useState } from 'react';
import { useOneRequest } from '../../../ui/import/use-one-request.ts';

const Sources = lazyScreen(() => import('./sources/index.ts'), 'Sources');

const columns = (onOpen: (id: number) => void): Column<Roster>[] => [
  {
    key: 'file',
    header: t('rosters.file'),
    heading: true,
    cell: ({ id, file_name, format, schools }) => (
      <Stack as="span" gap={2} shrinks breaks className={styles.stack}>
        <button type="button" className={styles.open} onClick={() => onOpen(id)}>
          <bdi>{file_name}</bdi>
        </button>
        <small>{inOneLine([format, ...schools.map(({ name }) => name)])}</small>
      </Stack>
    ),
  },
  {
    key: 'state',
    header: t('rosters.state'),
    cell: (roster) => {
      const status = statusOf(roster);
      return (
        <Stack as="span" gap={2} shrinks breaks className={styles.stack}>
          {status !== null && (
            <span>
              <Chip hue={hueOf(roster)}>{t(`rosters.status.${status}`)}</Chip>
            </span>
          )}
          <small>{roster.undo?.message ?? roster.message}</small>
        </Stack>
      );
    },
  },
  {
    key: 'when',
    header: t('rosters.when'),
    nowrap: true,
    cell: ({ created_at, account_name }) => (
      <Stack as="span" gap={2} shrinks breaks className={styles.stack}>
        <time dateTime={created_at}>{momentOf(created_at)}</time>
        {account_name !== null && <small>{t('rosters.by', { name: account_name })}</small>}
      </Stack>
    ),
  },
];

interface HistoryProps {
  page: number;
  mayEdit: boolean;
  onPage: (page: number) => void;
  onOpen: (id: number) => void;
}

/** The upload of a roster, and a list of those from the last weeks. */
export function RosterHistory({ page, mayEdit, onPage, onOpen }: HistoryProps) {
  const { rights, unused_pages } = useUser();
  const list = usePagedList(['rosters', 'list'], page, loadRosters);
  const { upload, ...words } = useUpload(async ({ files, ...options }: Chosen, signal) => {
    onOpen((await uploadRoster(files, options, signal)).import.id);
  });
  return (
    <>
      <PageHeader title={t('rosters.title')} sub={t('rosters.about')} />
      {mayEdit && <UploadCard {...words} schools={list.data?.schools ?? []} onChosen={(chosen) => void upload(chosen)} />}
      <Sources mayEdit={mayEdit} onOpen={onOpen} />
      {unused_pages?.includes('oneroster') && rights.includes('api-clients:view') && (
        <p>
          {t('rosters.apps')} <AppLink to="/oneroster">{t('rosters.appsLink')}</AppLink>
        </p>
      )}
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

/** Runs one upload at a time. A newer one cancels the previous one, and so does leaving the page. */
function useUpload<Chosen>(upload: (chosen: Chosen, signal: AbortSignal) => Promise<void>) {
  const [isSending, setSending] = useState(false);
  const { fault, error, run } = useOneRequest(['files', 'school_id']);
  return {
    isSending,
    /** The error in the files, in the server's words. */
    fault,
    error,
    upload: (chosen: Chosen) => run((signal) => upload(chosen, signal), setSending),
  };
}
