import type { seatAnswer, seatRequest } from '@classwright/contract/lesson/seats/calls';
import { useEffect, useState } from 'react';
import type { Store } from '../../base/store.ts';
import { useStore } from '../../base/use-store.ts';
import { ask } from '../../lesson/ask.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { Row, Stack } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';

/** The pause after which a question that is shown is looked for again: it ends without a word when nobody answers it. */
const AGAIN_MS = 15_000;

/** A banner on the phone that sits at a seat, when another phone asks for it. `asked` counts what was heard. */
export function SeatRequest({ assessmentId, asked }: { assessmentId: number; asked: Pick<Store<number>, 'get' | 'subscribe'> }) {
  const heard = useStore(asked);
  const [device, setDevice] = useState<string | null>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const query = { assessment_id: assessmentId };
    ask<typeof seatRequest>('GET', '/live/learning/seat/request', { query })
      .then(({ asks }) => isCurrent && setDevice(asks && asks.device))
      .catch(() => undefined); // the next one that is heard asks again
    return () => {
      isCurrent = false;
    };
  }, [assessmentId, heard, looks]);
  useEffect(() => {
    if (device === null) return;
    const timer = setTimeout(() => setLooks(looks + 1), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [device, looks]);
  if (device === null) return null;
  const answer = (letsIn: boolean) => {
    setDevice(null);
    ask<typeof seatAnswer>('POST', '/live/learning/seat/answer', { body: { assessment_id: assessmentId, lets_in: letsIn } }).catch(() => undefined);
  };
  return (
    <Notice hue="amber" assertive>
      <Stack gap={8}>
        <b>{t('seats.ask.title')}</b>
        <span>{t('seats.ask.text', { device })}</span>
        <Row gap={8} wrap>
          <Button size="l" onClick={() => answer(true)}>
            {t('seats.ask.letIn')}
          </Button>
          <Button size="l" variant="filled" onClick={() => answer(false)}>
            {t('seats.ask.refuse')}
          </Button>
        </Row>
      </Stack>
    </Notice>
  );
}
