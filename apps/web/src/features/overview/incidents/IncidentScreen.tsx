import type { IncidentView } from '@classwright/contract/overview/incidents/calls';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { useTitle } from '../../../base/use-title.ts';
import { useUser } from '../../../base/use-user.ts';
import { IconPrinter } from '../../../ui/feature-icons/icons.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { NotFound } from '../../../ui/plain/NotFound.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { type Detail, type Numbers, useIncident, useNumbers, useReload } from './calls.ts';
import { ClocksSection } from './ClocksSection.tsx';
import { IncidentDialog } from './IncidentDialog.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import { PeopleSection } from './PeopleSection.tsx';
import { ReadersSection } from './ReadersSection.tsx';
import { Report } from './Report.tsx';
import styles from './incidents.module.css';
import { momentWords, spanWords } from './words.ts';

/** Shows an incident: the times to keep, who read, whose data it was, and what was done. */
export function IncidentScreen() {
  const { id: asked } = useParams({ strict: false }) as { id?: string };
  const id = Number(asked);
  const { data, error, isFetching, refetch } = useIncident(id);
  if (isApiError(error) && error.status === 404) return <NotFound />;
  if (!data) return error ? <LoadFailed error={error} onRetry={() => void refetch()} pending={isFetching} /> : <SkeletonText lines={12} />;
  return <Opened detail={data} />;
}

function Opened({ detail }: { detail: Detail }) {
  const { incident, readings_days: days, readings_since: since } = detail;
  const { rights } = useUser();
  const mayEdit = rights.includes('incidents:edit');
  const isOpen = mayEdit && incident.closed_at === null;
  const reload = useReload(incident.id);
  const numbers = useNumbers(incident.id);
  useTitle(incident.title);
  return (
    <>
      <PageHeader
        title={incident.title}
        sub={<AppLink to="/incidents">{t('incidents.all')}</AppLink>}
        actions={
          <Button variant="light" icon={IconPrinter} onClick={() => window.print()}>
            {t('incidents.print')}
          </Button>
        }
      />
      <Summary detail={detail} mayEdit={mayEdit} onSaved={reload} />
      <ClocksSection incident={incident} isOpen={isOpen} onSaved={reload} />
      <ReadersSection detail={detail} isOpen={isOpen} onSaved={reload} />
      {incident.from < since && <Notice hue="amber">{t('incidents.kept', { days, date: dayOn(since) })}</Notice>}
      <PeopleSection list="read" incident={incident} numbers={numbers} />
      <PeopleSection list="reachable" incident={incident} numbers={numbers} />
      <ChangesSection incident={incident} numbers={numbers} />
      <LogSection detail={detail} isOpen={isOpen} onSaved={reload} />
      {numbers.data && <Report detail={detail} numbers={numbers.data} />}
    </>
  );
}

function Summary({ detail: { incident }, mayEdit, onSaved }: { detail: Detail; mayEdit: boolean; onSaved: () => void }) {
  const [opened, setOpened] = useState<'change' | 'close' | 'reopen' | null>(null);
  const close = () => setOpened(null);
  const { time_zone: zone, closed_at: closedAt } = incident;
  const someone = t('incidents.someone');
  return (
    <Grid as="section" gap={12} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-label={t('incidents.incident')}>
      <p>
        {incident.school}. {t('incidents.noticed')}: {momentWords(incident.noticed_at, zone)}. {t('incidents.span')}: {spanWords(incident)}.
      </p>
      <Text size={14} tone="dimmed">
        {t('incidents.openedBy', { date: momentWords(incident.opened_at, zone), name: incident.opened_by ?? someone })}
      </Text>
      {closedAt !== null && <Notice hue="gray">{t('incidents.closedBy', { date: momentWords(closedAt, zone), name: incident.closed_by ?? someone })}</Notice>}
      {mayEdit && (
        <Row wrap gap={12}>
          {closedAt === null ? (
            <>
              <Button variant="light" onClick={() => setOpened('change')}>
                {t('incidents.change')}
              </Button>
              <Button onClick={() => setOpened('close')}>{t('incidents.close')}</Button>
            </>
          ) : (
            <Button onClick={() => setOpened('reopen')}>{t('incidents.reopen')}</Button>
          )}
        </Row>
      )}
      {opened === 'change' && <IncidentDialog incident={incident} schools={[]} schoolId={incident.school_id} onSaved={onSaved} onClose={close} />}
      {(opened === 'close' || opened === 'reopen') && <NoteDialog id={incident.id} kind={opened} onSaved={onSaved} onClose={close} />}
    </Grid>
  );
}

/** Shows how much the readers changed, with the way to their entries of the audit trail. */
function ChangesSection({ incident, numbers }: { incident: IncidentView; numbers: UseQueryResult<Numbers> }) {
  const { rights } = useUser();
  const changes = numbers.data?.changes;
  const days = incident.to === null ? `from=${incident.from}` : `from=${incident.from}&to=${incident.to}`;
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="changes-title">
      <h2 id="changes-title">{t('incidents.changes')}</h2>
      {!changes ? (
        numbers.error === null && <SkeletonText lines={2} />
      ) : changes.length === 0 ? (
        <Text tone="dimmed">{t('incidents.changesNone')}</Text>
      ) : (
        <Grid as="ul" wide className={styles.rows}>
          {changes.map(({ account_id, name, count }) => (
            <li key={account_id}>
              <span>{t('incidents.changesOf', { name, count })}</span>
              {rights.includes('audit:view') && (
                <AppLink to={`/audit?account_id=${account_id}&${days}`} aria-label={t('incidents.changesShowNamed', { name })}>
                  {t('incidents.changesShow')}
                </AppLink>
              )}
            </li>
          ))}
        </Grid>
      )}
    </Grid>
  );
}

/** Shows what was done, by whom and when, and adds notes. */
function LogSection({ detail: { incident, steps }, isOpen, onSaved }: { detail: Detail; isOpen: boolean; onSaved: () => void }) {
  const [isAdding, setAdding] = useState(false);
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="log-title">
      <h2 id="log-title">{t('incidents.log')}</h2>
      {steps.length === 0 ? (
        <Text tone="dimmed">{t('incidents.logNone')}</Text>
      ) : (
        <Grid as="ol" wide className={styles.rows}>
          {steps.map(({ key, kind, at, who, words }) => (
            <li key={key}>
              <Stack shrinks>
                <b>{t(`incidents.step.${kind}`)}</b>
                <span className={styles.words} dir="auto">
                  {words}
                </span>
                <Text as="span" size={14} tone="dimmed">
                  {t('incidents.logOf', { date: momentWords(at, incident.time_zone), name: who ?? t('incidents.someone') })}
                </Text>
              </Stack>
            </li>
          ))}
        </Grid>
      )}
      {isOpen && <Button onClick={() => setAdding(true)}>{t('incidents.addNote')}</Button>}
      {isAdding && <NoteDialog id={incident.id} kind="note" onSaved={onSaved} onClose={() => setAdding(false)} />}
    </Grid>
  );
}
