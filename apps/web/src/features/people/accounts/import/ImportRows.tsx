import { fullName } from '../../../../base/full-name.ts';
import { inOneLine } from '../../../../base/in-one-line.ts';
import type { ImportRowView } from '@classwright/contract/school/imports/calls';
import { useEffect, useState } from 'react';
import { DataTable, type Column, usePagedList } from '../../../../ui/data-table/index.ts';
import { SelectField } from '../../../../ui/form/index.ts';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconAlertCircle, IconCheck, IconPlus } from '../../../../ui/plain/icons.ts';
import { Grid, Row } from '../../../../ui/plain/layout/layout.tsx';
import { type Import, loadImportRows } from '../calls.ts';
import { t } from '../t.ts';
import { type ShownRows, ShownRowsBar } from '../../../../ui/import/ShownRows.tsx';
import styles from './import.module.css';
import { t as words } from '../../../../ui/import/t.ts';

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
      <Row as="span" wrap gap={4} align="stretch">
        <Chip hue={HUES[outcome]} icon={ICONS[outcome]}>
          {t(`import.${outcome}`)}
        </Chip>
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
      <Grid as="span" breaks className={styles.person}>
        {fullName({ first_name: cells['first_name'] ?? '', last_name: cells['last_name'] ?? '' })}
        <small>{cells['email']}</small>
        <small>{inOneLine([cells['school'], cells['account_type'], cells['role']])}</small>
      </Grid>
    ),
  },
  {
    key: 'problems',
    header: t('import.remedy'),
    cell: ({ problems, notes, stays }) =>
      problems.length + notes.length === 0 && stays === null ? null : (
        <Grid as="ul" gap={4} breaks>
          {[...problems, ...notes].map(({ column, column_title, value, message }) => (
            <li key={`${column}${message}`}>
              <strong>{column_title}</strong> {value && <q>{value}</q>} {message}
            </li>
          ))}
          {stays !== null && <li>{words('takeBack.stayed', { reason: stays })}</li>}
        </Grid>
      ),
  },
];

interface RowsProps {
  current: Import;
  reads: number;
  /** The only kind of rows to show, or null for all. */
  shown: ShownRows | null;
  onShowAll: () => void;
}

/** Shows row by row what an import would do or did; rows with errors first, if there are any. */
export function ImportRows({ current, reads, shown, onShowAll }: RowsProps) {
  const [outcome, setOutcome] = useState<Outcome | undefined>(current.error_count > 0 ? 'error' : undefined);
  const [page, setPage] = useState(1);
  const query = { page, per_page: PER_PAGE, ...(shown ? shown.said : { outcome }) };
  useEffect(() => {
    if (shown) setPage(1);
  }, [shown]);
  const key = ['imports', current.id, current.status, current.take_back?.status, reads];
  const list = usePagedList(key, query, (asked, signal) => loadImportRows(current.id, asked, signal), { gcTime: 0 });
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
          <ShownRowsBar of="row" shown={shown} onShowAll={onShowAll} />
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
