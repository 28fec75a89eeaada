import type { Column } from '../../../ui/data-table/index.ts';
import { ImportRows, OutcomeChip, RowFindings } from '../../../ui/import/ImportRows.tsx';
import type { ShownRows } from '../../../ui/import/ShownRows.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconArrowBackUp } from '../../../ui/plain/icons.ts';
import { type ImportRow, loadImportRows, type QuestionImport } from './calls.ts';
import { type MessageKey, t } from '../../../base/t.ts';
import { Text } from '../../../ui/plain/layout/layout.tsx';

const FILTERS = ['finding', 'error', 'note', 'create', 'exists'] as const;
const KEYS = {
  finding: 'questionImport.finding',
  error: 'questionImport.error',
  note: 'questionImport.note',
  create: 'questionImport.create',
  exists: 'questionImport.exists',
} as const satisfies Record<(typeof FILTERS)[number], MessageKey>;

const columns = (caption: string): Column<ImportRow>[] => [
  { key: 'row', header: t('questionImport.place'), nowrap: true, cell: ({ row }) => row },
  {
    key: 'outcome',
    header: caption,
    nowrap: true,
    cell: ({ outcome, taken_back: taken }) =>
      taken?.gone ? <Chip icon={IconArrowBackUp}>{taken.message}</Chip> : <OutcomeChip outcome={outcome}>{t(KEYS[outcome])}</OutcomeChip>,
  },
  {
    key: 'name',
    header: t('questionImport.name'),
    heading: true,
    cell: ({ name }) => (
      <Text as="span" breaks>
        {name}
      </Text>
    ),
  },
  {
    key: 'findings',
    header: t('questionImport.remedy'),
    cell: ({ problems, notes, taken_back: taken }) => <RowFindings findings={[...problems, ...notes]} undone={taken?.gone === false ? taken.message : null} />,
  },
];

interface RowsProps {
  current: QuestionImport;
  shown: ShownRows | null;
  onShowAll: () => void;
}

/** Lists, question by question, what an import would do or did. Those with errors or not fully imported come first. */
export function QuestionRows({ current, ...shown }: RowsProps) {
  const caption = t(current.status === 'preview' ? 'questionImport.willHappen' : 'questionImport.happened');
  return (
    <ImportRows
      of="question"
      queryKey={['question-imports', current.id, current.status]}
      load={(query, signal) => loadImportRows(current.id, query, signal)}
      filters={FILTERS.map((value) => ({ value, label: t(KEYS[value]) }))}
      first={current.error_count + current.note_count > 0 ? 'finding' : undefined}
      columns={columns(caption)}
      words={{ caption, all: t('questionImport.all'), none: t('questionImport.noRows') }}
      {...shown}
    />
  );
}
