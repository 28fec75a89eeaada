import type { MailWay, NotificationKind } from '@classwright/contract/school/notifications/kinds';
import type { NotificationPreferences, notificationPreferences, notificationPreferencesUpdate } from '@classwright/contract/school/notifications/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../base/api.ts';

const KEY = ['notifications', 'preferences'];

/**
 * Loads and changes the settings for notifications by email. Each choice is saved right away. `choose` resolves with
 * the server's message.
 */
export function useMailPreferences() {
  const queries = useQueryClient();
  const loaded = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api<typeof notificationPreferences>('GET', '/notifications/preferences', { signal }),
  });
  const choose = async (kind: NotificationKind, mail: MailWay | null): Promise<string> => {
    const answer = await api<typeof notificationPreferencesUpdate>('PUT', '/notifications/preferences', { body: { preferences: [{ kind, mail }] } });
    queries.setQueryData<NotificationPreferences>(KEY, answer);
    return answer.message;
  };
  return { loaded, choose };
}
