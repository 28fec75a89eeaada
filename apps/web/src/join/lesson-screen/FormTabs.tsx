import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { ReactNode } from 'react';
import { t } from '../../base/t.ts';
import { TabPanel, Tabs } from '../../lesson/Tabs.tsx';
import styles from './FormTabs.module.css';
import { useLesson, useModel } from './use-lesson.ts';

/** Shows a tab for each form once there are several, so that an earlier form's discussion stays open. */
export function FormTabs({ shown, children }: { shown: Form; children: ReactNode }) {
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
