import { FORM_KEYS, FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { liveFeed } from '@classwright/contract/lesson/live/calls';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { teacherFeed } from '../../../base/addresses.ts';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { IconCircleCheckFilled } from '../../../ui/plain/icons.ts';
import { Letter } from '../../../ui/plain/Letter.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PhaseChip } from '../../../ui/plain/PhaseChip.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { type Choice, choicesOf } from '../../moves/choices.ts';
import { Words } from '../../Words.tsx';
import { isAsked, questionOf, reportOf, type Snapshot } from './model.ts';
import { listReasons, type Reason } from './reasons.ts';
import styles from './snapshot.module.css';

/** Shows the reasons that students wrote, behind each response. They are loaded when somebody opens the first one. */
export function Reasons({ snapshot }: { snapshot: Snapshot }) {
  const asked = FORMS.filter((form) => isAsked(snapshot, form));
  const parts = [asked.filter((form) => form !== 'Form - 2'), asked.filter((form) => form === 'Form - 2')].filter((forms) => forms.length > 0);
  return (
    <Card className={styles.part} aria-label={t('snapshot.reasons')}>
      <h3>{t('snapshot.reasons')}</h3>
      <p className={styles.note}>{t('snapshot.reasonsHint')}</p>
      {parts.map((forms) => (
        <Stack key={forms[0]} as="ul" above={8}>
          {choicesOf(questionOf(snapshot, forms[0] as Form) ?? { responses: [] }).map((choice) => (
            <Behind key={choice.id} choice={choice} forms={forms} snapshot={snapshot} />
          ))}
        </Stack>
      ))}
    </Card>
  );
}

interface BehindProps {
  choice: Choice;
  forms: readonly Form[];
  snapshot: Snapshot;
}

/** A response that opens in place. */
function Behind({ choice, forms, snapshot }: BehindProps) {
  const [isOpen, setOpen] = useState(false);
  const countIn = (form: Form): number => reportOf(snapshot, form).responses.find(({ response_id }) => response_id === choice.id)?.students ?? 0;
  return (
    <li className={styles.behind}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Row as="span" gap={8} align="start" grow shrinks>
            <Letter letter={choice.letter} size="s" />
            <Text as="span" grow shrinks breaks>
              <MathText text={choice.text} />{' '}
              {choice.isCorrect && (
                <Row as="span" inline gap={4} weight={600} nowrap className={styles.mark} data-right>
                  <IconCircleCheckFilled size={16} aria-hidden /> {t('snapshot.right')}
                </Row>
              )}
            </Text>
            <Text as="span" size={13} tone="dimmed" numbers nowrap>
              {forms.map((form) => t('snapshot.chosenIn', { form: form.replace('Form - ', ''), count: countIn(form) })).join(' · ')}
            </Text>
          </Row>
        </summary>
        {isOpen && <Written choice={choice} forms={forms} snapshot={snapshot} />}
      </details>
    </li>
  );
}

function Written({ choice, forms, snapshot }: BehindProps) {
  const assessmentId = snapshot.details.assessment_id;
  const feeds = useQueries({
    queries: forms.map((form) => ({
      queryKey: ['live', 'feed', assessmentId, form],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api<typeof liveFeed>('GET', '/live/learning/live/feed', { query: { assessment_id: assessmentId, form }, signal }),
    })),
  });
  const failed = feeds.find(({ error }) => error !== null);
  if (feeds.some(({ data }) => !data))
    return failed ? (
      <LoadFailed error={failed.error} pending={failed.isFetching} onRetry={() => feeds.forEach((feed) => void (feed.data ?? feed.refetch()))} />
    ) : (
      <SkeletonText lines={3} />
    );
  const { left, came, others } = listReasons(
    snapshot,
    choice.id,
    feeds.flatMap(({ data }) => data?.posts ?? []),
  );
  const hasMoves = left.length + came.length > 0;
  if (!hasMoves && others.length === 0) return <p className={styles.note}>{t('snapshot.noReasons')}</p>;
  return (
    <Stack gap={10} above={8} below={8}>
      <Part title={t('snapshot.reasonsLeft', { count: left.length })} reasons={left} assessmentId={assessmentId} />
      <Part title={t('snapshot.reasonsCame', { count: came.length })} reasons={came} assessmentId={assessmentId} />
      <Part title={hasMoves ? t('snapshot.reasonsOthers', { count: others.length }) : null} reasons={others} assessmentId={assessmentId} />
    </Stack>
  );
}

function Part({ title, reasons, assessmentId }: { title: string | null; reasons: readonly Reason[]; assessmentId: number }) {
  if (reasons.length === 0) return null;
  return (
    <div>
      {title !== null && (
        <Text as="h4" size={13} weight={650} tone="dimmed" below={4}>
          {title}
        </Text>
      )}
      <Stack as="ul" gap={10}>
        {reasons.map((reason) => (
          <li key={reason.postId}>
            <Row wrap gap={8} rowGap={4} size={13}>
              <b dir="auto">{reason.name}</b>
              <PhaseChip phase={reason.form} />
              <AppLink
                to={teacherFeed(assessmentId, FORM_KEYS[reason.form], reason.postId)}
                aria-label={t('snapshot.openPost', { name: reason.name, likes: reason.likes, comments: reason.comments })}
              >
                {t('snapshot.likesAndComments', { likes: reason.likes, comments: reason.comments })}
              </AppLink>
            </Row>
            {reason.words === null ? <p className={styles.note}>{t('snapshot.reasonHidden')}</p> : <Words comment={reason.words} />}
          </li>
        ))}
      </Stack>
    </div>
  );
}
