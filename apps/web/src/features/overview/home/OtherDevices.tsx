import type { authSessionEnd, OwnSessionView } from '@classwright/contract/people/sign-in/calls';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { dayOf, momentOf, timeOf } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { keep, readKeptJson } from '../../../base/storage.ts';
import { t } from '../../../base/t.ts';
import { useOwnSessions } from '../../../base/use-own-sessions.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconInfoCircle } from '../../../ui/plain/icons.ts';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';

/** The sign-ins that were dismissed on this device, by account. */
const KEY = 'cw.devices.known';
type Known = Record<string, readonly number[]>;

/** Shows staff who are signed in on other devices as well the newest of them, until it is dismissed. Shows nothing when there are none. */
export function OtherDevices() {
  const { account_id } = useUser();
  const navigate = useNavigate();
  const [known, setKnown] = useState(() => readKeptJson<Known>('device', KEY)?.[account_id] ?? []);
  const [isEnding, setEnding] = useState(false);
  const sessions = useOwnSessions().data?.sessions ?? [];
  const others = sessions.filter(({ id, is_current, is_wall }) => !is_current && !is_wall && !known.includes(id)).toSorted((a, b) => b.id - a.id);
  const [newest, ...more] = others;
  if (!newest) return null;
  const dismiss = (): void => {
    const ids = sessions.map(({ id }) => id);
    keep('device', KEY, JSON.stringify({ ...readKeptJson<Known>('device', KEY), [account_id]: ids }));
    setKnown(ids);
  };
  const end = async (): Promise<void> => {
    setEnding(true);
    try {
      await api<typeof authSessionEnd>('DELETE', '/auth/sessions/:id', { params: { id: newest.id } });
    } catch (failure) {
      // one that has ended in the meantime is what was wanted
      if (!isApiError(failure, 'NOT_FOUND')) {
        setEnding(false);
        return showSnack(errorText(failure), { color: 'red' });
      }
    }
    showSnack(t('devices.notMe.done'));
    await navigate({ to: '/profile' });
  };
  return (
    <Notice hue="blue" icon={IconInfoCircle}>
      <p>{more.length > 0 ? t('devices.alsoOnMore', { ...wordsOf(newest), count: more.length }) : t('devices.alsoOn', wordsOf(newest))}</p>
      <Row gap={8} wrap>
        {more.length === 0 && (
          <Button size="s" variant="danger" pending={isEnding} onClick={() => void end()}>
            {t('devices.notMe')}
          </Button>
        )}
        <AppLink to="/profile">{t('devices.see')}</AppLink>
        <Button size="s" variant="subtle" onClick={dismiss}>
          {t('devices.dismiss')}
        </Button>
      </Row>
    </Notice>
  );
}

/** Returns the words for a device and its sign-in: only the time for today, otherwise with the day. */
function wordsOf({ browser, system, signed_in_at }: OwnSessionView): { device: string; time: string } {
  return {
    device: browser !== null && system !== null ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('devices.another')),
    time: dayOf(signed_in_at) === dayOf(new Date()) ? timeOf(signed_in_at) : momentOf(signed_in_at),
  };
}
