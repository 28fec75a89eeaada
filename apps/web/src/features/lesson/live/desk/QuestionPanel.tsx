import type { Form } from '@classwright/contract/lesson/live/forms';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { questionOf } from '../lesson/model.ts';
import { QuestionPreview } from '../parts.ts';
import { t } from '../../../../base/t.ts';
import { useModel, useStage } from '../use-live.ts';
import desk from './Desk.module.css';
import styles from './QuestionPanel.module.css';
import { QuestionText } from './QuestionText.tsx';
import { Responses } from './Responses.tsx';

/** The question of a form and its results; before a run, the upcoming question. */
export function QuestionPanel({ form }: { form: Form }) {
  const stage = useStage();
  const question = useModel((model) => questionOf(model, form));
  if (stage === 'ready') return <QuestionPreview />;
  return (
    <Card className={classes(desk.panel, styles.panel)} aria-label={t('teach.questionAndResponses')}>
      {question && <QuestionText question={question} compact />}
      {question && <Responses form={form} question={question} />}
    </Card>
  );
}
