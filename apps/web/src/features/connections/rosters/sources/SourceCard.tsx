import { momentOf } from '../../../../base/dates.ts';
import { SystemCard } from '../../../../ui/connected/SystemCard.tsx';
import { RunProgress } from '../../../../ui/import/RunProgress.tsx';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconAlertTriangle, IconInfoCircle } from '../../../../ui/plain/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { isAlive, type Source, type SourceRead } from './calls.ts';
import type { Hue } from '../../../../base/hue.ts';
import styles from './sources.module.css';
import { t } from '../../../../base/t.ts';

interface CardProps {
  source: Source;
  mayEdit: boolean;
  onOpen: (roster: number) => void;
  onRead: () => void;
  onStop: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** A system that rosters are read from, with the time and result of its last read and the possible actions. */
export function SourceCard({ source, mayEdit, onOpen, onRead, onStop, onEdit, onRemove }: CardProps) {
  const { id, name, school_name, service_url, version, schedule, keeper_name, last_read: read } = source;
  const alive = isAlive(read);
  const facts = [
    { term: t('rosterSources.school'), value: school_name, dir: 'auto' },
    { term: t('rosterSources.serviceUrl'), value: service_url, dir: 'ltr' },
    { term: t('rosterSources.version'), value: version },
    { term: t('rosterSources.schedule'), value: t(`rosterSources.schedule.${schedule}`) },
    {
      term: t('rosterSources.lastRead'),
      value: read === null ? t('rosterSources.never') : <time dateTime={read.created_at}>{momentOf(read.created_at)}</time>,
    },
  ] as const;
  const actions = (
    <>
      {read && !alive && read.import_id !== null && (
        <Button
          size="s"
          variant={read.outcome === 'preview' || read.needs_look ? 'filled' : 'default'}
          aria-label={t('rosterSources.lookOf', { name })}
          onClick={() => onOpen(read.import_id as number)}
        >
          {t('rosterSources.look')}
        </Button>
      )}
      {mayEdit && !alive && (
        <Button size="s" aria-label={t('rosterSources.readOf', { name })} onClick={onRead}>
          {t('rosterSources.read')}
        </Button>
      )}
      {mayEdit && alive && (
        <Button size="s" aria-label={t('rosterSources.stopOf', { name })} onClick={onStop}>
          {t('rosterSources.stop')}
        </Button>
      )}
      {mayEdit && (
        <>
          <Button size="s" aria-label={t('rosterSources.editOf', { name })} onClick={onEdit}>
            {t('rosterSources.edit')}
          </Button>
          <Button size="s" variant="danger" aria-label={t('rosterSources.removeOf', { name })} onClick={onRemove}>
            {t('rosterSources.remove')}
          </Button>
        </>
      )}
      {read && (
        <AppLink to={`/rosters?source=${id}`} aria-label={t('rosterSources.readsOf', { name })}>
          {t('rosterSources.reads')}
        </AppLink>
      )}
    </>
  );
  return (
    <SystemCard name={name} level="h3" facts={facts} actions={actions}>
      {schedule === 'nightly' && (
        <p className={styles.dim}>{keeper_name === null ? t('rosterSources.noKeeper') : t('rosterSources.keeper', { name: keeper_name })}</p>
      )}
      {read && alive && (
        <RunProgress label={t('rosterSources.readOf', { name })} done={0} total={0}>
          {read.message} {read.waits_until !== null && t('rosterSources.until', { at: momentOf(read.waits_until) })}
        </RunProgress>
      )}
      {read && !alive && (
        <Notice hue={hueOf(read)} icon={read.needs_look ? IconAlertTriangle : IconInfoCircle}>
          {read.message}
        </Notice>
      )}
    </SystemCard>
  );
}

/** Returns the hue of a read that has ended. */
function hueOf({ status, outcome, needs_look: needsLook }: SourceRead): Hue {
  if (status === 'failed') return 'red';
  if (needsLook) return 'amber';
  if (outcome === 'preview') return 'blue';
  return outcome === 'applied' || outcome === 'nothing' ? 'green' : 'gray';
}
