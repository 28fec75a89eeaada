import { useEffect, useRef } from 'react';
import { dayOn } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { type Column, DataTable, type ListState, usePagedList } from '../../../ui/data-table/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconX } from '../../../ui/plain/icons.ts';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { downloadRows, loadRows, type Numbers, type Row, type RowsAsked, rowsKey } from './calls.ts';
import styles from './dashboards.module.css';
import { type Asked, type Definition, type Definitions, figureOf, type Figure, type Rows } from './definitions.ts';
import { t } from '../../../base/t.ts';
import { numberText } from './words.ts';

const PER_PAGE = 25;

interface RowsSectionProps {
  definition: Definition;
  definitions: Definitions;
  figure: Figure;
  /** The figures of the dashboard; undefined while loading. */
  now: Numbers | undefined;
  asked: Asked;
  state: Pick<RowsAsked, 'sort' | 'direction'> & { page?: number | undefined };
  onState: (state: { page?: number; sort?: string; direction?: 'desc' }) => void;
  onClose: () => void;
}

/** Shows the rows of a figure, with the same filters: in pages, sorted, downloadable, each with a link to its page. */
export function RowsSection({ definition, definitions, figure, now, asked, state, onState, onClose }: RowsSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // in the middle, so that some of the rows are visible too
    heading.current?.scrollIntoView?.({ block: 'center' });
  }, [figure.name]);
  const page: RowsAsked = {
    figure: figure.name,
    page: state.page ?? 1,
    per_page: PER_PAGE,
    ...(state.sort && { sort: state.sort, direction: state.direction ?? 'asc' }),
  };
  const list = usePagedList([...rowsKey(definition), asked], page, (query, signal) => loadRows(definition, asked, query, signal));
  const rows = definition.rows.find(({ name }) => name === figure.rows);
  if (!rows) return null;
  const download = (format: 'xlsx' | 'csv') =>
    void downloadRows(definition, asked, figure.name, format).catch((error: unknown) => showSnack(errorText(error), { color: 'red', timeout: 10_000 }));
  const sorting = { column: state.sort ?? rows.sort.by, direction: state.sort ? (state.direction ?? 'asc') : rows.sort.direction };
  const isSum = figure.kind === 'sum';
  const value = figure.over === null ? list.data?.value : now?.[figure.name];
  return (
    <section className={styles.rows} aria-labelledby="dashboard-rows">
      <div className={styles.rowsHead}>
        <h2 id="dashboard-rows" ref={heading} tabIndex={-1}>
          {value === undefined ? figure.label : t('dashboards.rows', { figure: figure.label, value: numberText(value) })}
        </h2>
        <Button icon={IconDownload} aria-label={t('dashboards.downloadExcel', { figure: figure.label })} onClick={() => download('xlsx')}>
          {t('dashboards.excel')}
        </Button>
        <Button icon={IconDownload} aria-label={t('dashboards.downloadCsv', { figure: figure.label })} onClick={() => download('csv')}>
          {t('dashboards.csv')}
        </Button>
        <IconButton icon={IconX} label={t('dashboards.closeRows')} onClick={onClose} />
      </div>
      <p className={styles.quiet}>
        {figure.says} {isSum && t('dashboards.rowsOfSum')}
        {now && figure.over && rowsOfMean(definition, figure.over, now)}
      </p>
      <DataTable<Row>
        caption={figure.label}
        rowKey={({ id }) => id}
        list={list}
        state={{ page: state.page ?? 1 }}
        onState={({ page: to }: ListState) => onState({ ...sortOf(state), ...(to !== undefined && to > 1 && { page: to }) })}
        withoutSearch
        columns={columnsOf(rows, definitions.words, isSum)}
        sorting={{ ...sorting, onSort: (sort, direction) => onState({ sort, ...(direction === 'desc' && { direction }) }) }}
        renderOpen={(row, words, className) => {
          const to = addressOf(rows, row, definitions.is_own);
          return to === null ? (
            words
          ) : (
            <AppLink to={to} className={className}>
              {words}
            </AppLink>
          );
        }}
        empty={
          <EmptyState compact title={t('dashboards.noRows')}>
            {t(Object.keys(asked).length === 0 ? 'dashboards.noRowsAtAll' : 'dashboards.noRowsHint')}
          </EmptyState>
        }
      />
    </section>
  );
}

/** Explains a mean by the two figures that it is computed from. Their rows are listed below it. */
const rowsOfMean = (definition: Definition, [part, whole]: readonly [string, string], now: Numbers): string =>
  t('dashboards.rowsOfMean', {
    part: figureOf(definition, part)?.label ?? part,
    amount: numberText(now[part]),
    whole: figureOf(definition, whole)?.label ?? whole,
    times: numberText(now[whole]),
  });

const sortOf = ({ sort, direction }: Pick<RowsAsked, 'sort' | 'direction'>) => ({ ...(sort && { sort }), ...(direction === 'desc' && { direction }) });

/** Returns a row's address. Students open a finished lesson on a page of their own. */
function addressOf({ opens }: Rows, { link }: Row, isOwn: boolean): string | null {
  if (opens === null || link === null) return null;
  const parts = String(link).split('/');
  const address = opens.replace(/\{\}/g, () => encodeURIComponent(parts.shift() ?? ''));
  return isOwn ? address.replace(/^\/live-snapshot/, '/student-live-snapshot') : address;
}

function columnsOf({ columns }: Rows, words: Definitions['words'], isSum: boolean): Column<Row>[] {
  const own = columns.map(
    ({ name, label, kind }): Column<Row> => ({
      key: name,
      header: label,
      sortable: true,
      ...(kind === 'number' && { align: 'end' as const }),
      ...((kind === 'day' || kind === 'words') && { nowrap: true }),
      cell: (row) => cellText(row[name], kind, words),
    }),
  );
  if (!isSum) return own;
  return [...own, { key: 'amount', header: t('dashboards.amount'), sortable: true, align: 'end', cell: ({ amount }) => numberText(amount) }];
}

function cellText(value: unknown, kind: Rows['columns'][number]['kind'], words: Definitions['words']): string {
  if (value === null || value === undefined) return '';
  if (kind === 'number') return numberText(Number(value));
  const text = String(value);
  return kind === 'day' ? dayOn(text) : kind === 'words' ? (words[text] ?? text) : text;
}
