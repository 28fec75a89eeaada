import { channels, type MessageKey, type Translate } from '@classwright/contract';
import type { Realtime } from '../../../platform/live/index.ts';
import type { AccountsDependencies } from './dependencies.ts';

/** Notifies the devices of ended tokens that another one signed in, then closes their sockets. */
export function createNewDeviceNotice({
  t,
  realtime,
}: {
  t: Translate<MessageKey>;
  realtime: Pick<Realtime, 'publish' | 'endToken'>;
}): AccountsDependencies['onNewDevice'] {
  return (accountId, ended) => {
    for (const { tokenId, fingerprint } of ended) {
      realtime.publish(channels.account(accountId), 'new-device-login', { token_fingerprint: fingerprint, message: t('auth.newDevice') });
      realtime.endToken(tokenId);
    }
  };
}
