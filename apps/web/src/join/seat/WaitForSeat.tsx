import type { SeatNameView } from '@classwright/contract/lesson/seats/calls';
import { useEffect, useRef } from 'react';
import { isApiError } from '../../base/api.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Text } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';
import type { Seat } from './kept-seat.ts';
import { SeatCard } from './SeatCard.tsx';
import { takeSeat, withdrawRequest } from './take-seat.ts';

const AGAIN_MS = 2_000;

interface WaitProps {
  code: string;
  student: SeatNameView;
  request: string;
  phoneSecret: string;
  onSeat: (seat: Seat) => void;
  /** Called when the other phone keeps the seat, or the person stops waiting. */
  onStop: (why?: unknown) => void;
}

/** Waits until the other phone, or the teacher, gives the seat away. */
export function WaitForSeat({ code, student, request, phoneSecret, onSeat, onStop }: WaitProps) {
  const latest = useRef({ onSeat, onStop });
  latest.current = { onSeat, onStop };
  const student_id = student.id;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isCurrent = true;
    const look = async (): Promise<void> => {
      try {
        const seat = await takeSeat({ code, student_id, request, phone_secret: phoneSecret });
        if (!isCurrent) return;
        if (seat.state === 'seated') return latest.current.onSeat(seat);
      } catch (error) {
        if (!isCurrent) return;
        if (!isApiError(error) || !error.isTransient) return latest.current.onStop(error);
      }
      timer = setTimeout(() => void look(), AGAIN_MS);
    };
    timer = setTimeout(() => void look(), AGAIN_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [code, student_id, request, phoneSecret]);
  function stop(): void {
    withdrawRequest({ code, student_id, request });
    onStop();
  }

  return (
    <SeatCard title={t('seats.page.waitTitle')}>
      <Text role="status">{t('seats.page.wait')}</Text>
      <Button size="l" wide onClick={stop}>
        {t('seats.page.stopWaiting')}
      </Button>
    </SeatCard>
  );
}
