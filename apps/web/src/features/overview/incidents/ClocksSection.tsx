import type { IncidentView } from '@classwright/contract/overview/incidents/calls';
import { useState } from 'react';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import styles from './incidents.module.css';
import { clockNames, leftWords, momentWords } from './words.ts';

type Clock = 'authority' | 'families';

/** Shows until when the authority and the families are due a letter, and marks them as done. */
export function ClocksSection({ incident, isOpen, onSaved }: { incident: IncidentView; isOpen: boolean; onSaved: () => void }) {
  const [marking, setMarking] = useState<Clock | null>(null);
  const clocks = [
    { kind: 'authority', due: incident.authority_due_at, done: incident.authority_done_at, why: t('incidents.clock.authorityWhy') },
    { kind: 'families', due: incident.families_due_at, done: incident.families_done_at, why: t('incidents.clock.familiesWhy') },
  ] as const;
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="clocks-title">
      <h2 id="clocks-title">{t('incidents.clocks')}</h2>
      <Grid wide gap={16} align="start" className={styles.clocks}>
        {clocks.map(({ kind, due, done, why }) => (
          <Stack key={kind} gap={6} align="start" shrinks>
            <b>{t(clockNames[kind])}</b>
            <span>
              {done === null
                ? `${t('incidents.clock.due', { date: momentWords(due, incident.time_zone) })}. ${leftWords(due, Date.now())}.`
                : t('incidents.clock.done', { date: momentWords(done, incident.time_zone) })}
            </span>
            <Text as="span" size={14} tone="dimmed">
              {why}
            </Text>
            {isOpen && done === null && (
              <Button variant="light" aria-label={t('incidents.clock.markNamed', { name: t(clockNames[kind]) })} onClick={() => setMarking(kind)}>
                {t('incidents.clock.mark')}
              </Button>
            )}
          </Stack>
        ))}
      </Grid>
      {marking !== null && <NoteDialog id={incident.id} kind={marking} onSaved={onSaved} onClose={() => setMarking(null)} />}
    </Grid>
  );
}
