import { fullName } from '../../../../base/full-name.ts';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { timeOf } from '../../../../base/dates.ts';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconClockExclamation } from '../../../../ui/plain/icons.ts';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { letterOf } from '../../../../lesson/moves/choices.ts';
import type { LateAnswer } from '../lesson/model.ts';
import { t } from '../../../../base/t.ts';
import { Chosen } from './Chosen.tsx';
import styles from './Posts.module.css';

/** Lists answers that arrived after a form had closed. They are kept but do not count. */
export function LatePosts({ late, question }: { late: readonly LateAnswer[]; question: StaffQuestionView | null }) {
  return (
    <section className={styles.late} aria-label={t('teach.lateTitle')}>
      <p className={styles.lateTitle}>
        <b>{t('teach.lateTitle')}</b> {t('teach.lateHint')}
      </p>
      {late.map((answer, index) => (
        <article key={index} className={styles.post} aria-label={fullName(answer.account)}>
          <header className={styles.who}>
            <Avatar name={fullName(answer.account)} picture={answer.account.profile_picture} size="s" />
            <h3>{fullName(answer.account)}</h3>
            <Chip hue="amber" icon={IconClockExclamation}>
              {t('teach.late')}
              {answer.kind === 'draft' && ` · ${t('teach.lateDraft')}`}
            </Chip>
            <Chosen letter={letterOf(question, answer.response_id)} response={answer.response} />
            <time dateTime={answer.received_at}>{timeOf(answer.received_at)}</time>
          </header>
          {answer.comment.content.length > 0 && <RichTextView document={answer.comment} className={styles.words} />}
        </article>
      ))}
    </section>
  );
}
