import type { ProjectorRun, WallExplained, WallView } from '@classwright/contract/lesson/live/projector';
import type { StudentQuestionView } from '@classwright/contract/class/assessments/views';
import type { RichTextNode } from '@classwright/contract/rich-text';
import { useMemo, useRef, useLayoutEffect, type RefObject } from 'react';
import { splitFigures } from '../../../../lesson/split-figures.ts';
import { markAt, percentOf } from '../../../../ui/charts/index.ts';
import { MarkBar, usePatterns } from '../../../../ui/charts/Patterns.tsx';
import { IconCircleCheckFilled } from '../../../../ui/plain/icons.ts';
import { Grid, Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { splitAttached } from '../desk/attached.ts';
import { placed } from '../../../../lesson/moves/choices.ts';
import { t } from '../../../../base/t.ts';
import styles from './Projector.module.css';

const STEPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42] as const;

/**
 * Makes the content of a box as large as it fits, since a projected page cannot be scrolled. The size is in `--fit`.
 */
export function useFit(box: RefObject<HTMLElement | null>, content: unknown): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const fit = () => {
      for (const step of STEPS) {
        element.style.setProperty('--fit', String(step));
        if (element.scrollHeight <= element.clientHeight + 2) return;
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    const onLoad = () => fit();
    element.addEventListener('load', onLoad, true); // load events of its pictures
    return () => {
      observer.disconnect();
      element.removeEventListener('load', onLoad, true);
    };
  }, [box, content]);
}

export interface ProjectorQuestionProps {
  question: StudentQuestionView;
  run: ProjectorRun;
  wall: WallView;
}

/**
 * Shows the question as large as it fits, with its responses, and in their boxes the distribution that the walls show. An
 * explanation takes the place of the question's text.
 */
export function ProjectorQuestion({ question, run, wall: { distribution, explained } }: ProjectorQuestionProps) {
  const parts = useMemo(() => splitFigures(question.description), [question.description]);
  const words = useMemo(
    () => ({ type: 'doc' as const, content: parts.flatMap((part): RichTextNode[] => (part.kind === 'text' ? part.document.content : [])) }),
    [parts],
  );
  const figures = [...parts.flatMap((part) => (part.kind === 'figure' ? [part] : [])), ...splitAttached(question.resources).pictures];
  const asked = useRef<HTMLDivElement>(null);
  const offered = useRef<HTMLOListElement>(null);
  const patterns = usePatterns();
  const counts = distribution?.counts ?? null;
  const before = distribution?.form === run.form ? run.before : null;
  useFit(asked, explained?.response_id ?? question);
  useFit(offered, `${question.id} ${counts !== null} ${run.correct !== null}`);
  return (
    <Grid as="main" grow className={styles.content}>
      {patterns.defs}
      <Stack className={styles.question} ref={asked}>
        <h1 className="visually-hidden">
          <MathText text={question.title} />
        </h1>
        {explained ? <Explained explained={explained} question={question} /> : <RichTextView document={words} className={styles.words} />}
        {!explained &&
          figures.map(({ src, alt }) => (
            <figure key={src} className={styles.figure}>
              <img src={src} alt={alt} />
            </figure>
          ))}
      </Stack>
      <Stack as="ol" className={styles.choices} ref={offered} aria-label={t('teach.choices')}>
        {placed(question.responses).map(({ id, letter, index, response }) => {
          const isCorrect = run.correct?.includes(id) ?? false;
          const count = counts?.find(({ response_id }) => response_id === id)?.count ?? 0;
          const percent = percentOf(count, distribution?.answered ?? 0);
          const was = before && percentOf(before.counts.find(({ response_id }) => response_id === id)?.count ?? 0, before.answered);
          return (
            <li
              key={id}
              data-correct={isCorrect || undefined}
              data-faded={(explained && !isCorrect && explained.response_id !== id) || undefined}
              aria-current={explained?.response_id === id || undefined}
            >
              <Grid as="span" inline align="center" items="center" fixed ground="surface" className={styles.letter}>
                {letter}
              </Grid>
              <Stack as="span" grow shrinks className={styles.choice}>
                <Row as="span" wrap className={styles.choiceWords}>
                  <MathText text={response} />
                </Row>
                {counts && (
                  <span className={styles.bar}>
                    {was !== null && was > 0 && <i style={{ width: `${was}%` }} aria-hidden />}
                    <span style={{ width: `${percent}%` }} data-none={count === 0 || undefined}>
                      <MarkBar mark={markAt(index)} patterns={patterns} height={22} />
                    </span>
                  </span>
                )}
              </Stack>
              <Stack as="span" align="end" fixed className={styles.revealed}>
                {counts && (
                  <Text as="span" tone="dimmed" numbers className={styles.counts}>
                    <b>{count}</b> {count > 0 && t('teach.percent', { percent })}
                    {was !== null && <span title={before?.form}>{t('chart.was', { percent: was })}</span>}
                  </Text>
                )}
                {isCorrect && (
                  <Row as="span" inline weight={650} className={styles.correct}>
                    <IconCircleCheckFilled size={36} />
                    {t('teach.correct')}
                  </Row>
                )}
              </Stack>
            </li>
          );
        })}
      </Stack>
    </Grid>
  );
}

/** Says why a response is right, or why someone might choose a wrong one. */
function Explained({ explained: { response_id, is_valid, description }, question }: { explained: WallExplained; question: StudentQuestionView }) {
  const response = placed(question.responses).find(({ id }) => id === response_id);
  return (
    <section aria-live="polite" className={styles.explained} data-correct={is_valid || undefined}>
      <Text as="h2" weight={600}>
        {response?.letter} · {response && <MathText text={response.response} />}
      </Text>
      <Text tone="dimmed" weight={600} className={styles.why}>
        {t(is_valid ? 'teach.wall.whyRight' : 'teach.wall.whyChosen')}
      </Text>
      {description.content.length > 0 ? <RichTextView document={description} /> : <p>{t('teach.wall.noReason')}</p>}
    </section>
  );
}
