import type { seatList } from '@classwright/contract/lesson/seats/calls';
import { channels, type SeatsEvent } from '@classwright/contract/lesson/live/events';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../../../../../base/api.ts';
import { listen } from '../../../../../base/realtime.ts';
import { createRefetcher } from '../../../../../base/refetcher.ts';
import { IconDeviceMobileCheck } from '../../../../../ui/plain/icons.ts';
import { Button } from '../../../../../ui/plain/Button.tsx';
import { t } from '../../../../../base/t.ts';
import { spaced } from '../../projector/shown-code.ts';
import { JoinDialog } from './JoinDialog.tsx';
import styles from './seats.module.css';

/** The pause after which seats are read again while a phone asks for one: its question ends without a word when nobody answers it. */
const AGAIN_MS = 15_000;

/** The code of the running lesson as a button, which shows it large with the phones that came in. */
export function JoinButton({ assessmentId }: { assessmentId: number }) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['live', 'seats', assessmentId],
    queryFn: ({ signal }) => api<typeof seatList>('GET', '/live/learning/seats', { query: { assessment_id: assessmentId }, signal }),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.seats.some(({ asked_by }) => asked_by !== null) ? AGAIN_MS : false),
  });
  const reload = useCallback(() => queries.invalidateQueries({ queryKey: ['live', 'seats', assessmentId] }), [queries, assessmentId]);
  useEffect(() => {
    // A class comes in within seconds, and each phone is announced.
    const refetcher = createRefetcher(reload);
    const onEvent = (name: string) => name === ('assessment.seats.changed' satisfies SeatsEvent['name']) && refetcher.request();
    const unlisten = listen(channels.staff(assessmentId), { onEvent, onReady: () => void reload() });
    return () => {
      unlisten();
      refetcher.stop();
    };
  }, [assessmentId, reload]);
  if (!data?.code) return null;
  const asking = data.seats.filter(({ asked_by }) => asked_by !== null).length;
  const spoken = [t('seats.desk.code', { code: data.code }), t('seats.desk.button'), asking > 0 ? t('seats.desk.asking', { count: asking }) : ''];
  return (
    <>
      <Button
        icon={IconDeviceMobileCheck}
        variant={asking > 0 ? 'filled' : 'default'}
        aria-label={spoken.filter(Boolean).join('. ')}
        title={t('seats.desk.button')}
        onClick={() => setOpen(true)}
      >
        <span className={styles.short} dir="ltr">
          {spaced(data.code)}
        </span>
      </Button>
      {isOpen && <JoinDialog assessmentId={assessmentId} seats={data} onChange={() => void reload()} onClose={() => setOpen(false)} />}
    </>
  );
}
