import { type ReactNode, useEffect, useState } from 'react';
import { type Column, DataTable, type ListAnswer, usePagedList } from '../data-table/index.ts';
import { SelectField } from '../form/index.ts';
import { Chip } from '../plain/Chip.tsx';
import { EmptyState } from '../plain/EmptyState.tsx';
import { IconAlertCircle, IconCheck, IconPlus } from '../plain/icons.ts';
import styles from './ImportDialog.module.css';
import { type ImportMessage, type ShownRows, ShownRowsBar } from './ShownRows.tsx';

type Outcome = 'create' | 'exists' | 'error';
const PER_PAGE = 10;
const HUES = { create: 'green', exists: 'gray', error: 'red' } as const;
const ICONS = { create: IconPlus, exists: IconCheck, error: IconAlertCircle } as const;

/** The expected or actual outcome of a row. */
export function OutcomeChip({ outcome, children }: { outcome: Outcome; children: ReactNode }) {
  return (
    <Chip hue={HUES[outcome]} icon={ICONS[outcome]}>
      {children}
    </Chip>
  );
}

interface Finding {
  column_title: string;
  value: string;
  message: string;
}

/** Lists the findings of a row, and what undoing the import did with it. */
export function RowFindings({ findings, undone }: { findings: readonly Finding[]; undone: string | null }) {
  if (findings.length === 0 && undone === null) return null;
  return (
    <ul className={styles.findings}>
      {findings.map(({ column_title, value, message }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two findings may read the same
        <li key={index}>
          <strong>{column_title}</strong> {value && <q>{value}</q>} {message}
        </li>
      ))}
      {undone !== null && <li>{undone}</li>}
    </ul>
  );
}

interface ImportRowsProps<Row extends { row: number }, Filter extends string> {
  of: 'row' | 'question';
  /** The query key of this state of the import. */
  queryKey: readonly unknown[];
  load: (query: { page: number; per_page: number; outcome?: Filter | undefined } & Partial<ImportMessage>, signal: AbortSignal) => Promise<ListAnswer<Row>>;
  /** The filters, with their names. */
  filters: readonly { value: Filter; label: string }[];
  /** The filter that is set at first; all rows if undefined. */
  first: Filter | undefined;
  columns: readonly Column<Row>[];
  words: { caption: string; all: string; none: string };
  /** The rows of one finding, the only ones to show, or null for all. */
  shown: ShownRows | null;
  onShowAll: () => void;
}

/** Lists, row by row, what an import would do or did. */
export function ImportRows<Row extends { row: number }, Filter extends string>(props: ImportRowsProps<Row, Filter>) {
  const { of, queryKey, load, filters, first, columns, words, shown, onShowAll } = props;
  const [outcome, setOutcome] = useState<Filter | undefined>(first);
  const [page, setPage] = useState(1);
  const query = { page, per_page: PER_PAGE, ...(shown ? shown.said : { outcome }) };
  useEffect(() => {
    if (shown) setPage(1);
  }, [shown]);
  const list = usePagedList(queryKey, query, load, { gcTime: 0 });
  return (
    <DataTable
      withoutSearch
      caption={words.caption}
      rowKey={({ row }) => row}
      list={list}
      state={{ page }}
      onState={({ page: to }) => setPage(to ?? 1)}
      tools={
        shown ? (
          <ShownRowsBar of={of} shown={shown} onShowAll={onShowAll} />
        ) : (
          <SelectField
            label={words.caption}
            value={outcome ?? ''}
            options={[{ value: '', label: words.all }, ...filters]}
            onChange={({ target }) => {
              setPage(1);
              setOutcome(filters.find(({ value }) => value === target.value)?.value);
            }}
          />
        )
      }
      columns={columns}
      empty={<EmptyState compact title={words.none} />}
    />
  );
}
