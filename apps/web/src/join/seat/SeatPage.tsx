import { useEffect, useState } from 'react';
import { readCode } from '@classwright/rules/live/seats';
import { actWith } from '../../base/session.ts';
import { createStore, type Store } from '../../base/store.ts';
import { useStore } from '../../base/use-store.ts';
import { App } from '../App.tsx';
import { Broken } from '../Broken.tsx';
import { type Page, startPage } from '../page.ts';
import { changeWays, ways } from '../ways.ts';
import { CodeEntry } from './CodeEntry.tsx';
import { forgetSeat, keepSeat, readKeptSeat, type Seat, toUser } from './kept-seat.ts';
import { SeatCard } from './SeatCard.tsx';
import { SeatRequest } from './SeatRequest.tsx';
import { Button } from '../../ui/plain/Button.tsx';
import { Text } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';
import { showSnackOnNextPage } from '../../base/snackbar.ts';

/** Returns the code in an address such as "/j/BKMTRX"; null when it has none, or none that can be right. */
const codeOf = (path: string): string | null => readCode(decodeURIComponent(path.replace(/^\/j\/?/, '')));

/**
 * The page of a phone that comes to a lesson with its code: first who it is, then the lesson, at one address. `played`:
 * the seat of a simulated student in a frame next to the desk, which is kept nowhere and asks for no code.
 */
export function SeatPage({ played }: { played: Seat | null }) {
  const [code, setCode] = useState(() => codeOf(location.pathname));
  const [page, setPage] = useState<{ lesson: Page; seat: Seat; ended: Store<boolean> } | null>(() => {
    if (played) return openPlayed(played);
    const kept = code === null ? null : readKeptSeat(code);
    return kept && open(kept);
  });
  useEffect(() => {
    document.title = `${t('seats.page.title')} · Classwright`;
  }, []);
  useEffect(() => () => page?.lesson.stop(), [page]);
  if (page)
    return (
      <SeatedLesson
        {...page}
        onBack={
          played === null
            ? () => {
                page.lesson.stop();
                setPage(null);
              }
            : null
        }
      />
    );
  return (
    <CodeEntry
      code={code}
      onCode={(next) => {
        history.replaceState(null, '', next === null ? '/j' : `/j/${next}`);
        setCode(next);
      }}
      onSeat={(at, seat) => {
        keepSeat(at, seat);
        setPage(open(seat));
      }}
    />
  );
}

function open(seat: Seat): { lesson: Page; seat: Seat; ended: Store<boolean> } {
  const ended = createStore(false);
  return sit(seat, ended, {
    toHome: (message) => {
      if (message) showSnackOnNextPage(message, { color: 'amber', timeout: 8_000 });
      location.assign('/j');
    },
    toSignIn: () => {
      forgetSeat();
      ended.set(true);
    },
  });
}

function openPlayed(seat: Seat): { lesson: Page; seat: Seat; ended: Store<boolean> } {
  const ended = createStore(false);
  return sit(seat, ended, { toHome: () => ended.set(true), toSignIn: () => ended.set(true) });
}

function sit(seat: Seat, ended: Store<boolean>, leaving: Pick<typeof ways, 'toHome' | 'toSignIn'>): { lesson: Page; seat: Seat; ended: Store<boolean> } {
  changeWays({ toLesson: () => undefined, toSnapshot: () => undefined, ...leaving });
  const user = toUser(seat);
  actWith(seat.api_token, user);
  return { lesson: startPage({ token: seat.api_token, user }, seat.assessment_id, ways, { isSeat: true }), seat, ended };
}

function SeatedLesson({ lesson, seat, ended, onBack }: { lesson: Page; seat: Seat; ended: Store<boolean>; onBack: (() => void) | null }) {
  if (useStore(ended))
    return (
      <SeatCard title={t('seats.page.endedTitle')}>
        <Text role="alert">{t(onBack ? 'seats.page.ended' : 'rehearsal.phoneEnded')}</Text>
        {onBack && (
          <Button variant="filled" size="l" wide onClick={onBack}>
            {t('seats.page.back')}
          </Button>
        )}
      </SeatCard>
    );
  return (
    <Broken outbox={lesson.outbox}>
      <SeatRequest assessmentId={seat.assessment_id} asked={lesson.seatAsked} />
      <App page={lesson} />
    </Broken>
  );
}
