import type { Form } from '@classwright/contract/lesson/live/forms';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useStore } from '../../base/use-store.ts';
import { Notice } from '../../ui/plain/Notice.tsx';
import { Stack } from '../../ui/plain/layout/layout.tsx';
import { explainedIn, feedOf, phaseOf, questionOf, isSettled } from '../lesson/model.ts';
import { t } from '../../base/t.ts';
import { Distribution } from './Distribution.tsx';
import styles from './Discussing.module.css';
import { Feed } from './Feed.tsx';
import { formName } from '../../lesson/form-name.ts';
import columns from './LiveFeed.module.css';
import { unfiledDraftOf } from '../lesson/view.ts';
import { OwnAnswerCard, UnfiledAnswerCard } from './OwnAnswerCard.tsx';
import { PairBanner, usePairNames } from './PairBanner.tsx';
import { PostThread } from './PostThread.tsx';
import { Question } from './Question.tsx';
import { isRevealed, RevealedAnswers } from './RevealedAnswers.tsx';
import { useIsMe, useLesson, useModel, useOwnAnswer, useItems } from './use-lesson.ts';

const NEXT = {
  'Form - 1A': { words: 'join.next.1A', form: formName('Form - 1B') },
  'Form - 1B': { words: 'join.next.1B', form: formName('Form - 2') },
  'Form - 2': { words: 'join.next.2', form: '' },
} as const;

/** A form that was answered or is closed: the own answer, the class's results, and classmates' posts. */
export function Discussing({ form }: { form: Form }) {
  const { outbox } = useLesson();
  const model = useModel();
  const own = useOwnAnswer(form);
  const keeping = useStore(outbox.keeping);
  const isMe = useIsMe();
  const [openId, setOpenId] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const question = questionOf(model, form);
  const feed = feedOf(model, form);
  const isLast = phaseOf(model)?.form === form;
  const ownPost = feed?.visible ? (feed.posts.find((post) => isMe(post.account.id)) ?? null) : null;
  const isPaired = usePairNames() !== null && form === 'Form - 1A';
  const distribution = feed?.visible ? feed.distribution : null;

  useEffect(() => {
    // The pressed button is gone, so the focus moves to its effect.
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('[data-own-answer]')?.focus({ preventScroll: true });
  }, []);

  return (
    <Stack ref={place} gap={12} grow wide className={columns.columns} data-composing={openId !== null || undefined}>
      <Stack gap={12} shrinks className={columns.main}>
        {isLast && isPaired && <PairBanner />}
        {keeping === 'memory' && own?.standing === 'waiting' && (
          <Notice hue="amber">
            <p>{t('join.memoryOnly')}</p>
          </Notice>
        )}
        <OwnAnswer
          form={form}
          thread={ownPost && <PostThread post={ownPost} open={openId === ownPost.id} onToggle={() => setOpenId(openId === ownPost.id ? null : ownPost.id)} />}
        >
          {distribution && question && <Distribution distribution={distribution} question={question} ownResponseId={own?.response_id ?? null} />}
        </OwnAnswer>
        {isLast && !isPaired && <p className={styles.next}>{t(NEXT[form].words, { form: NEXT[form].form })}</p>}
        {question && isRevealed(question) && (
          <RevealedAnswers question={question} ownResponseId={own?.response_id ?? null} explainedId={explainedIn(model, form)} />
        )}
        {question && (
          <details className={styles.question}>
            <summary>{t('join.question')}</summary>
            <Question question={question} />
          </details>
        )}
      </Stack>
      <Stack gap={12} shrinks className={columns.side}>
        <Feed form={form} openId={openId} onOpen={setOpenId} />
      </Stack>
    </Stack>
  );
}

/** Shows the result of the own answer in a form. Until the server reports it, the state on this device is shown. */
function OwnAnswer({
  form,
  thread,
  children,
}: {
  form: Form /** The likes and comments of the post, once it is visible. */;
  thread?: ReactNode;
  children?: ReactNode;
}) {
  const model = useModel();
  const items = useItems();
  const own = useOwnAnswer(form);
  const question = questionOf(model, form);
  if (!own && !isSettled(model, form))
    return (
      <UnfiledAnswerCard draft={unfiledDraftOf(model, items, form)} question={question}>
        {children}
      </UnfiledAnswerCard>
    );
  return (
    <OwnAnswerCard own={own} question={question} thread={thread}>
      {children}
    </OwnAnswerCard>
  );
}
