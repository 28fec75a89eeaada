import { notificationText } from '@classwright/contract/school/notifications/text';
import type { NotificationView } from '@classwright/contract/school/notifications/calls';
import { useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { isOtherEntry } from '../../../base/addresses.ts';
import { momentOf } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconCheck, IconCircle } from '../../../ui/plain/icons.ts';
import styles from './Line.module.css';
import { t } from '../../../base/t.ts';
import { readOne, unreadOne } from './use-notifications.ts';

/** Lists notifications, newest first. */
export function Lines({ rows, onOpen }: { rows: readonly NotificationView[]; onOpen?: () => void }) {
  return (
    <ul className={styles.list} aria-label={t('bell.forYou')}>
      {rows.map((row) => (
        <Line key={row.id} row={row} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Line({ row, onOpen }: { row: NotificationView; onOpen: (() => void) | undefined }) {
  const { history } = useRouter();
  const isUnread = row.read_at === null;
  const open = (event: MouseEvent) => {
    void readOne(row);
    if (event.ctrlKey || event.metaKey || event.shiftKey || isOtherEntry(row.path)) return;
    event.preventDefault();
    onOpen?.();
    history.push(row.path);
  };
  return (
    <li className={styles.line} data-unread={isUnread || undefined}>
      <a href={row.path} onClick={open}>
        <span className={styles.text} dir="auto">
          {isUnread && <span className="visually-hidden">{`${t('bell.isUnread')}: `}</span>}
          {notificationText(t, row)}
        </span>
        <span className={styles.about}>{inOneLine([row.params['class'], row.params['actor'], momentOf(row.created_at)])}</span>
      </a>
      <IconButton
        size="s"
        icon={isUnread ? IconCheck : IconCircle}
        label={t(isUnread ? 'bell.markRead' : 'bell.markUnread')}
        onClick={() => void (isUnread ? readOne(row) : unreadOne(row))}
      />
    </li>
  );
}
