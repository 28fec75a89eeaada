import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { LessonSummaryView, TransitionView } from '@classwright/contract/lesson/live/views';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '../../../../base/use-user.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { ChartTable } from '../../../../ui/charts/index.ts';
import { Bars } from '../../../../ui/charts/Bars.tsx';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Button, buttonClasses } from '../../../../ui/plain/Button.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconChartBar, IconTable } from '../../../../ui/plain/icons.ts';
import { IconPresentation } from '../../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { chartItems } from '../../../../lesson/moves/choices.ts';
import desk from '../desk/Desk.module.css';
import { QuestionText } from '../desk/QuestionText.tsx';
import { questionOf } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { useLive, useModel, usePending, useProblem } from '../use-live.ts';
import styles from './Results.module.css';
import { Legend } from '../../../../ui/moves/Legend.tsx';
import { flowsOf, movedTitle, movedTotal, moveName } from '../../../../lesson/moves/transitions.ts';
import { PairFigures } from '../../../../lesson/moves/PairFigures.tsx';
import { TransitionTable } from '../../../../lesson/moves/TransitionTable.tsx';

import { Ways } from './Ways.tsx';

export { RightByForm } from './RightByForm.tsx';

const Gain = lazyScreen(() => import('../../../../ui/moves/Gain.tsx'), 'Gain');
const CertaintyFigures = lazyScreen(() => import('../../../../lesson/snapshot/staff/Certainty.tsx'), 'CertaintyFigures');
const Flows = lazyScreen(() => import('../../../../ui/moves/Flows.tsx'), 'Flows');

/** Shows, after the lesson, how answers changed after the discussion and the results of each form. */
export function ResultsPanel({ form }: { form: Form }) {
  const { actions, lesson } = useLive();
  const areShown = useModel(({ known }) => known?.wall?.show === 'results');
  const isShowing = usePending('wall');
  const summary = useModel((model) => model.summary);
  const problem = useProblem('summary');
  const classId = useModel((model) => model.assessment?.class_id);
  const { rights } = useUser();
  const [asTable, setTable] = useState(false);
  return (
    <Card className={classes(desk.panel, styles.panel)} aria-label={t('teach.results')}>
      <Row gap={8} fixed className={desk.head}>
        <Text as="h2" grow shrinks className={desk.grow}>
          {t('teach.results')}
        </Text>
        {summary?.finished_at && (
          <Link to="/live-snapshot" search={{ assessment_id: lesson.assessmentId }} className={buttonClasses({ size: 's', variant: 'subtle' })}>
            {t('teach.snapshot')}
          </Link>
        )}
        {summary?.finished_at && classId !== undefined && rights.includes('ideas:view') && (
          <AppLink to={`/ideas?class_id=${classId}&next=${classId}`} className={buttonClasses({ size: 's', variant: 'light' })}>
            {t('nextQuestion.propose')}
          </AppLink>
        )}
        <Button
          size="s"
          variant="subtle"
          icon={IconPresentation}
          aria-pressed={areShown}
          pending={isShowing}
          onClick={() => void actions.showOnWall(areShown ? 'question' : 'results')}
        >
          {t(areShown ? 'teach.hideOnProjector' : 'teach.showResultsOnProjector')}
        </Button>
        <Button size="s" variant="subtle" icon={asTable ? IconChartBar : IconTable} aria-pressed={asTable} onClick={() => setTable(!asTable)}>
          {t(asTable ? 'teach.showFigure' : 'teach.showTable')}
        </Button>
      </Row>
      <div className={desk.scroll} tabIndex={0} role="group" aria-label={t('teach.results')}>
        {summary?.finished_at ? (
          <Results summary={summary} asTable={asTable} form={form} />
        ) : problem !== undefined ? (
          <LoadFailed error={problem} onRetry={() => lesson.reload('summary')} />
        ) : (
          <div className={styles.part}>
            <SkeletonText lines={6} />
          </div>
        )}
      </div>
    </Card>
  );
}

function Results({ summary, asTable, form }: { summary: LessonSummaryView; asTable: boolean; form: Form }) {
  const discussed = summary.transitions?.find(({ from, to }) => from === FORMS[0] && to === FORMS[1]);
  const transfer = summary.transitions?.find(({ from, to }) => from === FORMS[1] && to === FORMS[2]);
  const question = useModel((model) => questionOf(model, FORMS[0]));
  return (
    <>
      {discussed && question && <Discussion transition={discussed} question={question} asTable={asTable} />}
      {summary.pairs && summary.pairs.length > 0 && (
        <section className={styles.part}>
          <h3>{t('pairs.ended.title')}</h3>
          <PairFigures figures={summary.pairs} />
        </section>
      )}
      {summary.certainty && (
        <section className={styles.part}>
          <CertaintyFigures asked={summary.certainty} />
        </section>
      )}
      <Distributions summary={summary} asTable={asTable} />
      {transfer && movedTotal(transfer) > 0 && (
        <section className={styles.part}>
          <h3>{t('teach.transfer')}</h3>
          <Legend counts={transfer} nameOf={moveName} />
        </section>
      )}
      {summary.ways && <Ways ways={summary.ways} />}
      {summary.not_asked && (
        <section className={styles.part}>
          <h3>{t('teach.notAsked')}</h3>
          <Row gap={8} wrap above={4}>
            {summary.not_asked.map((one) => (
              <PhaseChip key={one} phase={one} />
            ))}
          </Row>
        </section>
      )}
      <AskedQuestion form={form} />
    </>
  );
}

/**
 * The change through discussion: a title with the finding, the numbers of the four moves, and ribbons or their table.
 */
function Discussion({ transition, question, asTable }: { transition: TransitionView; question: StaffQuestionView; asTable: boolean }) {
  const flows = flowsOf(transition, question);
  const moved = movedTotal(transition);
  if (flows.length === 0)
    return (
      <section className={styles.part}>
        <h3>{t('teach.moved.title')}</h3>
        <Text size={13} leading={1.4} tone="dimmed" above={8} className={styles.note}>
          {t('teach.noMoves')}
        </Text>
      </section>
    );
  return (
    <section className={styles.part}>
      <h3>{movedTitle(transition)}</h3>
      <Legend counts={transition} nameOf={moveName} />
      {asTable ? (
        <TransitionTable flows={flows} from={transition.from} to={transition.to} />
      ) : (
        <>
          <Row align="stretch" justify="between" className={styles.ends}>
            <PhaseChip phase={transition.from} />
            <PhaseChip phase={transition.to} />
          </Row>
          <Flows flows={flows} nameOf={moveName} />
        </>
      )}
      <Text size={13} leading={1.4} tone="dimmed" above={8} className={styles.note}>
        {t('teach.movedHint', { count: moved })}
      </Text>
      <Gain moves={transition} />
    </section>
  );
}

/** The results of each opened form side by side, with the number of comments. */
function Distributions({ summary, asTable }: { summary: LessonSummaryView; asTable: boolean }) {
  const questions = useModel((model) => model.assessment);
  return (
    <section className={styles.part}>
      <h3>{t('teach.distributions')}</h3>
      <div className={styles.forms} data-table={asTable || undefined}>
        {summary.distribution?.map((tally) => {
          const question = questionOf({ assessment: questions }, tally.form);
          const items = question ? chartItems(question, tally.counts, true) : [];
          const said = [summary.form_1A, summary.form_1B, summary.form_2].find(({ form }) => form === tally.form);
          return (
            <div key={tally.form}>
              <Row as="p" gap={8} justify="between" size={13} tone="dimmed" below={8}>
                <PhaseChip phase={tally.form} />
                <span>{t('teach.answersOf', { count: tally.answered })}</span>
              </Row>
              {asTable ? (
                <ChartTable items={items} heading={t('teach.response')} count={t('teach.answers')} caption={t('teach.distributionOf', { form: tally.form })} />
              ) : (
                <Bars items={items} />
              )}
              {said && (
                <Text size={13} leading={1.4} tone="dimmed" above={8} className={styles.note}>
                  {t('teach.likesAndComments', { likes: said.total_likes, comments: said.total_comments })}
                </Text>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function AskedQuestion({ form }: { form: Form }) {
  const question = useModel((model) => questionOf(model, form));
  if (!question) return null;
  return (
    <section className={styles.asked}>
      <h3>{t(form === FORMS[2] ? 'teach.askedIn.2' : 'teach.askedIn.1')}</h3>
      <QuestionText question={question} />
    </section>
  );
}
