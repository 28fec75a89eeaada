import type { seatPinOwn } from '@classwright/contract/lesson/seats/calls';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import { t } from '../../../base/t.ts';
import styles from './profile.module.css';

/** The PIN with which a student comes to lessons by their code. It is shown once the student asks, as others may look on. */
export function OwnPin() {
  const takesPart = useUser().rights.includes('live-participation:view');
  const [pin, setPin] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  if (!takesPart) return null;
  const show = async (): Promise<void> => {
    setPending(true);
    setProblem(null);
    try {
      setPin((await api<typeof seatPinOwn>('POST', '/seat-pins/own', { body: {} })).pin);
    } catch (error) {
      setProblem(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.form} aria-labelledby="own-pin-title">
      <h2 id="own-pin-title">{t('seats.pins.own')}</h2>
      <p>{t('seats.pins.ownAbout')}</p>
      {problem !== null && <Notice>{errorText(problem)}</Notice>}
      <Text as="b" size={16} dir="ltr" role="status">
        {pin}
      </Text>
      <Button pending={pending} onClick={() => (pin === null ? void show() : setPin(null))}>
        {t(pin === null ? 'seats.pins.ownShow' : 'seats.pins.ownHide')}
      </Button>
    </Grid>
  );
}
