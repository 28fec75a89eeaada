import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import { useMemo, useState } from 'react';
import { useMedia } from '../../../../base/use-media.ts';
import { findAskedSentence } from '../../../../lesson/asked-sentence.ts';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconChevronDown, IconChevronUp } from '../../../../ui/plain/icons.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { phasesOf, questionOf } from '../lesson/model.ts';
import { QuestionPreview } from '../parts.ts';
import { t } from '../../../../base/t.ts';
import { useModel, usePreferences, useStage } from '../use-live.ts';
import desk from './Desk.module.css';
import styles from './QuestionPanel.module.css';
import { QuestionText } from './QuestionText.tsx';
import { Responses } from './Responses.tsx';

/** A laptop's window, where a whole question and how its answers changed do not fit below each other. */
const LOW = '(min-width: 960px) and (max-height: 899.9px)';

/** The question of a form and its results; before a run, the upcoming question. */
export function QuestionPanel({ form }: { form: Form }) {
  const stage = useStage();
  const question = useModel((model) => questionOf(model, form));
  const { showsFigures } = usePreferences();
  const isClosed = useModel((model) => phasesOf(model).find((phase) => phase.form === form)?.closed ?? false);
  const isLow = useMedia(LOW);
  const [opened, setOpened] = useState<Form | null>(null);
  const asked = useMemo(() => question && findAskedSentence(question.description), [question]);
  if (stage === 'ready') return <QuestionPreview />;
  // everybody has read it: the change and the explanation take its room
  const folds = isLow && showsFigures && asked !== null && (form === FORMS[1] || (form === FORMS[2] && isClosed));
  const isWhole = opened === form;
  return (
    <Card className={classes(desk.panel, styles.panel)} data-figures={showsFigures || undefined} aria-label={t('teach.questionAndResponses')}>
      {folds && (
        <Row gap={8} fixed justify="between" className={styles.folded}>
          {!isWhole && <RichTextView document={asked} className={styles.sentence} />}
          <IconButton
            icon={isWhole ? IconChevronUp : IconChevronDown}
            iconSize={18}
            label={t(isWhole ? 'teach.question.fold' : 'teach.question.unfold')}
            aria-expanded={isWhole}
            onClick={() => setOpened(isWhole ? null : form)}
          />
        </Row>
      )}
      {question && (!folds || isWhole) && <QuestionText question={question} compact />}
      {question && <Responses form={form} question={question} />}
    </Card>
  );
}
