import { Button } from '../../../../ui/plain/Button.tsx';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconCircleCheckFilled, IconEye, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { Letter } from '../../../../ui/plain/Letter.tsx';
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
      <div className={desk.head}>
        <h2 className={desk.grow}>{t('teach.question')}</h2>
        <Button
          size="s"
          variant="subtle"
          icon={showsFigures ? IconEyeOff : IconEye}
          aria-pressed={showsFigures}
          onClick={() => preferences.change({ showsFigures: !showsFigures })}
        >
          {t(showsFigures ? 'teach.hideCorrect' : 'teach.showCorrect')}
        </Button>
      </div>
      <div className={desk.scroll} tabIndex={0} role="group" aria-label={t('teach.question')}>
        {questions.map((question, index) => (
          <div key={question.id} className={styles.preview}>
            <p className={styles.asked}>{t(index === 0 ? 'teach.askedIn.1' : 'teach.askedIn.2')}</p>
            <QuestionText question={question} />
            <ol className={styles.choices} aria-label={t('teach.choices')}>
              {placed(question.responses).map(({ id, letter, response, is_valid, description }) => (
                <li key={id}>
                  <Letter letter={letter} />
                  <span>
                    <MathText text={response} />
                  </span>
                  {showsFigures && is_valid && (
                    <span className={styles.correct}>
                      <IconCircleCheckFilled size={16} />
                      {t('teach.correct')}
                    </span>
                  )}
                  {showsFigures && description.content.length > 0 && <RichTextView document={description} className={styles.reasoning} />}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
    </Card>
  );
}
