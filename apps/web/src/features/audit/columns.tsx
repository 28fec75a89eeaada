import type { AuditEntryView } from '@classwright/contract/audit';
import type { AuditSearch } from './search.ts';
import type { Column } from '../../ui/data-table/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconHistory } from '../../ui/plain/icons.ts';
import { t } from './t.ts';
import styles from './audit.module.css';
import { toReadableChanges } from './changes.ts';

/** Changes that stand in the row; the others open. */
const SHOWN = 4;

/** The trail's columns. `narrow` leads to what else happened to the same record, and into a batch. */
export function auditColumns(timeZone: string, narrow: (by: AuditSearch) => void, batchOpen: boolean): Column<AuditEntryView>[] {
  return [
    { key: 'at', header: t('audit.when'), nowrap: true, cell: ({ at }) => <time dateTime={at}>{inZone(at, timeZone)}</time> },
    {
      key: 'who',
      header: t('audit.who'),
      cell: ({ account_name, email }) => (
        <span className={styles.stack}>
          {account_name ?? t('audit.server')}
          {email && <small>{email}</small>}
        </span>
      ),
    },
    {
      key: 'said',
      header: t('audit.said'),
      cell: ({ sentence, subject_label, subject_name, subject_id, subject_type, batch_size, request_id }) => (
        <span className={styles.subject}>
          <span className={`${styles.stack} ${styles.said}`} dir="auto">
            {sentence}
            {batch_size !== null && batch_size > 1 && request_id !== null && !batchOpen && (
              <Button variant="subtle" onClick={() => narrow({ batch: request_id })}>
                {t('audit.openBatch', { count: batch_size })}
              </Button>
            )}
          </span>
          {subject_id !== null && (
            <IconButton
              size="s"
              icon={IconHistory}
              label={t('audit.history', { name: subject_name ?? `${subject_label} ${subject_id}` })}
              onClick={() => narrow({ subject_type, subject_id })}
            />
          )}
        </span>
      ),
    },
    { key: 'changes', header: t('audit.changes'), card: 'bare', cell: (entry) => <Changes entry={entry} /> },
  ];
}

function Changes({ entry }: { entry: AuditEntryView }) {
  const changes = toReadableChanges(entry);
  if (changes.length === 0) return null;
  const lines = changes.map(({ label, words }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{words}</dd>
    </div>
  ));
  return (
    <>
      <dl className={styles.changes}>{lines.slice(0, SHOWN)}</dl>
      {lines.length > SHOWN && (
        <details className={styles.more}>
          <summary>{t('audit.more', { count: lines.length - SHOWN })}</summary>
          <dl className={styles.changes}>{lines.slice(SHOWN)}</dl>
        </details>
      )}
    </>
  );
}

/** "Mon, Jan 1, 2024, 10:15:07 AM" in the zone whose days the trail is searched by. */
function inZone(at: string, timeZone: string): string {
  const options = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(new Date(at));
}
