import type { authChangeDismiss, authChangeRefuse } from '@classwright/contract/people/sign-in/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { momentOf } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { OWN_SESSIONS, useOwnSessions } from '../../../base/use-own-sessions.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconInfoCircle } from '../../../ui/plain/icons.ts';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';

/**
 * Shows changes of the ways into one's account that were not made at this device, until they are dismissed. *That was not
 * me* ends everything that somebody else may have begun. Shows nothing when there are none.
 */
export function AccountChanges() {
  const changes = useOwnSessions().data?.changes ?? [];
  const client = useQueryClient();
  const navigate = useNavigate();
  const [pressed, setPressed] = useState<'me' | 'notMe' | null>(null);
  const [newest] = changes;
  if (!newest) return null;
  const dismiss = () => api<typeof authChangeDismiss>('DELETE', '/auth/changes/:id', { params: { id: newest.id } });
  const refuse = async () => {
    showSnack((await api<typeof authChangeRefuse>('POST', '/auth/changes/refuse')).message);
    await navigate({ to: '/profile' });
  };
  const press = async (which: 'me' | 'notMe'): Promise<void> => {
    setPressed(which);
    try {
      await (which === 'me' ? dismiss() : refuse());
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    }
    await client.invalidateQueries({ queryKey: OWN_SESSIONS });
    setPressed(null);
  };
  return (
    <Notice hue="amber" icon={IconInfoCircle}>
      <ul>
        {changes.map(({ id, what, made_at }) => (
          <li key={id}>{t('changes.line', { what: t(`changes.what.${what}`), time: momentOf(made_at) })}</li>
        ))}
      </ul>
      <p>{t('changes.about')}</p>
      <Row gap={8} wrap>
        <Button size="s" variant="danger" pending={pressed === 'notMe'} onClick={() => void press('notMe')}>
          {t('devices.notMe')}
        </Button>
        <Button size="s" variant="subtle" pending={pressed === 'me'} onClick={() => void press('me')}>
          {t('devices.dismiss')}
        </Button>
      </Row>
    </Notice>
  );
}
