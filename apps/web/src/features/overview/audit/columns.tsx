import { momentWithSecondsIn } from '../../../base/special-dates.ts';
import type { AuditEntryView } from '@classwright/contract/overview/audit/calls';
import { useState } from 'react';
import type { AuditSearch } from './search.ts';
import { type Column, CellOverlay } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { Box, Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { IconHistory } from '../../../ui/feature-icons/icons.ts';
import { t } from '../../../base/t.ts';
import styles from './audit.module.css';
import { type ReadableChange, toReadableChanges } from './changes.ts';

const AllChanges = lazyScreen(() => import('./AllChanges.tsx'), 'AllChanges', null);

/** The number of changes shown in the row. The others open in a dialog. */
const SHOWN = 4;
const SHOWN_IN_SCROLL = 1;

interface ColumnOptions {
  timeZone: string;
  /** Filters by the same record, or by a batch. */
  narrow: (by: AuditSearch) => void;
  isBatchOpen: boolean;
  /** True when rows have one height: changes that do not fit open in a dialog. */
  isInScroll: boolean;
}

/** Returns the trail's columns. */
export function auditColumns({ timeZone, narrow, isBatchOpen, isInScroll }: ColumnOptions): Column<AuditEntryView>[] {
  return [
    { key: 'at', header: t('audit.when'), nowrap: true, width: 250, cell: ({ at }) => <When at={at} timeZone={timeZone} /> },
    {
      key: 'who',
      header: t('audit.who'),
      width: 190,
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
      width: 380,
      cell: ({ sentence, subject_label, subject_name, subject_id, subject_type, batch_size, request_id }) => (
        <Row as="span" inline gap={6}>
          <span className={`${styles.stack} ${styles.said}`} dir="auto">
            {sentence}
            {batch_size !== null && batch_size > 1 && request_id !== null && !isBatchOpen && (
              <Button variant="subtle" onClick={() => narrow({ batch: request_id })}>
                {t('audit.openBatch', { count: batch_size })}
              </Button>
            )}
          </span>
          {subject_id !== null && (
            <Button
              size="s"
              variant="subtle"
              icon={IconHistory}
              aria-label={t('audit.history', { name: subject_name ?? `${subject_label} ${subject_id}` })}
              onClick={() => narrow({ subject_type, subject_id })}
            >
              {t('audit.onlyThis')}
            </Button>
          )}
        </Row>
      ),
    },
    {
      key: 'changes',
      header: t('audit.changes'),
      width: 360,
      card: 'bare',
      cell: (entry) => (isInScroll ? <FirstChanges entry={entry} /> : <Changes entry={entry} />),
    },
  ];
}

const When = ({ at, timeZone }: { at: string; timeZone: string }) => (
  <time className={styles.at} dateTime={at}>
    {momentWithSecondsIn(at, timeZone)}
  </time>
);

function Lines({ of }: { of: readonly ReadableChange[] }) {
  return (
    <Box as="dl" size={13} className={styles.changes}>
      {of.map(({ label, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </Box>
  );
}

function Changes({ entry }: { entry: AuditEntryView }) {
  const changes = toReadableChanges(entry);
  if (changes.length === 0) return null;
  return (
    <>
      <Lines of={changes.slice(0, SHOWN)} />
      {changes.length > SHOWN && (
        <details className={styles.more}>
          <summary>{t('audit.more', { count: changes.length - SHOWN })}</summary>
          <Lines of={changes.slice(SHOWN)} />
        </details>
      )}
    </>
  );
}

/** Shows as many changes as a row of one height can contain. */
function FirstChanges({ entry }: { entry: AuditEntryView }) {
  const [isOpen, setOpen] = useState(false);
  const changes = toReadableChanges(entry);
  if (changes.length === 0) return null;
  return (
    <Grid as="span" items="start" className={styles.first}>
      <Lines of={changes.slice(0, SHOWN_IN_SCROLL)} />
      <Button size="s" variant="link" onClick={() => setOpen(true)}>
        {t('audit.allChanges', { count: changes.length })}
      </Button>
      <CellOverlay>
        {isOpen && (
          <AllChanges sentence={entry.sentence} onClose={() => setOpen(false)}>
            <Lines of={changes} />
          </AllChanges>
        )}
      </CellOverlay>
    </Grid>
  );
}
