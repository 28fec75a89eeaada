import { MAIL_WAYS, type MailWay, type NotificationKind } from '@classwright/contract/school/notifications/kinds';
import type { NotificationPreferences } from '@classwright/contract/school/notifications/calls';
import { useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import styles from './MailPreferences.module.css';
import { t } from '../../../base/t.ts';
import { useMailPreferences } from './use-mail-preferences.ts';

/**
 * Settings for notifications by email and their timing. Each choice is saved right away. Only for schools whose server
 * sends mail.
 */
export function MailPreferences() {
  const [saving, setSaving] = useState<NotificationKind | null>(null);
  const { loaded, choose: send } = useMailPreferences();
  const choose = async (kind: NotificationKind, mail: MailWay | null): Promise<string> => {
    setSaving(kind);
    try {
      return await send(kind, mail);
    } finally {
      setSaving(null);
    }
  };
  const change = async ({ kind, mail, is_usual }: NotificationPreferences['preferences'][number], to: MailWay) => {
    try {
      showSnack(await choose(kind, to), { undo: () => choose(kind, is_usual ? null : mail) });
    } catch (error) {
      showSnack(errorText(error), { color: 'red' });
    }
  };
  const { data } = loaded;
  return (
    <section className={styles.card} aria-labelledby="notification-mail">
      <h2 id="notification-mail">{t('notificationMail.title')}</h2>
      {data ? (
        <>
          <p className={styles.hint}>{t('notificationMail.hint')}</p>
          <ul className={styles.kinds}>
            {data.preferences.map((one) => (
              <li key={one.kind}>
                <label htmlFor={`mail-${one.kind}`}>{t(`notificationMail.kind.${one.kind}`)}</label>
                <select
                  id={`mail-${one.kind}`}
                  value={one.mail}
                  aria-busy={saving === one.kind}
                  onChange={({ target }) => void change(one, MAIL_WAYS.find((way) => way === target.value) ?? one.mail)}
                >
                  {MAIL_WAYS.map((way) => (
                    <option key={way} value={way}>
                      {t(`notificationMail.${way}`)}
                    </option>
                  ))}
                </select>
              </li>
            ))}
          </ul>
        </>
      ) : loaded.error ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : (
        <SkeletonText lines={5} />
      )}
    </section>
  );
}
