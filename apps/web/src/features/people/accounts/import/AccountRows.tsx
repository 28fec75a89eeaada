import type { ImportRowView } from '@classwright/contract/school/imports/calls';
import { fullName } from '../../../../base/full-name.ts';
import { inOneLine } from '../../../../base/in-one-line.ts';
import type { Column } from '../../../../ui/data-table/index.ts';
import { ImportRows, OutcomeChip, RowFindings } from '../../../../ui/import/ImportRows.tsx';
import type { ShownRows } from '../../../../ui/import/ShownRows.tsx';
import { type MessageKey, t } from '../../../../base/t.ts';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconAlertCircle } from '../../../../ui/plain/icons.ts';
import { type Import, loadImportRows } from '../calls.ts';
import styles from './import.module.css';
import { Row } from '../../../../ui/plain/layout/layout.tsx';

const OUTCOMES = ['error', 'create', 'exists'] as const;
const KEYS = { error: 'import.error', create: 'import.create', exists: 'import.exists' } as const satisfies Record<(typeof OUTCOMES)[number], MessageKey>;

const columns = (caption: string): Column<ImportRowView>[] => [
  { key: 'row', header: t('import.row'), nowrap: true, cell: ({ row }) => row },
  {
    key: 'outcome',
    header: caption,
    nowrap: true,
    cell: ({ outcome, makes_admin }) => (
      <Row as="span" wrap gap={4} align="stretch">
        <OutcomeChip outcome={outcome}>{t(KEYS[outcome])}</OutcomeChip>
        {makes_admin && (
          <Chip hue="amber" icon={IconAlertCircle}>
            {t('import.admin')}
          </Chip>
        )}
      </Row>
    ),
  },
  {
    key: 'name',
    header: t('import.name'),
    heading: true,
    cell: ({ cells }) => (
      <span className={styles.person}>
        {fullName({ first_name: cells['first_name'] ?? '', last_name: cells['last_name'] ?? '' })}
        <small>{cells['email']}</small>
        <small>{inOneLine([cells['school'], cells['account_type'], cells['role']])}</small>
      </span>
    ),
  },
  {
    key: 'problems',
    header: t('import.remedy'),
    cell: ({ problems, notes, stays }) => (
      <RowFindings findings={[...problems, ...notes]} undone={stays === null ? null : t('takeBack.stayed', { reason: stays })} />
    ),
  },
];

interface RowsProps {
  current: Import;
  reads: number;
  shown: ShownRows | null;
  onShowAll: () => void;
}

/** Shows row by row what an import would do or did; rows with errors first, if there are any. */
export function AccountRows({ current, reads, ...shown }: RowsProps) {
  const caption = t(current.status === 'preview' ? 'import.willHappen' : 'import.happened');
  return (
    <ImportRows
      of="row"
      queryKey={['imports', current.id, current.status, current.take_back?.status, reads]}
      load={(query, signal) => loadImportRows(current.id, query, signal)}
      filters={OUTCOMES.map((value) => ({ value, label: t(KEYS[value]) }))}
      first={current.error_count > 0 ? 'error' : undefined}
      columns={columns(caption)}
      words={{ caption, all: t('import.all'), none: t('import.nobody') }}
      {...shown}
    />
  );
}
