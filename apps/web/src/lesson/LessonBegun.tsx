import type { liveRunning } from '@classwright/contract/lesson/live/calls';
import { useState } from 'react';
import { studentLesson } from '../base/addresses.ts';
import { t } from '../base/t.ts';
import { buttonClasses, Button } from '../ui/plain/Button.tsx';
import { Row } from '../ui/plain/layout/layout.tsx';
import { ask } from './ask.ts';
import styles from './LessonBegun.module.css';
import { useLoad } from './use-load.ts';

/**
 * A banner for a student who does something else when a lesson begins: the person decides when to go. Shows nothing once
 * it is dismissed, or if the lesson has ended already.
 */
export function LessonBegun({ assessmentId }: { assessmentId: number }) {
  const [isDismissed, setDismissed] = useState(false);
  const { value } = useLoad(String(assessmentId), () => ask<typeof liveRunning>('GET', '/live/learning/running/assessment'));
  const lesson = value?.assessment;
  if (isDismissed || !lesson || lesson.id !== assessmentId) return null;
  return (
    <div role="status" className={styles.banner}>
      <Row gap={10} wrap align="center">
        <b>{t('shell.begun', { class: lesson.class_name, title: lesson.title })}</b>
        <a className={buttonClasses({ variant: 'filled', size: 'l' })} href={studentLesson(lesson.id)}>
          {t('shell.begun.join')}
        </a>
        <Button variant="subtle" size="l" onClick={() => setDismissed(true)}>
          {t('common.close')}
        </Button>
      </Row>
    </div>
  );
}
