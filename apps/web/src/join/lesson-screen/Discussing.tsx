import type { RevealedQuestionView } from '@classwright/contract/live-views';
import { useEffect, useRef, useState } from 'react';
import { getSession } from '../../app/session.ts';
import { useStore } from '../../app/use-store.ts';
import { Notice } from '../../ui/plain/Notice.tsx';
import { t } from '../t.ts';
import { Distribution } from './Distribution.tsx';
import styles from './Discussing.module.css';
import { Feed } from './Feed.tsx';
import columns from './LiveFeed.module.css';
import { OwnAnswerCard } from './OwnAnswerCard.tsx';
import { PostThread } from './PostThread.tsx';
import { Question } from './Question.tsx';
import { isRevealed, RevealedAnswers } from './RevealedAnswers.tsx';
import { useLesson, useModel, useOwnAnswer } from './use-lesson.ts';

/** Answered, or the form is closed: the own answer, how the class answered, and what classmates say. */
export function Discussing({ question }: { question: RevealedQuestionView | null }) {
  const { outbox } = useLesson();
  const { feed } = useModel();
  const own = useOwnAnswer();
  const keeping = useStore(outbox.keeping);
  const me = getSession()?.user.account_id;
  const [openId, setOpenId] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const ownPost = feed?.visible ? (feed.posts.find((post) => post.account.id === me) ?? null) : null;
  const distribution = feed?.visible ? feed.distribution : null;

  useEffect(() => {
    // the button that was pressed is gone: go on where its effect is
    if (document.activeElement === document.body) place.current?.querySelector<HTMLElement>('[data-own-answer]')?.focus({ preventScroll: true });
  }, []);

  return (
    <div ref={place} className={columns.columns} data-composing={openId !== null || undefined}>
      <div className={columns.main}>
        {keeping === 'memory' && own?.standing === 'waiting' && (
          <Notice hue="amber">
            <p>{t('join.memoryOnly')}</p>
          </Notice>
        )}
        <OwnAnswerCard
          own={own}
          question={question}
          thread={ownPost && <PostThread post={ownPost} open={openId === ownPost.id} onToggle={() => setOpenId(openId === ownPost.id ? null : ownPost.id)} />}
        >
          {distribution && question && <Distribution distribution={distribution} question={question} ownResponseId={own?.response_id ?? null} />}
        </OwnAnswerCard>
        {question && isRevealed(question) && <RevealedAnswers question={question} ownResponseId={own?.response_id ?? null} />}
        {question && (
          <details className={styles.question}>
            <summary>{t('join.question')}</summary>
            <Question question={question} />
          </details>
        )}
      </div>
      <div className={columns.side}>
        <Feed openId={openId} onOpen={setOpenId} />
      </div>
    </div>
  );
}
