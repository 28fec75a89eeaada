import type { CallResult } from '@classwright/contract/core/endpoint';
import type { rehearsalMake, simulatedClassBring, simulatedClassGet } from '@classwright/contract/lesson/rehearsals/calls';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../../../base/api.ts';
import { t } from '../../../../base/t.ts';
import { useMedia } from '../../../../base/use-media.ts';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { IconPresentation } from '../../../../ui/feature-icons/icons.ts';
import { IconDeviceMobileCheck, IconUsers } from '../../../../ui/plain/icons.ts';
import { Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { homeOf } from '../desk/next-step.ts';
import { useUser } from '../../../../base/use-user.ts';
import { useLive, useModel, useStage } from '../use-live.ts';
import { Frames } from './Frames.tsx';
import { RemoveRehearsal } from '../../own-rehearsals/index.ts';
import styles from './Try.module.css';
import { type Chosen, TryDialog } from './TryDialog.tsx';
import { simulatedClassKey, useSimulatedClass } from './use-simulated-class.ts';

/**
 * Shows a rehearsal's band, the way back to one's own rehearsal of this lesson, or for a lesson to which nobody has come
 * the button that brings a simulated class.
 */
export function TryClass() {
  const { lesson, preferences } = useLive();
  const { assessmentId } = lesson;
  const stage = useStage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const home = homeOf(useUser().rights);
  const hasRoom = useMedia('(min-width: 1280px)');
  const isAlone = useModel((model) => (model.roster?.students.length ?? 0) === 0);
  const [isBringing, setBringing] = useState(false);
  const [removes, setRemoves] = useState<number | null>(null);
  const [shown, setShown] = useState<ReadonlySet<'phone' | 'wall'>>(new Set());
  const data = useSimulatedClass(assessmentId);
  // Nobody mirrors a rehearsal, so that its figures are in sight.
  const isTrial = data?.is_rehearsal ?? false;
  useEffect(() => {
    if (isTrial) preferences.setHere({ showsFigures: true });
  }, [isTrial, preferences]);
  if (!data) return null;
  const { is_rehearsal: isRehearsal, brought, comes, rehearsal } = data;
  const canBring = comes !== null && stage !== 'finished' && !brought && (isRehearsal || isAlone) && !(comes === 'rehearsal' && rehearsal);
  if (!isRehearsal && !brought && !canBring && !rehearsal) return null;

  const onRemoved = async (originalId: number | null): Promise<void> => {
    if (!isRehearsal) return client.invalidateQueries({ queryKey: simulatedClassKey(assessmentId) });
    await (originalId === null ? navigate({ to: home }) : navigate({ to: '/teacher-live-learning', search: { assessment_id: originalId } }));
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
          {canBring && !isRehearsal && !rehearsal && <span>{t('rehearsal.bringAbout')}</span>}
          {rehearsal && <span>{t(`rehearsal.own.${rehearsal.state}`)}</span>}
        </Text>
        {rehearsal && (
          <>
            <Link to="/teacher-live-learning" search={{ assessment_id: rehearsal.assessment_id }} className={buttonClasses({ size: 's' })}>
              {t('rehearsal.return')}
            </Link>
            <Button size="s" variant="danger" onClick={() => setRemoves(rehearsal.assessment_id)}>
              {t('rehearsal.remove')}
            </Button>
          </>
        )}
        {canBring && (
          <Button size="s" icon={IconUsers} onClick={() => setBringing(true)}>
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
          <Button size="s" variant="danger" onClick={() => setRemoves(assessmentId)}>
            {t('rehearsal.remove')}
          </Button>
        )}
      </Row>
      {hasRoom && shown.size > 0 && <Frames assessmentId={assessmentId} shown={shown} onHide={turn} />}
      {isBringing && <BringDialog onClose={() => setBringing(false)} />}
      {removes !== null && <RemoveRehearsal assessmentId={removes} onClose={() => setRemoves(null)} onRemoved={onRemoved} />}
    </>
  );
}

/** Asks how large the simulated class is. It comes to this lesson, or to a rehearsal, which then opens. */
export function BringDialog({ onClose }: { onClose: () => void }) {
  const { assessmentId } = useLive().lesson;
  const client = useQueryClient();
  const navigate = useNavigate();
  const comes = useSimulatedClass(assessmentId)?.comes ?? 'rehearsal';
  const onBring = async ({ size, speed }: Chosen): Promise<void> => {
    const body = { assessment_id: assessmentId, size, speed };
    if (comes === 'here') {
      const { brought } = await api<typeof simulatedClassBring>('POST', '/live/learning/simulated-class', { body });
      client.setQueryData<CallResult<typeof simulatedClassGet>>(simulatedClassKey(assessmentId), (before) => before && { ...before, brought });
      return;
    }
    const { assessment_id } = await api<typeof rehearsalMake>('POST', '/live/learning/rehearsals', { body });
    await navigate({ to: '/teacher-live-learning', search: { assessment_id } });
  };
  return <TryDialog comes={comes} onClose={onClose} onBring={onBring} />;
}
