import type { Form } from '@classwright/contract/lesson/live/forms';
import type { ProjectorRun } from '@classwright/contract/lesson/live/projector';
import type { StudentQuestionView } from '@classwright/contract/class/assessments/views';
import type { RichTextNode } from '@classwright/contract/rich-text';
import { useMemo, useRef } from 'react';
import { splitFigures } from '../../../../lesson/split-figures.ts';
import { markAt, percentOf } from '../../../../ui/charts/index.ts';
import { MarkBar, usePatterns } from '../../../../ui/charts/Patterns.tsx';
import { IconCircleCheckFilled } from '../../../../ui/plain/icons.ts';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { splitAttached } from '../desk/attached.ts';
import { placed } from '../../../../lesson/moves/choices.ts';
import { t } from '../../../../base/t.ts';
import styles from './Projector.module.css';
import { useFit } from './use-fit.ts';

export interface ProjectorQuestionProps {
  question: StudentQuestionView;
  run: ProjectorRun;
  /** Forms with a distribution that the desk has hidden again. */
  hidden: readonly Form[];
}

/** Shows the question as large as it fits, with its responses. Revealed results appear in their boxes. */
export function ProjectorQuestion({ question, run, hidden }: ProjectorQuestionProps) {
  const parts = useMemo(() => splitFigures(question.description), [question.description]);
  const words = useMemo(
    () => ({ type: 'doc' as const, content: parts.flatMap((part): RichTextNode[] => (part.kind === 'text' ? part.document.content : [])) }),
    [parts],
  );
  const figures = [...parts.flatMap((part) => (part.kind === 'figure' ? [part] : [])), ...splitAttached(question.resources).pictures];
  const asked = useRef<HTMLDivElement>(null);
  const offered = useRef<HTMLOListElement>(null);
  const patterns = usePatterns();
  const counts = hidden.includes(run.form) ? null : run.counts;
  const before = run.before && !hidden.includes(run.before.form) ? run.before : null;
  useFit(asked, question);
  useFit(offered, `${question.id} ${counts !== null} ${run.correct !== null}`);
  return (
    <main className={styles.content}>
      {patterns.defs}
      <div className={styles.question} ref={asked}>
        <h1 className="visually-hidden">
          <MathText text={question.title} />
        </h1>
        <RichTextView document={words} className={styles.words} />
        {figures.map(({ src, alt }) => (
          <figure key={src} className={styles.figure}>
            <img src={src} alt={alt} />
          </figure>
        ))}
      </div>
      <ol className={styles.choices} ref={offered} aria-label={t('teach.choices')}>
        {placed(question.responses).map(({ id, letter, index, response }) => {
          const isCorrect = run.correct?.includes(id) ?? false;
          const count = counts?.find(({ response_id }) => response_id === id)?.count ?? 0;
          const percent = percentOf(count, run.answered);
          const was = before && percentOf(before.counts.find(({ response_id }) => response_id === id)?.count ?? 0, before.answered);
          return (
            <li key={id} data-correct={isCorrect || undefined}>
              <span className={styles.letter}>{letter}</span>
              <span className={styles.choice}>
                <span className={styles.choiceWords}>
                  <MathText text={response} />
                </span>
                {counts && (
                  <span className={styles.bar}>
                    {was !== null && was > 0 && <i style={{ width: `${was}%` }} aria-hidden />}
                    <span style={{ width: `${percent}%` }} data-none={count === 0 || undefined}>
                      <MarkBar mark={markAt(index)} patterns={patterns} height={22} />
                    </span>
                  </span>
                )}
              </span>
              <span className={styles.revealed}>
                {counts && (
                  <span className={styles.counts}>
                    <b>{count}</b> {count > 0 && t('teach.percent', { percent })}
                    {was !== null && <span title={before?.form}>{t('chart.was', { percent: was })}</span>}
                  </span>
                )}
                {isCorrect && (
                  <span className={styles.correct}>
                    <IconCircleCheckFilled size={36} />
                    {t('teach.correct')}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </main>
  );
}
