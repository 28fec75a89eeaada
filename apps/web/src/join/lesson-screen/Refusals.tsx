import type { Form } from '@classwright/contract/lesson/live/forms';
import { Button } from '../../ui/plain/Button.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { isSettled, questionOf } from '../lesson/model.ts';
import { ownAnswerOf } from '../lesson/view.ts';
import type { ReactNode } from 'react';
import type { OutboxItem } from '../../lesson/outbox/index.ts';
import { t } from '../t.ts';
import { formName } from '../../lesson/form-name.ts';
import styles from './Refusals.module.css';
import { Said } from './Said.tsx';
import { useItems, useLesson, useModel, useOwnAnswer, usePhase } from './use-lesson.ts';

/** The server has it, after the end of its form: outside the figures, and not lost. */
const isLate = (item: OutboxItem): boolean => item.refusal?.code === 'PHASE_CLOSED';

const titleOf = (item: OutboxItem): string =>
  t(isLate(item) ? (item.kind === 'draft' ? 'join.lateDraftTitle' : 'join.lateTitle') : 'join.refusedTitle', { form: formName(item.form) });

/**
 * What the server refused for good in this run and the screen does not show anyway: kept with its words until it is put
 * away. And what came too late: outside the figures, for the student and the teacher to see, beside what counts instead;
 * one line of it as soon as another form is open, which needs the screen for its question.
 */
export function Refusals() {
  const { outbox } = useLesson();
  const model = useModel();
  const current = usePhase()?.form;
  const shown = useOwnAnswer(current)?.refusal;
  const refused = useItems().filter((item) => item.refusal && item.session_id === model.known?.epoch && item.refusal !== shown);
  const late = model.late.filter((answer) => !refused.some((item) => item.form === answer.form));
  if (refused.length === 0 && late.length === 0) return null;
  return (
    <div className={styles.place}>
      {refused.map((item) => (
        <Notice key={item.key} {...(isLate(item) && { hue: 'amber' })}>
          <Foldable title={<b>{titleOf(item)}</b>} isFolded={isLate(item) && item.form !== current}>
            <p>{item.refusal?.message}</p>
            <Said question={questionOf(model, item.form)} response_id={item.response_id} comment={item.comment} />
            {isLate(item) && <WhatCounts form={item.form} />}
            <Button size="l" className={styles.away} onClick={() => void outbox.putAway(item.key)}>
              {t('join.putAway')}
            </Button>
          </Foldable>
        </Notice>
      ))}
      {late.map((answer, index) => (
        <Notice key={index} hue="amber">
          <Foldable
            title={t(answer.kind === 'draft' ? 'join.lateDraft' : 'join.lateAnswer', { form: formName(answer.form) })}
            isFolded={answer.form !== current}
          >
            <Said question={questionOf(model, answer.form)} {...answer} />
            <WhatCounts form={answer.form} />
          </Foldable>
        </Notice>
      ))}
    </div>
  );
}

/** Shows a notice whole, or its title alone with the rest behind it. */
function Foldable({ title, isFolded, children }: { title: ReactNode; isFolded: boolean; children: ReactNode }) {
  if (!isFolded)
    return (
      <>
        <p>{title}</p>
        {children}
      </>
    );
  return (
    <details>
      <summary className={styles.title}>{title}</summary>
      {children}
    </details>
  );
}

/** What is in the figures of a form in the place of what came too late; nothing as long as it is not known. */
function WhatCounts({ form }: { form: Form }) {
  const model = useModel();
  // the server's word alone: what is on this device is what came too late
  const filed = ownAnswerOf(model, [], form);
  if (!isSettled(model, form)) return null;
  if (!filed) return <p className={styles.counts}>{t('join.countsNothing')}</p>;
  return (
    <div className={styles.counts}>
      <p>{t(filed.filedByServer ? 'join.countsDraft' : 'join.countsAnswer')}</p>
      <Said question={questionOf(model, form)} {...filed} />
    </div>
  );
}
