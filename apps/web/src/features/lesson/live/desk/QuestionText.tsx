import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import type { RichTextNode } from '@classwright/contract/rich-text';
import { useEffect, useMemo, useRef, useState } from 'react';
import { splitFigures } from '../../../../lesson/split-figures.ts';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { IconPaperclip } from '../../../../ui/feature-icons/icons.ts';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { t } from '../../../../base/t.ts';
import { LargeFigure } from '../parts.ts';
import { splitAttached, type Figure as Picture } from './attached.ts';
import styles from './QuestionPanel.module.css';

/** A question with its text, small figures next to it, and attachments. `compact`: limited to the available height. */
export function QuestionText({ question, compact = false }: { question: StaffQuestionView; compact?: boolean }) {
  const parts = useMemo(() => splitFigures(question.description), [question.description]);
  const { pictures, others } = useMemo(() => splitAttached(question.resources), [question.resources]);
  const figures: Picture[] = [...parts.flatMap((part) => (part.kind === 'figure' ? [part] : [])), ...pictures];
  const words = useMemo(
    () => ({ type: 'doc' as const, content: parts.flatMap((part): RichTextNode[] => (part.kind === 'text' ? part.document.content : [])) }),
    [parts],
  );
  const box = useRef<HTMLDivElement>(null);
  const isCut = useOverflow(box, compact);
  return (
    <Row as="section" gap={12} align="stretch" className={styles.question} data-compact={compact || undefined} aria-label={question.title}>
      {figures.length > 0 && (
        <Stack gap={6} fixed className={styles.figures}>
          {figures.map((figure) => (
            <Figure key={figure.src} figure={figure} title={question.title} />
          ))}
        </Stack>
      )}
      <div ref={box} className={styles.words} {...(isCut ? { tabIndex: 0, role: 'group', 'aria-label': question.title } : {})}>
        <h2 className={compact ? 'visually-hidden' : styles.title}>
          <MathText text={question.title} />
        </h2>
        <RichTextView document={words} />
        {others.length > 0 && (
          <Row as="p" wrap gap={8} rowGap={4} size={13} tone="dimmed" className={styles.resources}>
            <IconPaperclip size={15} /> {t('teach.resources')}
            {others.map(({ name, url }) => (
              <a key={url} href={url} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            ))}
          </Row>
        )}
      </div>
    </Row>
  );
}

/** A figure as a small image that opens large. */
function Figure({ figure, title }: { figure: Picture; title: string }) {
  const { src, alt } = figure;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.figure} onClick={() => setOpen(true)} aria-label={t('teach.enlarge', { name: alt || title })}>
        <img src={src} alt="" />
      </button>
      {isOpen && <LargeFigure figure={figure} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Returns true when a box has more content than it shows, so that it must be reachable by keyboard. */
function useOverflow(box: React.RefObject<HTMLElement | null>, isLimited: boolean): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || !isLimited || typeof ResizeObserver === 'undefined') return undefined;
    const look = () => setCut(element.scrollHeight > element.clientHeight + 1);
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box, isLimited]);
  return isCut;
}
