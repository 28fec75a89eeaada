import { Button } from '../../../../ui/plain/Button.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconCircleCheckFilled, IconEye, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { Letter } from '../../../../ui/plain/Letter.tsx';
import { Grid, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { t } from '../../../../base/t.ts';
import { useLive, useModel, usePreferences } from '../use-live.ts';
import { placed } from '../../../../lesson/moves/choices.ts';
import desk from './Desk.module.css';
import styles from './QuestionPanel.module.css';
import { QuestionText } from './QuestionText.tsx';

export { LessonPlan } from './LessonPlan.tsx';

/**
 * Previews the lesson's questions. Correct responses and their reasoning stay hidden until requested, since the laptop
 * may already be on the projector.
 */
export function QuestionPreview() {
  const { preferences } = useLive();
  const { showsFigures } = usePreferences();
  const questions = useModel((model) => model.assessment?.questions) ?? [];
  return (
    <Card className={classes(desk.panel, styles.panel)} aria-label={t('teach.question')}>
      <Row gap={8} fixed className={desk.head}>
        <Text as="h2" grow shrinks className={desk.grow}>
          {t('teach.question')}
        </Text>
        <Button
          size="s"
          variant="subtle"
          icon={showsFigures ? IconEyeOff : IconEye}
          aria-pressed={showsFigures}
          onClick={() => preferences.change({ showsFigures: !showsFigures })}
        >
          {t(showsFigures ? 'teach.hideCorrect' : 'teach.showCorrect')}
        </Button>
      </Row>
      <div className={desk.scroll} tabIndex={0} role="group" aria-label={t('teach.question')}>
        {questions.map((question, index) => (
          <div key={question.id} className={styles.preview}>
            <Text size={12} weight={600} tone="dimmed" className={styles.asked}>
              {t(index === 0 ? 'teach.askedIn.1' : 'teach.askedIn.2')}
            </Text>
            <QuestionText question={question} />
            <Grid as="ol" gap={8} className={styles.choices} aria-label={t('teach.choices')}>
              {placed(question.responses).map(({ id, letter, response, is_valid, description }) => (
                <li key={id}>
                  <Letter letter={letter} />
                  <span>
                    <MathText text={response} />
                  </span>
                  {showsFigures && is_valid && (
                    <Row as="span" inline gap={4} size={13} weight={600} pushed className={styles.correct}>
                      <IconCircleCheckFilled size={16} />
                      {t('teach.correct')}
                    </Row>
                  )}
                  {showsFigures && description.content.length > 0 && <RichTextView document={description} className={styles.reasoning} />}
                </li>
              ))}
            </Grid>
          </div>
        ))}
      </div>
    </Card>
  );
}
