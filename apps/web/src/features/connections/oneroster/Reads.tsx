import { READS_KEPT_DAYS } from '@classwright/contract/connections/oneroster/client-limits';
import type { ApiReadView } from '@classwright/contract/connections/oneroster/clients';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { momentOf } from '../../../base/moment.ts';
import { type Column, DataTable } from '../../../ui/data-table/index.ts';
import { IconArrowLeft } from '../../../ui/feature-icons/icons.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { listReads } from './calls.ts';
import styles from './oneroster.module.css';
import { t } from '../../../base/t.ts';

const columns = (): Column<ApiReadView>[] => [
  { key: 'at', header: t('apiClients.read.at'), heading: true, nowrap: true, cell: ({ at }) => <time dateTime={at}>{momentOf(at)}</time> },
  {
    key: 'what',
    header: t('apiClients.read.what'),
    cell: ({ method, path }) => (
      <span dir="ltr" className={styles.path}>
        {method} {path}
      </span>
    ),
  },
  { key: 'rows', header: t('apiClients.read.rows'), align: 'end', cell: ({ rows }) => rows },
  { key: 'address', header: t('apiClients.read.address'), cell: ({ address }) => <span dir="ltr">{address}</span> },
];

/** Lists everything that an app read and wrote, page by page. */
export function Reads({ client, page, onPage, onBack }: { client: number; page: number; onPage: (page: number | undefined) => void; onBack: () => void }) {
  const reads = useQuery({
    queryKey: ['oneroster', 'reads', client, page],
    queryFn: ({ signal }) => listReads(client, page, signal),
    placeholderData: keepPreviousData,
  });
  const title = reads.data ? t('apiClients.readsOf', { name: reads.data.client.name }) : t('apiClients.reads');
  return (
    <>
      <PageHeader
        title={title}
        sub={t('apiClients.readsAbout', { days: READS_KEPT_DAYS })}
        actions={
          <Button icon={IconArrowLeft} onClick={onBack}>
            {t('apiClients.back')}
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
        columns={columns()}
        empty={<EmptyState title={t('apiClients.readsNone')} />}
      />
    </>
  );
}
