import type { seatPinList, seatPinRenew, seatPinRenewAll, SeatPinView } from '@classwright/contract/lesson/seats/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { useEffect, useState } from 'react';
import { api } from '../../../../../base/api.ts';
import { fullName } from '../../../../../base/full-name.ts';
import { showSnack } from '../../../../../base/snackbar.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { ConfirmDialog } from '../../../../../ui/plain/ConfirmDialog.tsx';
import { Dialog } from '../../../../../ui/plain/Dialog.tsx';
import { LoadFailed } from '../../../../../ui/plain/LoadFailed.tsx';
import { Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { SkeletonText } from '../../../../../ui/plain/Skeleton.tsx';
import { Paper } from '../../../../../ui/print/PrintHead.tsx';
import { t } from '../../../../../base/t.ts';
import styles from './seats.module.css';

type Listed = CallResult<typeof seatPinList>;

/**
 * The PINs of a class, on the screen and on paper to be cut out. One or all can be renewed, which is asked first. A PIN that
 * waits after wrong ones says so.
 */
export function PinsDialog({ classId, onClose }: { classId: number; onClose: () => void }) {
  const [listed, setListed] = useState<Listed | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [tried, setTried] = useState(0);
  const [asking, setAsking] = useState<SeatPinView | 'all' | null>(null);
  useEffect(() => {
    setProblem(null);
    api<typeof seatPinList>('POST', '/seat-pins', { body: { class_id: classId } }).then(setListed, setProblem);
  }, [classId, tried]);
  const pins = listed?.pins ?? [];
  const change = (changed: readonly SeatPinView[], message: string): void => {
    const byStudent = new Map(changed.map((pin) => [pin.student_id, pin]));
    setListed((before) => before && { ...before, pins: before.pins.map((pin) => byStudent.get(pin.student_id) ?? pin) });
    showSnack(message);
  };
  const renew = async ({ student_id }: SeatPinView): Promise<void> => {
    const { pin, message } = await api<typeof seatPinRenew>('POST', '/seat-pins/renew', { body: { class_id: classId, student_id } });
    change([pin], message);
  };
  const renewAll = async (): Promise<void> => {
    const { pins: renewed, message } = await api<typeof seatPinRenewAll>('POST', '/seat-pins/renew-all', { body: { class_id: classId } });
    change(renewed, message);
  };
  const asked = asking === 'all' ? 'renewAll' : 'renew';
  return (
    <>
      <Dialog
        opened
        onClose={onClose}
        title={t('seats.pins.title')}
        width={560}
        shape="full"
        locked={asking !== null}
        footer={
          pins.length > 0 && (
            <Row gap={8} wrap justify="end">
              <Button onClick={() => setAsking('all')}>{t('seats.pins.renewAll')}</Button>
              <Button variant="filled" onClick={() => window.print()}>
                {t('seats.pins.print')}
              </Button>
            </Row>
          )
        }
      >
        <Text tone="dimmed">{t('seats.pins.about')}</Text>
        {problem !== null && <LoadFailed error={problem} onRetry={() => setTried(tried + 1)} />}
        {!listed && problem === null && <SkeletonText lines={6} />}
        {listed?.pins.length === 0 && <Text>{t('seats.pins.nobody')}</Text>}
        <Stack as="ul">
          {pins.map((pin) => (
            <Row as="li" key={pin.student_id} gap={12} wrap justify="between" className={styles.seat}>
              <Stack shrinks>
                <span dir="auto">{fullName(pin)}</span>
                {pin.locked_minutes > 0 && (
                  <Text size={13} tone="error">
                    {t('seats.pins.locked', { count: pin.locked_minutes })}
                  </Text>
                )}
              </Stack>
              <Row gap={12}>
                <b className={styles.pin} dir="ltr">
                  {pin.pin}
                </b>
                <Button size="s" aria-label={t('seats.pins.renewOf', { name: fullName(pin) })} onClick={() => setAsking(pin)}>
                  {t('seats.pins.renew')}
                </Button>
              </Row>
            </Row>
          ))}
        </Stack>
      </Dialog>
      <ConfirmDialog
        opened={asking !== null}
        danger
        title={
          asking === null
            ? ''
            : asking === 'all'
              ? t('seats.pins.renewAllAsk', { class: listed?.class_name ?? '' })
              : t('seats.pins.renewAsk', { name: fullName(asking) })
        }
        confirmLabel={t(`seats.pins.${asked}`)}
        cancelLabel={t(asking === 'all' ? 'seats.pins.keepAll' : 'seats.pins.keep')}
        onClose={() => setAsking(null)}
        onConfirm={() => (asking === null ? undefined : asking === 'all' ? renewAll() : renew(asking))}
      >
        {t(`seats.pins.${asked}More`)}
      </ConfirmDialog>
      {listed && (
        <Paper>
          <PinsOnPaper listed={listed} />
        </Paper>
      )}
    </>
  );
}

/** The PINs as slips to be cut out, one for each student. They are only on paper, and alone there. */
function PinsOnPaper({ listed: { class_name, pins } }: { listed: Listed }) {
  return (
    <ul className={styles.paper}>
      {pins.map((pin) => (
        <li key={pin.student_id}>
          <span dir="auto">{class_name}</span>
          <b dir="auto">{fullName(pin)}</b>
          <span>{t('seats.pins.onPaper')}</span>
          <b className={styles.pin} dir="ltr">
            {pin.pin}
          </b>
        </li>
      ))}
    </ul>
  );
}
