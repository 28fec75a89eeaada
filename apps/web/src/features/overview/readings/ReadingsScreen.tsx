import type { ReadingView, recordReadingList, recordReadingUnusual, UnusualReader } from '@classwright/contract/overview/readings/calls';
import { useQuery } from '@tanstack/react-query';
import { api, isApiError } from '../../../base/api.ts';
import { dayOn, timeIn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { tidy } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { FilterChip } from '../../../ui/data-table/FilterChip.tsx';
import { ChoiceField, DateField } from '../../../ui/form/index.ts';
import { people } from '../../../ui/form/people.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { parseReadingSearch, type ReadingSearch } from './search.ts';
import styles from './readings.module.css';
import { classesInWords } from './words.ts';

const PER_PAGE = 25;

/** Shows administrators who looked at whose record, by person, reader and day, and first the unusual readers. */
export function ReadingsScreen() {
  const { search, replace } = usePageSearch(parseReadingSearch);
  const { page = 1, ...filters } = search;
  const list = usePagedList(['record-readings'], { ...filters, page, per_page: PER_PAGE }, (asked, signal) =>
    api<typeof recordReadingList>('GET', '/record-readings/search', { query: asked, signal }),
  );
  const isFiltered = Object.keys(filters).length > 0;
  const reset = (
    <Button variant="subtle" onClick={() => replace({})}>
      {t('readings.reset')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('readings.title')} sub={t('readings.about')} />
      <Unusual onReader={(reader_id, day) => replace({ reader_id, from: day, to: day })} />
      <DataTable
        caption={t('readings.title')}
        rowKey={({ id }) => id}
        list={list}
        state={search}
        withoutSearch
        onState={(state) => replace(tidy({ ...filters, page: state.page }))}
        tools={<Filters search={search} rows={list.data?.data ?? []} error={list.error} onSearch={replace} />}
        columns={columnsOf((by) => replace({ ...filters, ...by }))}
        empty={
          <EmptyState compact title={t('readings.none')} action={isFiltered ? reset : undefined}>
            {t(isFiltered ? 'readings.noneFound' : 'readings.noneHint')}
          </EmptyState>
        }
      />
    </>
  );
}

function columnsOf(narrow: (by: ReadingSearch) => void): Column<ReadingView>[] {
  return [
    { key: 'day', header: t('readings.day'), nowrap: true, width: 140, cell: ({ day }) => dayOn(day) },
    {
      key: 'reader',
      header: t('readings.reader'),
      width: 220,
      cell: ({ reader, kind, reader_id, client_id }) => (
        <Stack shrinks align="start">
          <Button
            variant="link"
            size="s"
            className={styles.name}
            aria-label={t('readings.showReader', { name: reader })}
            onClick={() => narrow(client_id === null ? { reader_id: reader_id ?? 0 } : { client_id })}
          >
            {reader}
          </Button>
          <Text as="span" size={13} tone="dimmed">
            {t(`readings.was.${kind}`)}
          </Text>
        </Stack>
      ),
    },
    {
      key: 'person',
      header: t('readings.person'),
      width: 200,
      cell: ({ person, account_id }) => (
        <Button variant="link" size="s" className={styles.name} aria-label={t('readings.onlyPerson', { name: person })} onClick={() => narrow({ account_id })}>
          {person}
        </Button>
      ),
    },
    { key: 'what', header: t('readings.what'), width: 160, cell: ({ data_class }) => classesInWords([data_class]) },
    {
      key: 'moment',
      header: t('readings.moment'),
      nowrap: true,
      width: 160,
      cell: ({ first_at, last_at, time_zone }) =>
        first_at === last_at ? timeIn(first_at, time_zone) : `${timeIn(first_at, time_zone)} – ${timeIn(last_at, time_zone)}`,
    },
    { key: 'times', header: t('readings.times'), nowrap: true, width: 80, cell: ({ times }) => times },
  ];
}

function Filters({
  search,
  rows,
  error,
  onSearch,
}: {
  search: ReadingSearch;
  rows: readonly ReadingView[];
  error: unknown;
  onSearch: (search: ReadingSearch) => void;
}) {
  const { page: _page, ...filters } = search;
  const faults = isApiError(error, 'VALIDATION_FAILED') ? error.errors : {};
  const set = (by: ReadingSearch) => onSearch(tidy({ ...filters, ...by }));
  const person = rows.find(({ account_id }) => account_id === search.account_id)?.person ?? String(search.account_id);
  const reader = rows.find(({ reader_id }) => reader_id === search.reader_id)?.reader ?? String(search.reader_id);
  const program = rows.find(({ client_id }) => client_id === search.client_id)?.reader ?? String(search.client_id);
  return (
    <Grid gap={16} rowGap={12} align="start" className={styles.filters} role="group" aria-label={t('readings.filters')}>
      <ChoiceField
        label={t('readings.person')}
        source={people}
        value={search.account_id === undefined ? [] : [{ id: search.account_id, name: person }]}
        onChange={([chosen]) => set({ account_id: chosen?.id })}
      />
      <ChoiceField
        label={t('readings.reader')}
        source={people}
        value={search.reader_id === undefined ? [] : [{ id: search.reader_id, name: reader }]}
        onChange={([chosen]) => set({ reader_id: chosen?.id })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(name === 'from' ? 'readings.from' : 'readings.to')}
          value={search[name] ?? ''}
          error={faults[name]?.join(' ')}
          onChange={(event) => set({ [name]: event.target.value === '' ? undefined : event.target.value })}
        />
      ))}
      {search.client_id !== undefined && <FilterChip words={`${t('readings.program')}: ${program}`} onRemove={() => set({ client_id: undefined })} />}
    </Grid>
  );
}

function Unusual({ onReader }: { onReader: (readerId: number, day: string) => void }) {
  const loaded = useQuery({
    queryKey: ['record-readings', 'unusual'],
    queryFn: async ({ signal }) => (await api<typeof recordReadingUnusual>('GET', '/record-readings/unusual', { query: {}, signal })).readers,
  });
  return (
    <Grid as="section" gap={8} items="start" bordered radius="lg" ground="surface" className={styles.unusual} aria-labelledby="unusual-title">
      <h2 id="unusual-title">{t('readings.unusual')}</h2>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={1} />
      ) : loaded.data.length === 0 ? (
        <Text tone="dimmed" size={14}>
          {t('readings.unusualNone')}
        </Text>
      ) : (
        <Grid as="ul" wide className={styles.readers}>
          {loaded.data.map((reader) => (
            <li key={reader.reader_id}>
              <Stack shrinks>
                <b dir="auto">{reader.name}</b>
                {reasonsOf(reader).map((reason) => (
                  <Text key={reason} as="span" size={14}>
                    {reason}
                  </Text>
                ))}
              </Stack>
              <Button
                variant="light"
                size="s"
                aria-label={t('readings.showReader', { name: reader.name })}
                onClick={() => onReader(reader.reader_id, reader.day)}
              >
                {t('readings.show')}
              </Button>
            </li>
          ))}
        </Grid>
      )}
    </Grid>
  );
}

function reasonsOf({ day, people: read, median, outside }: UnusualReader): string[] {
  const date = dayOn(day);
  return [
    ...(median !== null && read >= 10 * median ? [t('readings.tenTimes', { date, people: read, median: Math.round(median) })] : []),
    ...(outside > 0 ? [t('readings.outside', { date, count: outside })] : []),
  ];
}
