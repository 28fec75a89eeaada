import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { ConfidenceCountView } from '@classwright/contract/lesson/live/views';
import { listSureAndWrong } from '@classwright/rules/live/confidence';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { timeWithSecondsOf } from '../../../../base/dates.ts';
import { Chart, type ChartItem, ChartSwitch } from '../../../../ui/charts/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconClock, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { phasesOf, tallyBefore } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { listFormsOfSameQuestion } from '@classwright/rules/live/forms';
import { Change, Explain } from '../parts.ts';
import { useLive, useModel, usePhase, usePreferences, useStage } from '../use-live.ts';
import { chartItems, letterOf } from '../../../../lesson/moves/choices.ts';
import { PrivacyCover } from './PrivacyCover.tsx';
import desk from './Desk.module.css';
import { Reveal } from './Reveal.tsx';
import styles from './Responses.module.css';

/**
 * The results of a form: hidden until requested, as bars, doughnut or table; and the controls for what the class sees.
 */
export function Responses({ form, question }: { form: Form; question: StaffQuestionView }) {
  const { preferences } = useLive();
  const { showsFigures, chart, usesKeys } = usePreferences();
  const isCurrent = usePhase()?.form === form;
  const tally = useModel((model) => (model.tally?.form === form ? model.tally : model.feeds[form]?.distribution));
  const isClosed = useModel((model) => phasesOf(model).find((phase) => phase.form === form)?.closed ?? false);
  const isRevealed = useModel((model) => phasesOf(model).some((phase) => phase.correctnessRevealed && listFormsOfSameQuestion(form).includes(phase.form)));
  const isRunning = useStage() === 'running';
  const isExplained = isRunning && isRevealed && isCurrent && isClosed;
  const before = useModel((model) => tallyBefore(model, form));
  const confidence = useModel((model) => (model.tally?.form === form ? model.tally.confidence : model.feeds[form]?.confidence));
  const answered = tally?.answered ?? 0;
  const missing = Math.max(0, (tally?.of ?? 0) - answered);
  return (
    <Stack as="section" grow className={styles.responses} aria-label={t('teach.distributionOf', { form })}>
      <Row gap={8} fixed className={desk.head}>
        <h2 className={isCurrent ? undefined : 'visually-hidden'}>{t('teach.responses')}</h2>
        {!isCurrent && <PhaseChip phase={form} />}
        <span className={desk.count}>{answered}</span>
        <Text as="span" grow shrinks className={desk.grow} />
        {showsFigures && <ChartSwitch view={chart} onView={(view) => preferences.change({ chart: view })} />}
        {showsFigures && (
          <Button
            size="s"
            variant="subtle"
            icon={IconEyeOff}
            aria-label={t('teach.hideDistribution')}
            title={t('teach.hideDistribution')}
            aria-keyshortcuts={usesKeys ? 'D' : undefined}
            onClick={() => preferences.change({ showsFigures: false })}
          >
            {t('teach.hide')}
          </Button>
        )}
      </Row>
      {showsFigures ? (
        <div className={classes(desk.scroll, styles.chart)} tabIndex={0} role="group" aria-label={t('teach.distributionOf', { form })}>
          {isExplained && <Explain key={form} form={form} question={question} />}
          {form !== FORMS[2] && <Change form={form} isClosed={isClosed} question={question} />}
          {confidence && <SureAndWrong question={question} counts={confidence} />}
          <Chart
            view={chart}
            items={withSure(chartItems(question, tally?.counts ?? [], true, before?.counts), confidence)}
            beforeLabel={before?.form}
            rest={{ label: t(isClosed ? 'teach.noAnswer' : 'teach.noAnswerYet'), value: missing }}
            title={t('teach.distributionOf', { form })}
            heading={t('teach.response')}
            count={t('teach.answers')}
          />
          {form === FORMS[2] && <Change form={form} isClosed={isClosed} question={question} />}
        </div>
      ) : (
        <PrivacyCover title={t('teach.distributionHidden')} hint={t('teach.distributionHiddenHint')} show={t('teach.showDistribution')} />
      )}
      {showsFigures ? <Reveal form={form} /> : <LastAnswer form={form} />}
    </Stack>
  );
}

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

/** Shows who answered last, and when. This shows activity without the figures. */
function LastAnswer({ form }: { form: Form }) {
  const rows = useModel((model) => model.feeds[form]?.responses);
  const last = rows?.reduce<(typeof rows)[number] | null>((newest, row) => (newest === null || row.last_update > newest.last_update ? row : newest), null);
  if (!last) return null;
  return (
    <Row as="p" gap={8} size={13} tone="dimmed" fixed numbers className={styles.last}>
      <IconClock size={16} />
      {t('teach.lastAnswer', { time: timeWithSecondsOf(last.last_update), name: last.name })}
    </Row>
  );
}
