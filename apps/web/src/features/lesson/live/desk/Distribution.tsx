import type { lessonIdeas } from '@classwright/contract/lesson/ideas/calls';
import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { ConfidenceCountView } from '@classwright/contract/lesson/live/views';
import { listSureAndWrong } from '@classwright/rules/live/confidence';
import { listFormsOfSameQuestion } from '@classwright/rules/live/forms';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../base/api.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Chart, type ChartItem, ChartSwitch } from '../../../../ui/charts/index.ts';
import { classes } from '../../../../ui/plain/classes.ts';
import { Text } from '../../../../ui/plain/layout/layout.tsx';
import { phasesOf, tallyBefore } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { chartItems, letterOf } from '../../../../lesson/moves/choices.ts';
import { useLive, useModel, usePhase, usePreferences, useStage } from '../use-live.ts';
import { Change } from './Change.tsx';
import desk from './Desk.module.css';
import { Explain } from './Explain.tsx';
import { Reveal } from './Reveal.tsx';
import styles from './Responses.module.css';

/** Chooses between bars, doughnut and table. */
export function ViewSwitch() {
  const { preferences } = useLive();
  const { chart } = usePreferences();
  return <ChartSwitch view={chart} onView={(view) => preferences.change({ chart: view })} />;
}

/**
 * The figures of a form, the change since the form before, the explanation of its choices, and the controls for what
 * the class sees.
 */
export function Distribution({ form, question }: { form: Form; question: StaffQuestionView }) {
  const { chart } = usePreferences();
  const isCurrent = usePhase()?.form === form;
  const tally = useModel((model) => (model.tally?.form === form ? model.tally : model.feeds[form]?.distribution));
  const isClosed = useModel((model) => phasesOf(model).find((phase) => phase.form === form)?.closed ?? false);
  const isRevealed = useModel((model) => phasesOf(model).some((phase) => phase.correctnessRevealed && listFormsOfSameQuestion(form).includes(phase.form)));
  const isRunning = useStage() === 'running';
  const isExplained = isRunning && isRevealed && isCurrent && isClosed;
  const before = useModel((model) => tallyBefore(model, form));
  const confidence = useModel((model) => (model.tally?.form === form ? model.tally.confidence : model.feeds[form]?.confidence));
  const ideas = useIdeasOfLesson();
  const missing = Math.max(0, (tally?.of ?? 0) - (tally?.answered ?? 0));
  const isChangeFirst = form !== FORMS[2] && !isExplained;
  const change = <Change form={form} isClosed={isClosed} question={question} />;
  return (
    <>
      <div
        className={classes(desk.scroll, styles.chart)}
        tabIndex={0}
        role="group"
        aria-label={t('teach.distributionOf', { form })}
        data-dense={before !== null ? 'compared' : isExplained || (form === FORMS[2] && isClosed) ? 'alone' : undefined}
      >
        {isExplained && <Explain key={form} form={form} question={question} />}
        {isChangeFirst && change}
        {confidence && <SureAndWrong question={question} counts={confidence} />}
        <Chart
          view={chart}
          items={withSure(withIdeas(chartItems(question, tally?.counts ?? [], true, before?.counts), ideas), confidence)}
          beforeLabel={before?.form}
          rest={{ label: t(isClosed ? 'teach.noAnswer' : 'teach.noAnswerYet'), value: missing }}
          title={t('teach.distributionOf', { form })}
          heading={t('teach.response')}
          count={t('teach.answers')}
        />
        {!isChangeFirst && change}
      </div>
      <Reveal form={form} />
    </>
  );
}

const NONE: ReadonlyMap<number, string> = new Map();

/** Returns the names of the ideas that the responses of the lesson stand for. They come apart from the lesson, and their absence changes nothing. */
function useIdeasOfLesson(): ReadonlyMap<number, string> {
  const { rights } = useUser();
  const { assessmentId } = useLive().lesson;
  const { data } = useQuery({
    queryKey: ['ideas', 'lesson', assessmentId],
    queryFn: async ({ signal }) => {
      const { responses } = await api<typeof lessonIdeas>('GET', '/live/learning/teachers/ideas', { query: { assessment_id: assessmentId }, signal });
      return new Map(responses.map(({ response_id, idea }) => [response_id, idea.name]));
    },
    enabled: rights.includes('ideas:view'),
    staleTime: 60_000,
  });
  return data ?? NONE;
}

/** Adds the name of the idea that a wrong response stands for, which only staff see. */
const withIdeas = (items: ChartItem[], ideas: ReadonlyMap<number, string>): ChartItem[] =>
  items.map((item) => ({ ...item, note: ideas.get(Number(item.key)) }));

const withSure = (items: ChartItem[], counts: readonly ConfidenceCountView[] | undefined): ChartItem[] =>
  counts ? items.map((item) => ({ ...item, sure: counts.find(({ response_id }) => response_id === item.key)?.sure ?? 0 })) : items;

/** Names the wrong responses of which students are sure, first of all: "6 are sure and wrong: B". */
function SureAndWrong({ question, counts }: { question: StaffQuestionView; counts: readonly ConfidenceCountView[] }) {
  const valid = new Set(question.responses.flatMap(({ id, is_valid }) => (is_valid ? [id] : [])));
  const wrong = listSureAndWrong(counts, valid);
  const count = wrong.reduce((sum, one) => sum + one.count, 0);
  const letters = wrong.map(({ response_id }) => letterOf(question, response_id)).join(', ');
  return (
    <Text weight={600} leading={1.4} below={12} role="status">
      {count === 0 ? t('teach.sureNone') : t('teach.sureAndWrong', { count, letters })}
    </Text>
  );
}
