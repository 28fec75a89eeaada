import type { RehearsalView } from '@classwright/contract/lesson/rehearsals/calls';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { t } from '../../../base/t.ts';
import { Button, buttonClasses } from '../../../ui/plain/Button.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import { RemoveRehearsal } from './RemoveRehearsal.tsx';

/** Leads back to each of the person's rehearsals, or removes it. */
export function OwnRehearsals({ rehearsals }: { rehearsals: readonly RehearsalView[] }) {
  const [removes, setRemoves] = useState<number | null>(null);
  return (
    <>
      {rehearsals.map(({ assessment_id, title, state }) => (
        <Panel
          key={assessment_id}
          title={t(`rehearsal.named.${state}`, { title })}
          side={
            <Row gap={8} wrap>
              <Link to="/teacher-live-learning" search={{ assessment_id }} className={buttonClasses({ size: 's' })}>
                {t('rehearsal.return')}
              </Link>
              <Button size="s" variant="danger" onClick={() => setRemoves(assessment_id)}>
                {t('rehearsal.remove')}
              </Button>
            </Row>
          }
        >
          {null}
        </Panel>
      ))}
      {removes !== null && <RemoveRehearsal assessmentId={removes} onClose={() => setRemoves(null)} />}
    </>
  );
}
