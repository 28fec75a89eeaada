import type { ImportRowView } from '@classwright/contract/import';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { DataTable, type Column } from '../../../ui/data-table/index.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconAlertCircle, IconCheck, IconPlus } from '../../../ui/plain/icons.ts';
import { type Import, loadImportRows } from '../calls.ts';
import { t } from '../t.ts';
import type { ShownRows } from './ImportFindings.tsx';
import styles from './import.module.css';
import { t as remedies } from './words.ts';

type Outcome = ImportRowView['outcome'];
const OUTCOMES: readonly Outcome[] = ['error', 'create', 'exists'];
const PER_PAGE = 10;

const HUES = { create: 'green', exists: 'gray', error: 'red' } as const;
const ICONS = { create: IconPlus, exists: IconCheck, error: IconAlertCircle } as const;

const columns = (isPreview: boolean): Column<ImportRowView>[] => [
  { key: 'row', header: t('import.row'), nowrap: true, cell: ({ row }) => row },
  {
    key: 'outcome',
    header: t(isPreview ? 'import.willHappen' : 'import.happened'),
    nowrap: true,
    cell: ({ outcome, makes_admin }) => (
      <span className={styles.outcome}>
        <Chip hue={HUES[outcome]} icon={ICONS[outcome]}>
          {t(`import.${outcome}`)}
        </Chip>
        {makes_admin && (
          <Chip hue="amber" icon={IconAlertCircle}>
            {t('import.admin')}
          </Chip>
        )}
      </span>
    ),
  },
  {
    key: 'name',
    header: t('import.name'),
    heading: true,
    cell: ({ cells }) => (
      <span className={styles.person}>
        {`${cells['first_name'] ?? ''} ${cells['last_name'] ?? ''}`.trim()}
        <small>{cells['email']}</small>
        <small>{[cells['school'], cells['account_type'], cells['role']].filter(Boolean).join(' · ')}</small>
      </span>
    ),
  },
  {
    key: 'problems',
    header: t('import.remedy'),
    cell: ({ problems, notes }) =>
      problems.length + notes.length === 0 ? null : (
        <ul className={styles.problems}>
          {[...problems, ...notes].map(({ column, column_title, value, message }) => (
            <li key={`${column}${message}`}>
              <strong>{column_title}</strong> {value && <q>{value}</q>} {message}
            </li>
          ))}
        </ul>
      ),
  },
];

interface RowsProps {
  current: Import;
  reads: number;
  /** Rows of one kind alone. */
  shown: ShownRows | null;
  onShowAll: () => void;
}

/** Row by row what an import would do or did; rows with errors first, when there are any. */
export function ImportRows({ current, reads, shown, onShowAll }: RowsProps) {
  const [outcome, setOutcome] = useState<Outcome | undefined>(current.error_count > 0 ? 'error' : undefined);
  const [page, setPage] = useState(1);
  const query = { page, per_page: PER_PAGE, ...(shown ? shown.said : { outcome }) };
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!shown) return;
    setPage(1);
    back.current?.focus();
  }, [shown]);
  const list = useQuery({
    queryKey: ['imports', current.id, current.status, reads, query],
    queryFn: ({ signal }) => loadImportRows(current.id, query, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const isPreview = current.status === 'preview';
  return (
    <DataTable
      withoutSearch
      caption={t(isPreview ? 'import.willHappen' : 'import.happened')}
      rowKey={({ row }) => row}
      list={list}
      state={{ page }}
      onState={({ page: to }) => setPage(to ?? 1)}
      tools={
        shown ? (
          <div className={styles.shown}>
            <span dir="auto">{remedies('importFix.shown', { what: shown.words })}</span>
            <Button ref={back} size="s" onClick={onShowAll}>
              {remedies('importFix.showAll')}
            </Button>
          </div>
        ) : (
          <SelectField
            label={t(isPreview ? 'import.willHappen' : 'import.happened')}
            value={outcome ?? ''}
            options={[{ value: '', label: t('import.all') }, ...OUTCOMES.map((value) => ({ value, label: t(`import.${value}`) }))]}
            onChange={(event) => {
              setPage(1);
              setOutcome((event.target.value || undefined) as Outcome | undefined);
            }}
          />
        )
      }
      columns={columns(isPreview)}
      empty={<EmptyState compact title={t('import.nobody')} />}
    />
  );
}
