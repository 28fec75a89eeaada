import { useEffect, useState } from 'react';
import { DataTable, type Column, usePagedList } from '../../../ui/data-table/index.ts';
import { SelectField } from '../../../ui/form/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { type ShownRows, ShownRowsBar } from '../../../ui/import/ShownRows.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconAlertCircle, IconArrowBackUp, IconCheck, IconPlus } from '../../../ui/plain/icons.ts';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { type ImportRow, loadImportRows, type QuestionImport, type RowFilter } from './calls.ts';
import { t } from './t.ts';

const FILTERS: readonly RowFilter[] = ['finding', 'error', 'note', 'create', 'exists'];
const PER_PAGE = 10;
const HUES = { create: 'green', exists: 'gray', error: 'red' } as const;
const ICONS = { create: IconPlus, exists: IconCheck, error: IconAlertCircle } as const;

const columns = (isPreview: boolean): Column<ImportRow>[] => [
  { key: 'row', header: t('questionImport.place'), nowrap: true, cell: ({ row }) => row },
  {
    key: 'outcome',
    header: t(isPreview ? 'questionImport.willHappen' : 'questionImport.happened'),
    nowrap: true,
    cell: ({ outcome, taken_back: taken }) =>
      taken?.gone ? (
        <Chip icon={IconArrowBackUp}>{taken.message}</Chip>
      ) : (
        <Chip hue={HUES[outcome]} icon={ICONS[outcome]}>
          {t(`questionImport.${outcome}`)}
        </Chip>
      ),
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
    cell: ({ problems, notes, taken_back: taken }) =>
      problems.length + notes.length === 0 && taken?.gone !== false ? null : (
        <Grid as="ul" gap={4} breaks>
          {[...problems, ...notes].map(({ column_title, value, message }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two findings may read the same
            <li key={index}>
              <strong>{column_title}</strong> {value && <q>{value}</q>} {message}
            </li>
          ))}
          {taken?.gone === false && <li>{taken.message}</li>}
        </Grid>
      ),
  },
];

/** Lists, question by question, what an import would do or did. Those with errors or not fully imported come first. */
export function ImportRows({ current, shown, onShowAll }: { current: QuestionImport; shown: ShownRows | null; onShowAll: () => void }) {
  const [outcome, setOutcome] = useState<RowFilter | undefined>(current.error_count + current.note_count > 0 ? 'finding' : undefined);
  const [page, setPage] = useState(1);
  const query = { page, per_page: PER_PAGE, ...(shown ? shown.said : { outcome }) };
  useEffect(() => {
    if (shown) setPage(1);
  }, [shown]);
  const key = ['question-imports', current.id, current.status];
  const list = usePagedList(key, query, (asked, signal) => loadImportRows(current.id, asked, signal), { gcTime: 0 });
  const isPreview = current.status === 'preview';
  const caption = t(isPreview ? 'questionImport.willHappen' : 'questionImport.happened');
  return (
    <DataTable
      withoutSearch
      caption={caption}
      rowKey={({ row }) => row}
      list={list}
      state={{ page }}
      onState={({ page: to }) => setPage(to ?? 1)}
      tools={
        shown ? (
          <ShownRowsBar of="question" shown={shown} onShowAll={onShowAll} />
        ) : (
          <SelectField
            label={caption}
            value={outcome ?? ''}
            options={[{ value: '', label: t('questionImport.all') }, ...FILTERS.map((value) => ({ value, label: t(`questionImport.${value}`) }))]}
            onChange={(event) => {
              setPage(1);
              setOutcome((event.target.value || undefined) as RowFilter | undefined);
            }}
          />
        )
      }
      columns={columns(isPreview)}
      empty={<EmptyState compact title={t('questionImport.noRows')} />}
    />
  );
}
