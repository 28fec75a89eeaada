import type { incidentPeople, IncidentView } from '@classwright/contract/overview/incidents/calls';
import type { CallResult } from '@classwright/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { openDownload } from '../../../base/open-download.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { type Column, DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { IconDownload } from '../../../ui/feature-icons/icons.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Box, Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { type ListName, loadPeople, type Numbers } from './calls.ts';
import { CountTable } from './CountTable.tsx';
import styles from './incidents.module.css';
import { momentWords } from './words.ts';

const PER_PAGE = 25;
const LISTS = {
  read: { title: 'incidents.read', about: 'incidents.readAbout', none: 'incidents.readNone', download: 'incidents.export.read' },
  reachable: { title: 'incidents.reachable', about: 'incidents.reachableAbout', none: 'incidents.reachableNone', download: 'incidents.export.reachable' },
} as const;
type Person = CallResult<typeof incidentPeople>['data'][number];

interface PeopleSectionProps {
  list: ListName;
  incident: IncidentView;
  numbers: UseQueryResult<Numbers>;
}

/** Shows how many people were read, or could have been, by class of data; their names, and the file for letters. */
export function PeopleSection({ list, incident, numbers }: PeopleSectionProps) {
  const [isShown, setShown] = useState(false);
  const counts = numbers.data?.[list];
  const download = () =>
    openDownload(`/api/incidents/${incident.id}/export?list=${list}`).catch((error: unknown) => showSnack(errorText(error), { color: 'red', timeout: 10_000 }));
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby={`${list}-title`}>
      <h2 id={`${list}-title`}>{t(LISTS[list].title)}</h2>
      <p>{t(LISTS[list].about)}</p>
      {numbers.error && !counts ? (
        <LoadFailed error={numbers.error} onRetry={() => void numbers.refetch()} pending={numbers.isFetching} />
      ) : !counts ? (
        <SkeletonText lines={4} />
      ) : counts.people === 0 ? (
        <Text tone="dimmed">{t(LISTS[list].none)}</Text>
      ) : (
        <>
          <CountTable counts={counts} timeZone={incident.time_zone} />
          <Row wrap gap={12}>
            {!isShown && (
              <Button variant="light" aria-label={t('incidents.showNamesOf', { list: t(LISTS[list].title) })} onClick={() => setShown(true)}>
                {t('incidents.showNames')}
              </Button>
            )}
            <Button variant="light" icon={IconDownload} onClick={() => void download()}>
              {t(LISTS[list].download)}
            </Button>
          </Row>
          {isShown && <Names list={list} incident={incident} />}
        </>
      )}
    </Grid>
  );
}

function Names({ list, incident: { id, time_zone: zone } }: { list: ListName; incident: IncidentView }) {
  const [page, setPage] = useState(1);
  const found = usePagedList(['incident', id, 'people'], { list, page, per_page: PER_PAGE }, (query, signal) => loadPeople(id, query, signal));
  return (
    <Box wide>
      <DataTable
        caption={t(LISTS[list].title)}
        rowKey={({ account_id }) => account_id}
        list={found}
        state={{ page }}
        withoutSearch
        onState={(state) => setPage(state.page ?? 1)}
        columns={columnsOf(list, zone)}
        empty={<EmptyState compact title={t(LISTS[list].none)} />}
      />
    </Box>
  );
}

function columnsOf(list: ListName, zone: string): Column<Person>[] {
  const moment = (at: string | null): string => (at === null ? '' : momentWords(at, zone));
  return [
    { key: 'name', header: t('incidents.name'), width: 200, cell: ({ name }) => name },
    { key: 'classes', header: t('incidents.classes'), width: 240, cell: ({ classes }) => classes.map((one) => t(`readings.class.${one}`)).join(', ') },
    ...(list === 'reachable'
      ? []
      : [
          { key: 'first', header: t('incidents.firstAt'), width: 170, cell: ({ first_at }: Person) => moment(first_at) },
          { key: 'last', header: t('incidents.lastAt'), width: 170, cell: ({ last_at }: Person) => moment(last_at) },
        ]),
  ];
}
