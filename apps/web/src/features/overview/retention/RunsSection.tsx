import type { RetentionRun } from '@classwright/contract/overview/retention/calls';
import { dayOn } from '../../../base/dates.ts';
import { numberText } from '../../../base/number-text.ts';
import { t } from '../../../base/t.ts';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './retention.module.css';
import {} from './words.ts';

type DataClass = keyof RetentionRun['counts'];

/** Shows what the job ended in the past nights, and the day of the first one while it is still to come. */
export function RunsSection({ runs, beginsOn }: { runs: readonly RetentionRun[]; beginsOn: string | null }) {
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="runs-title">
      <h2 id="runs-title">{t('retention.runs.title')}</h2>
      {runs.length === 0 ? (
        <Text tone="dimmed">{beginsOn === null ? t('retention.runs.none') : t('retention.runs.begins', { date: dayOn(beginsOn) })}</Text>
      ) : (
        <Grid as="ul" wide className={styles.rows}>
          {runs.map((run) => (
            <li key={run.id}>
              <b>{dayOn(run.day)}</b>
              {saysOf(run).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </li>
          ))}
        </Grid>
      )}
    </Grid>
  );
}

function saysOf({ counts, people, is_done, is_full }: RetentionRun): string[] {
  const lines = Object.entries(counts).flatMap(([of, { deleted = 0, emptied = 0 }]) => {
    const named = t(`erasure.class.${of as DataClass}`);
    return [
      ...(deleted > 0 ? [t('retention.runs.deleted', { class: named, count: numberText(deleted) })] : []),
      ...(emptied > 0 ? [t('retention.runs.emptied', { class: named, count: numberText(emptied) })] : []),
    ];
  });
  if (people > 0) lines.push(t('retention.runs.people', { count: people }));
  if (lines.length === 0 && is_done) lines.push(t('retention.runs.nothing'));
  if (is_full) lines.push(t('retention.runs.full'));
  if (!is_done) lines.push(t('retention.runs.unfinished'));
  return lines;
}
