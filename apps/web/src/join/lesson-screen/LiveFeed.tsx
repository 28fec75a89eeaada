import { useEffect, useRef } from 'react';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { Answering } from './Answering.tsx';
import { Discussing } from './Discussing.tsx';
import styles from './LiveFeed.module.css';
import { TimeUp } from './TimeUp.tsx';
import { useMode, useModel, usePhase } from './use-lesson.ts';

/** The Live Feed tab: answering, waiting for the closing, or discussing. Each form starts it anew. */
export function LiveFeed() {
  const mode = useMode();
  const form = usePhase()?.form;
  const { question } = useModel();
  const shown = useRef(`${form} ${mode}`);
  useEffect(() => {
    // what comes next begins at its top
    if (shown.current !== `${form} ${mode}`) scrollTo({ top: 0 });
    shown.current = `${form} ${mode}`;
  }, [form, mode]);
  if (mode === 'discussing') return <Discussing key={form} question={question} />;
  if (mode === 'time-up') return <TimeUp question={question} />;
  return question ? (
    <Answering key={form} question={question} />
  ) : (
    <div className={styles.columns}>
      <SkeletonText lines={5} />
    </div>
  );
}
