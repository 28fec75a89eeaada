import type { AssessmentQuestionView } from '@classwright/contract/class/assessments/calls';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { IconCircleCheckFilled } from '../../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../../ui/plain/Letter.tsx';
import { MathText } from '../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import { Attachments } from './AssessmentDetails.tsx';
import styles from './Assessments.module.css';
import { t } from '../../../base/t.ts';

interface QuestionDetailsProps {
  question: AssessmentQuestionView;
  index: number;
  /** The level of its heading. */
  level?: 2 | 3;
  withPoints?: boolean;
}

/** Shows one question as its teacher sees it: its form and text, and the reasoning behind each response. */
export function QuestionDetails({ question, index, level = 3, withPoints = false }: QuestionDetailsProps) {
  const [Title, Part] = level === 2 ? (['h2', 'h3'] as const) : (['h3', 'h4'] as const);
  return (
    <section className={styles.question} aria-labelledby={`question-${question.id}`}>
      <p
        className={styles.asked}
      >{`${t('assessments.question', { number: index + 1 })} · ${index === 0 ? t('assessments.askedFirst') : t('assessments.askedSecond')}`}</p>
      <Title id={`question-${question.id}`} className={styles.questionTitle}>
        <MathText text={question.title} />
      </Title>
      {question.description.content.length > 0 && <RichTextView document={question.description} className={styles.body} />}
      {question.resources.length > 0 && <Attachments links={question.resources} />}
      <Part className={styles.part}>{t('assessments.responses')}</Part>
      <ol className={styles.responses}>
        {question.responses.map((response, position) => (
          <li key={response.id} data-valid={response.is_valid || undefined}>
            <Letter letter={letterAt(position)} />
            <div>
              <p className={styles.response}>
                <MathText text={response.response} />
                {response.is_valid && (
                  <Chip hue="green" icon={IconCircleCheckFilled}>
                    {t('assessments.valid')}
                  </Chip>
                )}
                {withPoints && response.sub_grade !== null && <span className={styles.points}>{t('assessments.pointsOf', { count: response.sub_grade })}</span>}
              </p>
              {response.match_label !== '' && <p className={styles.stands}>{response.match_label}</p>}
              {response.description.content.length > 0 && <RichTextView document={response.description} className={styles.stands} />}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
