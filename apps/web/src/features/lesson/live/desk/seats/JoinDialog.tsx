import type { CallResult } from '@classwright/contract/core/endpoint';
import type { seatEnd, seatLetIn, seatList } from '@classwright/contract/lesson/seats/calls';
import { useState } from 'react';
import { api } from '../../../../../base/api.ts';
import { showSnack } from '../../../../../base/snackbar.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../../ui/plain/error-text.ts';
import { Notice } from '../../../../../ui/plain/Notice.tsx';
import { Grid, Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { QrCode } from '../../../../../ui/QrCode.tsx';
import { t } from '../../../../../base/t.ts';
import { spaced, toShown } from '../../projector/shown-code.ts';
import { useModel } from '../../use-live.ts';
import { PinsDialog } from './PinsDialog.tsx';
import styles from './seats.module.css';

interface JoinDialogProps {
  assessmentId: number;
  seats: CallResult<typeof seatList>;
  onChange: () => void;
  onClose: () => void;
}

/** The code in large letters with its QR code, and the students who came in with it, each of whom can be sent out. */
export function JoinDialog({ assessmentId, seats: { code, address, asks, seats }, onChange, onClose }: JoinDialogProps) {
  const classId = useModel((model) => model.assessment?.class_id ?? null);
  const [showsPins, setShowsPins] = useState(false);
  const [pending, setPending] = useState(false);
  const act = async (ask: () => Promise<{ message: string }>): Promise<void> => {
    setPending(true);
    try {
      showSnack((await ask()).message);
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
    } finally {
      setPending(false);
      onChange();
    }
  };
  const end = (student_id: number) => api<typeof seatEnd>('POST', '/live/learning/seats/end', { body: { assessment_id: assessmentId, student_id } });
  const letIn = (student_id: number) => api<typeof seatLetIn>('POST', '/live/learning/seats/let-in', { body: { assessment_id: assessmentId, student_id } });
  if (showsPins && classId !== null) return <PinsDialog classId={classId} onClose={() => setShowsPins(false)} />;
  return (
    <Dialog opened onClose={onClose} title={t('seats.desk.title')} width={640} shape="full">
      <Grid gap={20} className={styles.join}>
        <Stack gap={10}>
          <Text className={styles.code} dir="ltr" aria-label={t('seats.desk.code', { code: code ?? '' })}>
            {code && spaced(code)}
          </Text>
          {address ? <Text>{t('seats.desk.how', { address: toShown(address) })}</Text> : <Notice hue="amber">{t('seats.desk.notReachable')}</Notice>}
          <Text tone="dimmed">{t(`seats.desk.asks.${asks}`)}</Text>
          {asks === 'pin' && classId !== null && (
            <Row>
              <Button onClick={() => setShowsPins(true)}>{t('seats.desk.pins')}</Button>
            </Row>
          )}
        </Stack>
        {address && code && <QrCode text={`${address}${code}`} className={styles.qr} />}
      </Grid>
      <h3 className={styles.heading}>{seats.length > 0 ? t('seats.desk.came', { count: seats.length }) : t('seats.desk.nobody')}</h3>
      <Stack as="ul" gap={4}>
        {seats.map(({ student_id, name, device, asked_by }) => (
          <Row as="li" key={student_id} gap={8} wrap justify="between" className={styles.seat}>
            <Stack shrinks>
              <b dir="auto">{name}</b>
              <Text size={13} tone="dimmed">
                {asked_by === null ? device : t('seats.desk.askedBy', { device: asked_by })}
              </Text>
            </Stack>
            <Row gap={8}>
              {asked_by !== null && (
                <Button disabled={pending} variant="filled" aria-label={t('seats.desk.letInOf', { name })} onClick={() => void act(() => letIn(student_id))}>
                  {t('seats.desk.letIn')}
                </Button>
              )}
              <Button disabled={pending} aria-label={t('seats.desk.sendOutOf', { name })} onClick={() => void act(() => end(student_id))}>
                {t('seats.desk.sendOut')}
              </Button>
            </Row>
          </Row>
        ))}
      </Stack>
    </Dialog>
  );
}
