import type { Form } from '@classwright/contract/lesson/live/forms';
import { Button } from '../../ui/plain/Button.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { Box, Stack } from '../../ui/plain/layout/layout.tsx';
import { isSettled, questionOf } from '../lesson/model.ts';
import { ownAnswerOf } from '../lesson/view.ts';
import type { OutboxItem } from '../../lesson/outbox/index.ts';
import { t } from '../../base/t.ts';
import { formName } from '../../lesson/form-name.ts';
import { Foldable } from './Foldable.tsx';
import styles from './Refusals.module.css';
import { SubmittedAnswer } from './SubmittedAnswer.tsx';
import { useItems, useLesson, useModel, useOwnAnswer, usePhase } from './use-lesson.ts';

/** Checks whether the server received it after the end of its form. It does not count, but is not lost. */
const isLate = (item: OutboxItem): boolean => item.refusal?.code === 'PHASE_CLOSED';

const titleOf = (item: OutboxItem): string =>
  t(isLate(item) ? (item.kind === 'draft' ? 'join.lateDraftTitle' : 'join.lateTitle') : 'join.refusedTitle', { form: formName(item.form) });

/**
 * Shows what the server refused for good in this run and the screen does not show anyway. The text is kept until it is
 * dismissed. It also shows late answers, which do not count but are visible to the student and the teacher, next to
 * what counts instead. As soon as another form is open, they shrink to one line to leave room for its question.
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
    <Stack gap={8} wide className={styles.place}>
      {refused.map((item) => (
        <Notice key={item.key} {...(isLate(item) && { hue: 'amber' })}>
          <Foldable title={<b>{titleOf(item)}</b>} isFolded={item.form !== current}>
            <p>{item.refusal?.message}</p>
            <SubmittedAnswer question={questionOf(model, item.form)} response_id={item.response_id} comment={item.comment} />
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
            <SubmittedAnswer question={questionOf(model, answer.form)} {...answer} />
            <WhatCounts form={answer.form} />
          </Foldable>
        </Notice>
      ))}
    </Stack>
  );
}

/** Shows what counts for a form instead of a late answer. Shows nothing while it is unknown. */
function WhatCounts({ form }: { form: Form }) {
  const model = useModel();
  // Only the server's state matters: the answer on this device is the one that came too late.
  const filed = ownAnswerOf(model, [], form);
  if (!isSettled(model, form)) return null;
  if (!filed)
    return (
      <Box as="p" weight={400} above={8}>
        {t('join.countsNothing')}
      </Box>
    );
  return (
    <Box weight={400} above={8}>
      <p>{t(filed.filedByServer ? 'join.countsDraft' : 'join.countsAnswer')}</p>
      <SubmittedAnswer question={questionOf(model, form)} {...filed} />
    </Box>
  );
}
