import { READS_KEPT_DAYS } from '@classwright/contract/connections/oneroster/client-limits';
import type { ApiReadView } from '@classwright/contract/connections/oneroster/clients';
import { momentOf } from '../../../base/dates.ts';
import { ReadsPage } from '../../../ui/connected/ReadsPage.tsx';
import type { Column } from '../../../ui/data-table/index.ts';
import { listReads } from './calls.ts';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { t } from '../../../base/t.ts';

const columns = (): Column<ApiReadView>[] => [
  { key: 'at', header: t('apiClients.read.at'), heading: true, nowrap: true, cell: ({ at }) => <time dateTime={at}>{momentOf(at)}</time> },
  {
    key: 'what',
    header: t('apiClients.read.what'),
    cell: ({ method, path }) => (
      <Text as="span" dir="ltr" breaks>
        {method} {path}
      </Text>
    ),
  },
  { key: 'rows', header: t('apiClients.read.rows'), align: 'end', cell: ({ rows }) => rows },
  { key: 'address', header: t('apiClients.read.address'), cell: ({ address }) => <span dir="ltr">{address}</span> },
];

/** Lists everything that an app read and wrote, page by page. */
export function Reads({ client, page, onPage, onBack }: { client: number; page: number; onPage: (page: number | undefined) => void; onBack: () => void }) {
  return (
    <ReadsPage
      queryKey={['oneroster', 'reads', client]}
      load={(asked, signal) => listReads(client, asked, signal)}
      page={page}
      columns={columns()}
      words={{
        title: (answer) => (answer ? t('apiClients.readsOf', { name: answer.client.name }) : t('apiClients.reads')),
        about: t('apiClients.readsAbout', { days: READS_KEPT_DAYS }),
        back: t('apiClients.back'),
        none: t('apiClients.readsNone'),
      }}
      onPage={onPage}
      onBack={onBack}
    />
  );
}
