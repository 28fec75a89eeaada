import type { childReadings } from '@classwright/contract/overview/guardians/calls';
import type { OwnReader, ReaderKind, recordReadingOwn } from '@classwright/contract/overview/readings/calls';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayIn, dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { Pager } from '../../../ui/data-table/Pager.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './readings.module.css';
import { classesInWords, inOneList } from './words.ts';

const PER_PAGE = 10;

/** Shows who looked at one's own data, or at that of one's child: in a sentence, by reader with the teachers apart, and each day. */
export function ReadingsSection({ child }: { child?: { id: number; name: string } }) {
  const [page, setPage] = useState(1);
  const loaded = useQuery({
    queryKey: ['record-readings', child?.id ?? 'own', page],
    queryFn: ({ signal }) => {
      const query = { page, per_page: PER_PAGE };
      return child
        ? api<typeof childReadings>('GET', '/children/:id/readings', { params: { id: child.id }, query, signal })
        : api<typeof recordReadingOwn>('GET', '/record-readings', { query, signal });
    },
    placeholderData: keepPreviousData,
  });
  const { data: known } = loaded;
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="readings-title">
      <h2 id="readings-title">{child ? t('children.readings', child) : t('readings.ownTitle')}</h2>
      {!child && <p>{t('readings.ownAbout')}</p>}
      {loaded.error && !known ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !known ? (
        <SkeletonText lines={3} />
      ) : (
        <>
          <b>{summaryOf(known.readers, known.is_term, known.pagination.total)}</b>
          <Readers
            title={t(child ? 'children.teachers' : 'readings.yourTeachers')}
            of={known.readers.filter(({ kind }) => kind === 'teacher')}
            zone={known.time_zone}
          />
          <Readers title={t('readings.others')} of={known.readers.filter(({ kind }) => kind !== 'teacher')} zone={known.time_zone} />
          {known.data.length > 0 && (
            <details className={styles.days}>
              <summary>{t('readings.eachDay')}</summary>
              <Grid as="ul" wide className={styles.readers}>
                {known.data.map(({ id, day, reader, kind, data_class }) => (
                  <li key={id}>
                    <span>{dayOn(day)}</span>
                    <Text as="span" size={14} tone="dimmed">
                      {inOneList([reader, t(`readings.kind.${kind}`), classesInWords([data_class])])}
                    </Text>
                  </li>
                ))}
              </Grid>
              <Pager pagination={known.pagination} onPage={setPage} links={5} />
            </details>
          )}
        </>
      )}
    </Grid>
  );
}

function Readers({ title, of, zone }: { title: string; of: readonly OwnReader[]; zone: string }) {
  if (of.length === 0) return null;
  return (
    <Stack wide gap={4}>
      <h3>{title}</h3>
      <Grid as="ul" wide className={styles.readers}>
        {of.map(({ name, kind, classes, days, last_at }) => (
          <li key={`${kind} ${name} ${last_at}`}>
            <Stack shrinks>
              <b dir="auto">{name}</b>
              <Text as="span" size={14} tone="dimmed">
                {kind === 'teacher' ? classesInWords(classes) : inOneList([t(`readings.kind.${kind}`), classesInWords(classes)])}
              </Text>
            </Stack>
            <Text as="span" size={14}>
              {t('readings.onDays', { count: days, date: dayIn(last_at, zone) })}
            </Text>
          </li>
        ))}
      </Grid>
    </Stack>
  );
}

/** Says how many readers of each kind there were; for the office, on how many days one of them read. */
function summaryOf(readers: readonly OwnReader[], isTerm: boolean, kept: number): string {
  if (readers.length === 0) return t(kept === 0 ? 'readings.nobody' : 'readings.nobodyLately');
  const of = (kind: ReaderKind) => readers.filter((reader) => reader.kind === kind);
  const parts = (
    [
      ['readings.teachers', of('teacher').length],
      ['readings.otherTeachers', of('otherTeacher').length],
      ['readings.programs', of('program').length],
      ['readings.students', of('student').length],
      ['readings.guardians', of('guardian').length],
      ['readings.office', of('office').reduce((sum, { days }) => sum + days, 0)],
    ] as const
  ).flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })]));
  return t(isTerm ? 'readings.thisTerm' : 'readings.lately', { who: inOneList(parts) });
}
