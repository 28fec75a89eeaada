import { momentOf } from '../../../../base/dates.ts';
import { ReadsPage } from '../../../../ui/connected/ReadsPage.tsx';
import type { Column } from '../../../../ui/data-table/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { listSourceReads, type SourceRead } from './calls.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
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
      <Row as="span" wrap gap={8}>
        <span>{message}</span>
        {roster !== null && (
          <Button size="s" onClick={() => onOpen(roster)}>
            {t('rosterSources.look')}
          </Button>
        )}
      </Row>
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
  return (
    <ReadsPage
      queryKey={['rosters', 'source-reads', source]}
      load={(asked, signal) => listSourceReads(source, asked, signal)}
      page={page}
      columns={columns(onOpen)}
      words={{
        title: (answer) => (answer ? t('rosterSources.readsOf', { name: answer.source.name }) : t('rosterSources.reads')),
        about: t('rosterSources.readsAbout'),
        back: t('rosterSources.readsBack'),
        none: t('rosterSources.readsNone'),
      }}
      onPage={onPage}
      onBack={onBack}
    />
  );
}
