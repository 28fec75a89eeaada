import type { Form } from '@classwright/contract/lesson/live/forms';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { listExplained } from '@classwright/rules/live/wall';
import { isEmptyDocument } from '@classwright/rules/rich-text/read';
import { useState } from 'react';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconChevronLeft, IconChevronRight, IconCircleCheckFilled } from '../../../../ui/plain/icons.ts';
import { Letter } from '../../../../ui/plain/Letter.tsx';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { placed } from '../../../../lesson/moves/choices.ts';
import { t } from '../../../../base/t.ts';
import { useLessonKeys } from '../use-lesson-keys.ts';
import { useLive, usePreferences } from '../use-live.ts';
import styles from './Turn.module.css';

/** Explains the responses one after the other, the right one first; the walls follow. */
export function Explain({ form, question }: { form: Form; question: StaffQuestionView }) {
  const { actions } = useLive();
  const { usesKeys } = usePreferences();
  const [step, setStep] = useState(0);
  const responses = listExplained(placed(question.responses));
  const shown = responses[step];
  const onTurn = (way: 'back' | 'forth') => {
    const next = Math.min(responses.length - 1, Math.max(0, step + (way === 'forth' ? 1 : -1)));
    if (next === step) return;
    setStep(next);
    void actions.showOnWall('explain', form, next);
  };
  useLessonKeys({ onTurn }, usesKeys);
  if (!shown) return null;
  return (
    <Stack as="section" gap={4} className={styles.explain} aria-label={t('teach.explain')}>
      <Row gap={6} justify="between">
        <Text as="h3" size={13} weight={650}>
          {t(shown.is_valid ? 'teach.wall.whyRight' : 'teach.explain')}
        </Text>
        <Row as="span" gap={2} size={12} tone="dimmed" numbers nowrap>
          <IconButton icon={IconChevronLeft} iconSize={16} label={t('teach.explain.back')} disabled={step === 0} onClick={() => onTurn('back')} />
          {t('teach.explain.place', { at: step + 1, of: responses.length })}
          <IconButton
            icon={IconChevronRight}
            iconSize={16}
            label={t('teach.explain.forth')}
            disabled={step === responses.length - 1}
            onClick={() => onTurn('forth')}
          />
        </Row>
      </Row>
      <div aria-live="polite" className={styles.explained} tabIndex={0} role="group" aria-label={t('teach.explain')}>
        <Row gap={8} align="start" size={13} leading={1.4}>
          <Letter letter={shown.letter} size="s" />
          <Text as="span" grow shrinks weight={600}>
            <MathText text={shown.response} />
          </Text>
          {shown.is_valid && (
            <Row as="span" inline gap={4} size={13} weight={600} className={styles.right}>
              <IconCircleCheckFilled size={16} />
              {t('teach.correct')}
            </Row>
          )}
        </Row>
        {!isEmptyDocument(shown.description) ? (
          <RichTextView document={shown.description} className={styles.reasoning} />
        ) : (
          <Text size={13} tone="dimmed" className={styles.reasoning}>
            {t('teach.explain.none')}
          </Text>
        )}
      </div>
    </Stack>
  );
}
