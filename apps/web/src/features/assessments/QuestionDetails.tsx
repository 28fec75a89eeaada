import type { StaffQuestionView } from '@classwright/contract/live-views';
import { t } from '../../app/t.ts';
import { Chip } from '../../ui/plain/Chip.tsx';
import { IconCircleCheckFilled } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../ui/rich-text/RichTextView.tsx';
import { Attachments } from './AssessmentDetails.tsx';
import styles from './Assessments.module.css';

/** One question as its teacher sees it: what is asked when, and what each response stands for. */
export function QuestionDetails({ question, index }: { question: StaffQuestionView; index: number }) {
  return (
    <section className={styles.question} aria-labelledby={`question-${question.id}`}>
      <p
        className={styles.asked}
      >{`${t('assessments.question', { number: index + 1 })} · ${index === 0 ? t('assessments.askedFirst') : t('assessments.askedSecond')}`}</p>
      <h3 id={`question-${question.id}`}>
        <MathText text={question.title} />
      </h3>
      {question.description.content.length > 0 && <RichTextView document={question.description} className={styles.body} />}
      {question.resources.length > 0 && <Attachments links={question.resources} />}
      <h4>{t('assessments.responses')}</h4>
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
