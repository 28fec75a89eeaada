import { useEffect, useRef, type ReactNode } from 'react';
import { useStore } from '../../base/use-store.ts';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { Stack } from '../../ui/plain/layout/layout.tsx';
import { Answering } from './Answering.tsx';
import { Discussing } from './Discussing.tsx';
import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { t } from '../../base/t.ts';
import { TabPanel, Tabs } from '../../lesson/Tabs.tsx';
import styles from './LiveFeed.module.css';
import { TimeUp } from './TimeUp.tsx';
import { useLesson, useMode, useModel, usePhase } from './use-lesson.ts';

/**
 * The Live Feed tab: answering, waiting for the form to close, or discussing, including earlier forms. Each form resets
 * it.
 */
export function LiveFeed() {
  const last = usePhase()?.form;
  const shown = useStore(useLesson().shownForm) ?? last;
  const mode = useMode();
  const now = `${shown} ${shown === last ? mode : 'discussing'}`;
  const before = useRef(now);
  useEffect(() => {
    // The next screen starts at its top.
    if (before.current !== now) scrollTo({ top: 0 });
    before.current = now;
  }, [now]);
  if (!shown) return <Waiting />;
  return <FormTabs shown={shown}>{shown === last ? <LastForm key={shown} /> : <Discussing key={shown} form={shown} />}</FormTabs>;
}

/** The form opened last, as a screen. */
function LastForm() {
  const mode = useMode();
  const form = usePhase()?.form;
  const { question } = useModel();
  if (mode === 'discussing' && form) return <Discussing form={form} />;
  if (mode === 'time-up') return <TimeUp question={question} />;
  return question ? <Answering question={question} /> : <Waiting />;
}

function Waiting() {
  return (
    <Stack gap={12} grow wide className={styles.columns}>
      <SkeletonText lines={5} />
    </Stack>
  );
}

/** Shows a tab for each form once there are several, so that an earlier form's discussion stays open. */
function FormTabs({ shown, children }: { shown: Form; children: ReactNode }) {
  const lesson = useLesson();
  const phases = useModel().known?.phases ?? [];
  if (phases.length < 2) return children;
  const idOf = (form: Form) => `form-${FORMS.indexOf(form)}`;
  return (
    <>
      <div className={styles.tabs}>
        <Tabs
          name="forms"
          label={t('join.forms')}
          look="card"
          tabs={phases.map(({ form }) => ({ id: idOf(form), label: form }))}
          value={idOf(shown)}
          onChange={(id) => lesson.showForm(phases.find(({ form }) => idOf(form) === id)?.form ?? shown)}
        />
      </div>
      <TabPanel name="forms" id={idOf(shown)} className={styles.panel}>
        {children}
      </TabPanel>
    </>
  );
}
