import type { BackupRunView, SystemView } from '@classwright/contract/overview/system/calls';
import { useMutation } from '@tanstack/react-query';
import { momentOf } from '../../../base/dates.ts';
import { locale } from '../../../base/language.ts';
import { queryClient } from '../../../base/query-client.ts';
import { sizeText } from '../../school/files/index.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconArchive } from '../../../ui/plain/icons.ts';
import { Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { backUp, SYSTEM_KEY } from './calls.ts';
import { Facts, Section } from './Section.tsx';

/** Shows the newest backups and their verification, the one that is being made, and the button that makes one. */
export function BackupsSection({ backups, mayAct }: { backups: SystemView['backups']; mayAct: boolean }) {
  const { running, last, failed, archive } = backups;
  const { mutate, isPending, error } = useMutation({
    mutationFn: backUp,
    onSettled: () => queryClient.invalidateQueries({ queryKey: SYSTEM_KEY }),
  });
  return (
    <Section id="backups" title={t('system.backups')}>
      {last.length === 0 && <Text tone="dimmed">{t('system.backups.none')}</Text>}
      {(last.length > 0 || archive) && (
        <Facts
          facts={[
            ...last.map((run) => ({ term: t(`system.backup.kind.${run.kind}`), value: textOf(run) })),
            ...(archive ? [{ term: t('system.archive'), value: archiveText(archive) }] : []),
          ]}
        />
      )}
      {failed && (
        <Notice hue="amber" assertive={false}>
          <b>{t(`system.backup.failed.${failed.kind}`, { at: momentOf(failed.ended_at ?? failed.begun_at) })}</b>{' '}
          {t(`system.backup.problem.${failed.problem ?? 'unknown'}`)}
        </Notice>
      )}
      <Stack gap={12} align="start">
        <p role="status">
          {running?.state === 'waiting' && t('system.backup.waits')}
          {running?.state === 'running' && t('system.backup.runs', { percent: percentText(running.percent) })}
        </p>
        {running && <progress value={running.percent} max={100} aria-label={t('system.backups')} />}
        {mayAct && (
          <Button icon={IconArchive} pending={isPending} onClick={() => mutate()}>
            {t('system.backup.now')}
          </Button>
        )}
        {!isPending && error && <Notice>{errorText(error)}</Notice>}
      </Stack>
    </Section>
  );
}

const percentText = (percent: number): string => new Intl.NumberFormat(locale(), { style: 'percent' }).format(percent / 100);

function archiveText({ stored_at, copied_at }: NonNullable<SystemView['backups']['archive']>): string {
  if (copied_at === null) return t('system.archive.first');
  return t('system.archive.state', { at: momentOf(stored_at ?? copied_at), copied: momentOf(copied_at) });
}

function textOf({ ended_at, begun_at, taken_at, bytes }: BackupRunView): string {
  const at = momentOf(ended_at ?? begun_at);
  if (taken_at === null) return at;
  const taken = momentOf(taken_at);
  return bytes === null ? t('system.backup.done', { at, taken }) : t('system.backup.doneWithSize', { at, taken, size: sizeText(bytes) });
}
