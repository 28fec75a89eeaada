import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useState } from 'react';
import { useIsMobile } from '../../base/use-media.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconChevronDown } from '../../ui/plain/icons.ts';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { t } from '../../base/t.ts';
import styles from './Question.module.css';
import { Question } from './Question.tsx';
import { splitFigures } from '../../lesson/split-figures.ts';

/**
 * In Form - 1B the question is known. On a phone, two lines of it leave room for the choices, and a press shows all.
 */
export function KnownQuestion({ question }: { question: RevealedQuestionView }) {
  const [open, setOpen] = useState(false);
  const isPhone = useIsMobile();
  if (!isPhone) return <Question question={question} />;
  return (
    <>
      {open ? <Question question={question} /> : <Beginning question={question} />}
      <Button variant="subtle" size="s" icon={IconChevronDown} aria-expanded={open} className={styles.unfold} onClick={() => setOpen(!open)}>
        {t(open ? 'join.hideQuestion' : 'join.showQuestion')}
      </Button>
    </>
  );
}

function Beginning({ question }: { question: RevealedQuestionView }) {
  const words = splitFigures(question.description).find((part) => part.kind !== 'figure');
  return (
    <section className={styles.question} aria-label={t('join.question')}>
      <h2 className={styles.title}>
        <MathText text={question.title} />
      </h2>
      {words?.kind === 'text' && <RichTextView document={words.document} className={styles.beginning} />}
    </section>
  );
}
