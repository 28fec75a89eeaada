import type { seatPinList, seatPinRenew } from '@classwright/contract/lesson/seats/calls';
import type { CallResult } from '@classwright/contract/core/endpoint';
import { useEffect, useState } from 'react';
import { api } from '../../../../../base/api.ts';
import { fullName } from '../../../../../base/full-name.ts';
import { showSnack } from '../../../../../base/snackbar.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../../../ui/plain/error-text.ts';
import { Notice } from '../../../../../ui/plain/Notice.tsx';
import { Row, Stack, Text } from '../../../../../ui/plain/layout/layout.tsx';
import { SkeletonText } from '../../../../../ui/plain/Skeleton.tsx';
import { t } from '../../../../../base/t.ts';
import styles from './seats.module.css';

type Pins = CallResult<typeof seatPinList>['pins'];

/** The PINs of a class, each of which can be renewed. A PIN that waits after wrong ones says so. */
export function PinsDialog({ classId, onClose }: { classId: number; onClose: () => void }) {
  const [pins, setPins] = useState<Pins | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    api<typeof seatPinList>('POST', '/seat-pins', { body: { class_id: classId } }).then(({ pins: listed }) => setPins(listed), setProblem);
  }, [classId]);
  const renew = async (student_id: number): Promise<void> => {
    try {
      const { pin, message } = await api<typeof seatPinRenew>('POST', '/seat-pins/renew', { body: { class_id: classId, student_id } });
      setPins((before) => before && before.map((one) => (one.student_id === student_id ? pin : one)));
      showSnack(message);
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('seats.pins.title')} width={560} shape="full">
      <Text tone="dimmed">{t('seats.pins.about')}</Text>
      {problem !== null && <Notice>{errorText(problem)}</Notice>}
      {!pins && problem === null && <SkeletonText lines={6} />}
      {pins?.length === 0 && <Text>{t('seats.pins.nobody')}</Text>}
      <Stack as="ul">
        {pins?.map((pin) => (
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
              <Button size="s" aria-label={t('seats.pins.renewOf', { name: fullName(pin) })} onClick={() => void renew(pin.student_id)}>
                {t('seats.pins.renew')}
              </Button>
            </Row>
          </Row>
        ))}
      </Stack>
    </Dialog>
  );
}
