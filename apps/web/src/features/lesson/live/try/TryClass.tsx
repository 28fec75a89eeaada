import type { CallResult } from '@classwright/contract/core/endpoint';
import type { rehearsalMake, rehearsalRemove, simulatedClassBring, simulatedClassGet } from '@classwright/contract/lesson/rehearsals/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../../../base/api.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { t } from '../../../../base/t.ts';
import { useMedia } from '../../../../base/use-media.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
import { IconPresentation } from '../../../../ui/feature-icons/icons.ts';
import { IconDeviceMobileCheck, IconUsers } from '../../../../ui/plain/icons.ts';
import { Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { homeOf } from '../desk/next-step.ts';
import { useUser } from '../../../../base/use-user.ts';
import { useLive, useModel, useStage } from '../use-live.ts';
import { Frames } from './Frames.tsx';
import styles from './Try.module.css';
import { type Chosen, TryDialog } from './TryDialog.tsx';

/** Shows a rehearsal's band, or for a lesson to which nobody has come the button that brings a simulated class. */
export function TryClass() {
  const { lesson, preferences } = useLive();
  const { assessmentId } = lesson;
  const stage = useStage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const home = homeOf(useUser().rights);
  const hasRoom = useMedia('(min-width: 1200px)');
  const isAlone = useModel((model) => (model.roster?.students.length ?? 0) === 0);
  const [dialog, setDialog] = useState<'bring' | 'remove' | null>(null);
  const [shown, setShown] = useState<ReadonlySet<'phone' | 'wall'>>(new Set());
  const key = ['simulated-class', assessmentId];
  const { data } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api<typeof simulatedClassGet>('GET', '/live/learning/simulated-class', { query: { assessment_id: assessmentId }, signal }),
  });
  // Nobody mirrors a rehearsal, so that its figures are in sight.
  const isTrial = data?.is_rehearsal ?? false;
  useEffect(() => {
    if (isTrial) preferences.setHere({ showsFigures: true });
  }, [isTrial, preferences]);
  if (!data) return null;
  const { is_rehearsal: isRehearsal, brought, comes } = data;
  const canBring = comes !== null && stage !== 'finished' && !brought;
  if (!isRehearsal && !brought && !(canBring && isAlone)) return null;

  const onBring = async ({ size, speed }: Chosen): Promise<void> => {
    const body = { assessment_id: assessmentId, size, speed };
    if (comes === 'here') {
      const { brought: came } = await api<typeof simulatedClassBring>('POST', '/live/learning/simulated-class', { body });
      client.setQueryData<CallResult<typeof simulatedClassGet>>(key, (before) => before && { ...before, brought: came });
      return;
    }
    const { assessment_id } = await api<typeof rehearsalMake>('POST', '/live/learning/rehearsals', { body });
    await navigate({ to: '/teacher-live-learning', search: { assessment_id } });
  };
  const onRemove = async (): Promise<void> => {
    const { original_id } = await api<typeof rehearsalRemove>('DELETE', '/live/learning/rehearsals/:id', { params: { id: assessmentId } });
    showSnack(t('rehearsal.removed'));
    await (original_id === null ? navigate({ to: home }) : navigate({ to: '/teacher-live-learning', search: { assessment_id: original_id } }));
  };
  const turn = (what: 'phone' | 'wall') => setShown((before) => new Set(before.has(what) ? [...before].filter((one) => one !== what) : [...before, what]));

  return (
    <>
      <Row as="section" gap={10} rowGap={6} wrap fixed className={styles.band} data-rehearsal={isRehearsal || undefined} aria-label={t('rehearsal.title')}>
        <Text grow className={styles.words}>
          {isRehearsal && <b>{t('rehearsal.band')}</b>}
          {brought ? (
            <span>{isRehearsal ? t('rehearsal.bandAbout', { size: brought.size, speed: brought.speed }) : t('rehearsal.here', { size: brought.size })}</span>
          ) : (
            isRehearsal && stage !== 'finished' && <span>{t('rehearsal.bandNobody')}</span>
          )}
        </Text>
        {canBring && (
          <Button size="s" icon={IconUsers} onClick={() => setDialog('bring')}>
            {t('rehearsal.bring')}
          </Button>
        )}
        {hasRoom && brought && (
          <Button size="s" icon={IconDeviceMobileCheck} aria-pressed={shown.has('phone')} onClick={() => turn('phone')}>
            {t(shown.has('phone') ? 'rehearsal.hidePhone' : 'rehearsal.phone')}
          </Button>
        )}
        {hasRoom && (isRehearsal || brought) && stage !== 'finished' && (
          <Button size="s" icon={IconPresentation} aria-pressed={shown.has('wall')} onClick={() => turn('wall')}>
            {t(shown.has('wall') ? 'rehearsal.hideWall' : 'rehearsal.wall')}
          </Button>
        )}
        {isRehearsal && (
          <Button size="s" variant="danger" onClick={() => setDialog('remove')}>
            {t('rehearsal.remove')}
          </Button>
        )}
      </Row>
      {hasRoom && shown.size > 0 && <Frames assessmentId={assessmentId} shown={shown} />}
      {dialog === 'bring' && <TryDialog comes={comes ?? 'rehearsal'} onClose={() => setDialog(null)} onBring={onBring} />}
      {dialog === 'remove' && (
        <DeleteDialog title={t('rehearsal.removeAsk')} confirmLabel={t('rehearsal.remove')} onClose={() => setDialog(null)} onDelete={onRemove}>
          <p>{t('rehearsal.removeMore')}</p>
        </DeleteDialog>
      )}
    </>
  );
}
