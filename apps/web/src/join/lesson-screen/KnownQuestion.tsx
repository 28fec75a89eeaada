import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useState } from 'react';
import { useIsMobile } from '../../base/use-media.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { IconChevronDown } from '../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { t } from '../../base/t.ts';
import styles from './Question.module.css';
import { Question } from './Question.tsx';
import { findAskedSentence } from '../../lesson/asked-sentence.ts';
import { Thumbnail } from '../ui/Zoomed.tsx';
import { splitFigures } from '../../lesson/split-figures.ts';

/**
 * In Form - 1B the question is known. On a phone, what it asks and a small figure leave room for the choices, and a press
 * shows all.
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

/** Shows the sentence that asks, with the first figure. */
function Beginning({ question }: { question: RevealedQuestionView }) {
  const asked = findAskedSentence(question.description);
  const figure = splitFigures(question.description).find((part) => part.kind === 'figure');
  return (
    <Stack as="section" gap={8} shrinks className={styles.question} aria-label={t('join.question')}>
      <Text as="h2" size={14} weight={600} leading={1.4} tone="dimmed">
        <MathText text={question.title} />
      </Text>
      <Row gap={10} align="start">
        {figure?.kind === 'figure' && <Thumbnail src={figure.src} alt={figure.alt} label={t('join.enlarge')} />}
        {asked && <RichTextView document={asked} className={styles.beginning} />}
      </Row>
    </Stack>
  );
}
