import type { authFactor, FactorNeeded } from '@classwright/contract/people/sign-in/factors';
import { useEffect, useRef } from 'react';
import { api } from '../../../base/api.ts';
import { deviceId, keepDeviceId } from '../../../base/device.ts';
import { signIn } from '../../../base/session.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Stack } from '../../../ui/plain/layout/layout.tsx';
import { FactorFields, type Shown } from './FactorFields.tsx';

/** The second step of a sign-in. `email`: the address typed in the first one. */
export function FactorStep({
  needed,
  email,
  remember,
  onDone,
  onStartOver,
}: {
  needed: FactorNeeded;
  email: string;
  remember: boolean;
  onDone?: () => void;
  onStartOver: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!document.activeElement || document.activeElement === document.body) heading.current?.focus();
  }, []);
  const submit = async (shown: Shown) => {
    const device = deviceId(email);
    const { user, api_token } = await api<typeof authFactor>('POST', '/auth/factor', { body: { ticket: needed.ticket, ...shown, device }, token: null });
    keepDeviceId(user.email, device);
    signIn(api_token, user, { remember });
    onDone?.();
  };
  return (
    <Stack gap={16} above={16}>
      <h2 ref={heading} tabIndex={-1}>
        {t('factors.step')}
      </h2>
      <FactorFields needed={needed} submit={submit} title={t('factors.step')} />
      <Button variant="subtle" size="l" wide onClick={onStartOver}>
        {t('factors.startOver')}
      </Button>
    </Stack>
  );
}
