import type { SystemView } from '@classwright/contract/overview/system/calls';
import { useMutation } from '@tanstack/react-query';
import { momentOf } from '../../../base/dates.ts';
import { locale } from '../../../base/language.ts';
import { numberText } from '../../../base/number-text.ts';
import { queryClient } from '../../../base/query-client.ts';
import { sizeText } from '../../school/files/index.ts';
import { type MessageKey, t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { logMore, SYSTEM_KEY } from './calls.ts';
import { Facts, Section } from './Section.tsx';
import styles from './system.module.css';

export function LessonsSection({ lessons: { running, joined_last_hour } }: { lessons: SystemView['lessons'] }) {
  return (
    <Section id="lessons" title={t('system.lessons')}>
      <p>
        {t('system.lessons.running', { count: running })} {t('system.lessons.joined', { count: joined_last_hour })}
      </p>
    </Section>
  );
}

export function ProcessesSection({ processes }: { processes: SystemView['processes'] }) {
  return (
    <Section id="processes" title={t('system.processes')}>
      <Grid as="ul" gap={16} wide className={styles.items}>
        {processes.map(({ id, role, version, age_seconds, memory_bytes, loop_delay_ms }) => (
          <Stack as="li" key={id} gap={6}>
            <h3>{t(`system.role.${role}`)}</h3>
            <Facts
              facts={[
                { term: t('system.process.version'), value: version },
                { term: t('system.process.age'), value: spanText(age_seconds) },
                ...(memory_bytes === null ? [] : [{ term: t('system.process.memory'), value: sizeText(memory_bytes) }]),
                ...(loop_delay_ms === null ? [] : [{ term: t('system.process.delay'), value: unitText(loop_delay_ms, 'millisecond') }]),
              ]}
            />
          </Stack>
        ))}
      </Grid>
    </Section>
  );
}

/** Shows the lanes where something waits, runs or has failed. */
export function LanesSection({ lanes }: { lanes: SystemView['lanes'] }) {
  const { rights } = useUser();
  const busy = lanes.filter(({ due, running, failed }) => due + running + failed > 0);
  return (
    <Section id="lanes" title={t('system.lanes')}>
      {busy.length === 0 && <Text tone="dimmed">{t('system.lanes.quiet')}</Text>}
      <Grid as="ul" gap={16} wide className={styles.items}>
        {busy.map(({ lane, due, oldest_seconds, running, failed }) => (
          <Stack as="li" key={lane} gap={6}>
            <h3>{t(`system.lane.${lane}` as MessageKey)}</h3>
            <Facts
              facts={[
                { term: t('system.lane.due'), value: numberText(due) },
                ...(due > 0 ? [{ term: t('system.lane.oldest'), value: spanText(oldest_seconds) }] : []),
                { term: t('system.lane.running'), value: numberText(running) },
                { term: t('system.lane.failed'), value: numberText(failed) },
              ]}
            />
          </Stack>
        ))}
      </Grid>
      {rights.includes('failed-jobs:view') && busy.some(({ failed }) => failed > 0) && <AppLink to="/failed-jobs">{t('system.lanes.failedLink')}</AppLink>}
    </Section>
  );
}

export function DatabaseSection({ database: { version, sizes } }: { database: SystemView['database'] }) {
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Section id="database" title={t('system.database')}>
      <p>{t('system.database.version', { version })}</p>
      <Facts
        facts={[
          ...sizes.map(({ group, bytes }) => ({ term: t(`system.size.${group}`), value: sizeText(bytes) })),
          { term: t('system.size.total'), value: <b>{sizeText(total)}</b> },
        ]}
      />
    </Section>
  );
}

/** Shows how much the processes log, with the switch. */
export function LogSection({ until, mayAct }: { until: string | null; mayAct: boolean }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: logMore,
    onSettled: () => queryClient.invalidateQueries({ queryKey: SYSTEM_KEY }),
  });
  return (
    <Section id="log" title={t('system.log')}>
      <p role="status">{until === null ? t('system.log.asSet') : t('system.log.until', { at: momentOf(until) })}</p>
      {mayAct && (
        <Button pending={isPending} onClick={() => mutate(until === null)}>
          {t(until === null ? 'system.log.more' : 'system.log.less')}
        </Button>
      )}
      {!isPending && error && <Notice>{errorText(error)}</Notice>}
    </Section>
  );
}

export function VersionSection({ version, notes }: { version: string; notes: string | null }) {
  return (
    <Section id="version" title={t('system.version', { version })}>
      {notes !== null && (
        <details>
          <summary>{t('system.version.notes')}</summary>
          <div lang="en" dir="ltr" className={styles.notes}>
            {notes}
          </div>
        </details>
      )}
    </Section>
  );
}

const unitText = (value: number, unit: 'millisecond' | 'second' | 'minute' | 'hour' | 'day'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: unit === 'millisecond' ? 'short' : 'long', maximumFractionDigits: 0 }).format(value);

/** Returns a span of time in its largest whole unit. */
function spanText(seconds: number): string {
  if (seconds < 120) return unitText(seconds, 'second');
  if (seconds < 7200) return unitText(Math.floor(seconds / 60), 'minute');
  return seconds < 172_800 ? unitText(Math.floor(seconds / 3600), 'hour') : unitText(Math.floor(seconds / 86_400), 'day');
}
