import type { Form } from '@classwright/contract/lesson/live/forms';
import { useEffect, useRef, useState } from 'react';
import { getSession } from '../../base/session.ts';
import { useStore } from '../../base/use-store.ts';
import { Notice } from '../../ui/plain/Notice.tsx';
import { feedOf, phaseOf, questionOf } from '../lesson/model.ts';
import { t } from '../../base/t.ts';
import { Distribution } from './Distribution.tsx';
import styles from './Discussing.module.css';
import { Feed } from './Feed.tsx';
import { formName } from '../../lesson/form-name.ts';
import columns from './LiveFeed.module.css';
import { OwnAnswer } from './OwnAnswer.tsx';
import { PostThread } from './PostThread.tsx';
import { Question } from './Question.tsx';
import { isRevealed, RevealedAnswers } from './RevealedAnswers.tsx';
import { useLesson, useModel, useOwnAnswer } from './use-lesson.ts';

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
  const me = getSession()?.user.account_id;
  const [openId, setOpenId] = useState<number | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const question = questionOf(model, form);
  const feed = feedOf(model, form);
  const isLast = phaseOf(model)?.form === form;
  const ownPost = feed?.visible ? (feed.posts.find((post) => post.account.id === me) ?? null) : null;
  const distribution = feed?.visible ? feed.distribution : null;

  useEffect(() => {
    // The pressed button is gone, so the focus moves to its effect.
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
        <OwnAnswer
          form={form}
          thread={ownPost && <PostThread post={ownPost} open={openId === ownPost.id} onToggle={() => setOpenId(openId === ownPost.id ? null : ownPost.id)} />}
        >
          {distribution && question && <Distribution distribution={distribution} question={question} ownResponseId={own?.response_id ?? null} />}
        </OwnAnswer>
        {isLast && <p className={styles.next}>{t(NEXT[form].words, { form: NEXT[form].form })}</p>}
        {question && isRevealed(question) && <RevealedAnswers question={question} ownResponseId={own?.response_id ?? null} />}
        {question && (
          <details className={styles.question}>
            <summary>{t('join.question')}</summary>
            <Question question={question} />
          </details>
        )}
      </div>
      <div className={columns.side}>
        <Feed form={form} openId={openId} onOpen={setOpenId} />
      </div>
    </div>
  );
}
