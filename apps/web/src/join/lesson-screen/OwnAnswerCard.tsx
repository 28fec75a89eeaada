import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import type { ReactNode } from 'react';
import { Card } from '../../ui/plain/Card.tsx';
import { classes } from '../../ui/plain/classes.ts';
import type { Hue } from '../../base/hue.ts';
import { hueClass } from '../../ui/plain/hues.ts';
import type { IconComponent } from '../../ui/plain/icon.tsx';
import { IconAlertTriangle, IconCircleCheck, IconDeviceMobileCheck } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { Box, Row, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import type { OwnAnswer } from '../lesson/view.ts';
import type { DraftItem } from '../../lesson/outbox/index.ts';
import { t } from '../../base/t.ts';
import { timeOf } from '../../base/dates.ts';
import { inOrder } from './Choices.tsx';
import { Correctness } from './Correctness.tsx';
import styles from './OwnAnswerCard.module.css';
import { Words } from '../../lesson/Words.tsx';

const standings: Record<OwnAnswer['standing'], { hue: Hue; icon: IconComponent; word: 'join.sent' | 'join.onThisDevice' | 'join.refused' }> = {
  sent: { hue: 'green', icon: IconCircleCheck, word: 'join.sent' },
  waiting: { hue: 'amber', icon: IconDeviceMobileCheck, word: 'join.onThisDevice' },
  refused: { hue: 'red', icon: IconAlertTriangle, word: 'join.refused' },
};

export interface OwnAnswerCardProps {
  own: OwnAnswer | null;
  question: RevealedQuestionView | null;
  /** The likes and comments of the post, once it is visible. */
  thread?: ReactNode;
  children?: ReactNode;
}

/** Shows the student's own answer and its state: sent, on this device, or refused with the reason. */
export function OwnAnswerCard({ own, question, thread, children }: OwnAnswerCardProps) {
  const responses = question ? inOrder(question.responses) : [];
  const at = responses.findIndex(({ id }) => id === own?.response_id);
  const { hue, icon: Icon, word } = standings[own?.standing ?? 'sent'];
  return (
    <Card className={styles.card} aria-label={t('join.answer')}>
      <Row gap={8}>
        <Letter letter={at >= 0 ? letterAt(at) : '–'} size="l" look={at >= 0 ? 'selected' : 'none'} />
        <Box grow shrinks>
          <Text as="h2" size={16} weight={600} leading={1.4} breaks className={styles.response} tabIndex={-1} data-own-answer>
            {own ? <MathText text={responses[at]?.response ?? own.response ?? t('join.noChoice')} /> : t('join.noAnswer')}
          </Text>
          {own && (
            <Text size={13} tone="dimmed" numbers className={styles.when}>
              {own.filedByServer
                ? t('join.yourAnswerFiled')
                : t(own.standing === 'sent' ? 'join.yourAnswer' : 'join.yourAnswerWritten', { time: timeOf(own.atMs) })}
            </Text>
          )}
        </Box>
        {own && (
          <Row as="span" inline gap={6} size={14} weight={600} fixed className={classes(styles.standing, hueClass(hue))} role="status">
            <Icon size={19} stroke={2} />
            {t(word)}
          </Row>
        )}
      </Row>
      {own?.refusal && (
        <Text weight={500} leading={1.4} tone="error" above={8} role="alert">
          {own.refusal.message}
        </Text>
      )}
      {own?.isCorrect != null && (
        <Text above={8}>
          <Correctness correct={own.isCorrect} />
        </Text>
      )}
      {own && <Words comment={own.comment} className={styles.comment} />}
      {own?.isCensored && (
        <Text size={13} tone="dimmed" numbers className={styles.when}>
          {t('join.censored')}
        </Text>
      )}
      {thread}
      {children}
    </Card>
  );
}

/** Shows the draft of a closed form while it is unknown what was filed from it. */
export function UnfiledAnswerCard({ draft, question, children }: { draft: DraftItem | null; question: RevealedQuestionView | null; children?: ReactNode }) {
  const responses = question ? inOrder(question.responses) : [];
  const at = responses.findIndex(({ id }) => id === draft?.response_id);
  return (
    <Card className={styles.card} aria-label={t('join.answer')} aria-busy>
      {draft ? (
        <>
          <Row gap={8}>
            <Letter letter={at >= 0 ? letterAt(at) : '–'} size="l" look={at >= 0 ? 'selected' : 'none'} />
            <Box grow shrinks>
              <Text as="h2" size={16} weight={600} leading={1.4} breaks className={styles.response} tabIndex={-1} data-own-answer>
                <MathText text={responses[at]?.response ?? t('join.noChoice')} />
              </Text>
              <Text size={13} tone="dimmed" numbers className={styles.when}>
                {t('join.beingFiled')}
              </Text>
            </Box>
          </Row>
          <Words comment={draft.comment} className={styles.comment} />
        </>
      ) : (
        <SkeletonText lines={2} />
      )}
      {children}
    </Card>
  );
}
