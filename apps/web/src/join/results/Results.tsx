import { FORM_KEYS, type Form } from '@classwright/contract/lesson/live/forms';
import type { formWiseReactions } from '@classwright/contract/lesson/live/posts';
import { useEffect } from 'react';
import { useStore } from '../../base/use-store.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { ask } from '../../lesson/ask.ts';
import type { Lesson } from '../lesson/lesson.ts';
import { phaseOf } from '../lesson/model.ts';
import { canReadComments } from '../lesson/view.ts';
import { t } from '../../base/t.ts';
import { TabPanel, Tabs } from '../../lesson/Tabs.tsx';
import { useInAddress } from '../ui/use-in-address.ts';
import { FormResults } from './FormResults.tsx';
import styles from './Results.module.css';
import { loadSummary } from './load-summary.ts';
import { SummaryFigures } from './SummaryFigures.tsx';
import { useLoad } from '../../lesson/use-load.ts';

const SUB_TABS = ['form-1a', 'form-1b', 'form-2', 'summary'] as const;
type SubTab = (typeof SUB_TABS)[number];
const FORM_OF: Record<Exclude<SubTab, 'summary'>, Form> = { 'form-1a': 'Form - 1A', 'form-1b': 'Form - 1B', 'form-2': 'Form - 2' };

/** Shows what this student gave and received in each form, and the lesson in three figures. */
export function Results({ lesson }: { lesson: Lesson }) {
  const [tab, setTab] = useInAddress('results', SUB_TABS, 'form-1a');
  const model = useStore(lesson.model);
  const { known } = model;
  const withheld = canReadComments(model) ? null : (phaseOf(model)?.form ?? null);
  const { value, problem, reload } = useLoad(`reactions ${lesson.assessmentId}`, () =>
    ask<typeof formWiseReactions>('GET', '/forms/wise/post/reactions', { query: { assessment_id: lesson.assessmentId } }),
  );

  // Any event in the lesson may be a like or a comment. It is requested again once nothing has happened for a moment.
  const sequence = known?.sequence;
  useEffect(() => {
    const timer = setTimeout(reload, 1_000 + Math.random() * 1_000);
    return () => clearTimeout(timer);
  }, [sequence, reload]);

  const label: Record<SubTab, string> = { 'form-1a': t('join.form1A'), 'form-1b': t('join.form1B'), 'form-2': t('join.form2'), summary: t('join.summary') };
  return (
    <div className={styles.results}>
      <Tabs name="results" label={t('join.resultsOf')} tabs={SUB_TABS.map((id) => ({ id, label: label[id] }))} value={tab} onChange={setTab} look="card" />
      <TabPanel name="results" id={tab} className={styles.panel}>
        {tab === 'summary' ? (
          <Summary of={[lesson.assessmentId]} />
        ) : value ? (
          <FormResults reactions={value[FORM_KEYS[FORM_OF[tab]]]} withheld={withheld} />
        ) : problem ? (
          <LoadFailed error={problem} onRetry={reload} />
        ) : (
          <SkeletonText lines={4} />
        )}
      </TabPanel>
    </div>
  );
}

/** The three figures of a lesson so far. */
function Summary({ of }: { of: readonly number[] }) {
  const { value, problem, reload } = useLoad(`summary ${of.join()}`, async () => ({ found: await loadSummary(of, false) }));
  if (value?.found) return <SummaryFigures summary={value.found.summary} />;
  if (problem) return <LoadFailed error={problem} onRetry={reload} />;
  return value ? <p>{t('join.notYet')}</p> : <SkeletonText lines={4} />;
}
