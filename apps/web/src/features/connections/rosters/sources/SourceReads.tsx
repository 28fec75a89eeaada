import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { momentOf } from '../../../../base/moment.ts';
import { type Column, DataTable } from '../../../../ui/data-table/index.ts';
import { IconArrowLeft } from '../../../../ui/feature-icons/icons.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import { listSourceReads, type SourceRead } from './calls.ts';
import styles from './sources.module.css';
import { t } from '../../../../base/t.ts';

const columns = (onOpen: (roster: number) => void): Column<SourceRead>[] => [
  { key: 'when', header: t('rosterSources.when'), heading: true, nowrap: true, cell: ({ created_at: at }) => <time dateTime={at}>{momentOf(at)}</time> },
  {
    key: 'by',
    header: t('rosterSources.by'),
    cell: ({ mode, account_name: name }) => <bdi>{mode === 'nightly' ? t('rosterSources.atNight', { name }) : name}</bdi>,
  },
  { key: 'records', header: t('rosterSources.records'), align: 'end', cell: ({ records }) => records },
  {
    key: 'came',
    header: t('rosterSources.came'),
    cell: ({ message, import_id: roster }) => (
      <span className={styles.came}>
        <span>{message}</span>
        {roster !== null && (
          <Button size="s" onClick={() => onOpen(roster)}>
            {t('rosterSources.look')}
          </Button>
        )}
      </span>
    ),
  },
];

interface ReadsProps {
  source: number;
  page: number;
  onPage: (page: number | undefined) => void;
  onOpen: (roster: number) => void;
  onBack: () => void;
}

/** Lists the reads of a system with their results, page by page. */
export function SourceReads({ source, page, onPage, onOpen, onBack }: ReadsProps) {
  const reads = useQuery({
    queryKey: ['rosters', 'source-reads', source, page],
    queryFn: ({ signal }) => listSourceReads(source, page, signal),
    placeholderData: keepPreviousData,
  });
  const title = reads.data ? t('rosterSources.readsOf', { name: reads.data.source.name }) : t('rosterSources.reads');
  return (
    <>
      <PageHeader
        title={title}
        sub={t('rosterSources.readsAbout')}
        actions={
          <Button icon={IconArrowLeft} onClick={onBack}>
            {t('rosterSources.readsBack')}
          </Button>
        }
      />
      <DataTable
        caption={title}
        rowKey={({ id }) => id}
        list={reads}
        state={{ page }}
        onState={(state) => onPage(state.page)}
        withoutSearch
        columns={columns(onOpen)}
        empty={<EmptyState title={t('rosterSources.readsNone')} />}
      />
    </>
  );
}
