import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconLock } from '../../../../ui/plain/icons.ts';
import { IconCopy } from '../../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import type { OwnWork } from '../calls.ts';
import { HandedIn, hasAnswer } from '../HandedIn.tsx';
import { Messages } from '../Messages.tsx';
import { t } from '../../../../base/t.ts';
import { gradeText, momentText } from '../words.ts';
import styles from '../work.module.css';
import { AnswerForm } from './AnswerForm.tsx';
import { type KeptDraft, useWorkDraft } from './draft.ts';

/** Returns the reason why nothing can be handed in now. */
function lockText({ work, submission }: OwnWork): string {
  if (work.assessment_id !== null) return t('openWork.byLesson');
  if (work.workType === 'MATERIAL') return t('openWork.nothingToSubmit');
  if (submission.is_elsewhere) return t('openWork.lockedElsewhere');
  if (submission.state === 'RETURNED') return t('openWork.lockedReturned');
  return t(submission.state === 'TURNED_IN' ? 'openWork.lockedTurnedIn' : 'openWork.lockedGraded');
}

/** A student's own answer: what was returned, what was handed in, and the form if it can be handed in now. */
export function OwnAnswer({ courseId, own, isClosed }: { courseId: number; own: OwnWork; isClosed: boolean }) {
  const { work, submission, messages } = own;
  const kept = useWorkDraft(work.id);
  return (
    <>
      {submission.state === 'RETURNED' && (
        <p className={styles.ownGrade}>
          <span>{t('openWork.yourGrade')}</span>
          <b>{submission.assignedGrade === null ? t('openWork.returnedNoGrade') : gradeText(submission.assignedGrade, work.maxPoints)}</b>
        </p>
      )}
      {(messages.length > 0 || submission.state === 'RETURNED') && <Messages level="h3" messages={messages} />}
      {hasAnswer(submission) && (
        <section className={styles.answer} aria-label={t('openWork.yourAnswer')}>
          <h3 className={styles.heading}>{t('openWork.yourAnswer')}</h3>
          {submission.turned_in_at && <p className={styles.none}>{momentText(submission.turned_in_at)}</p>}
          <HandedIn submission={submission} />
        </section>
      )}
      {submission.can_submit && !isClosed ? (
        <AnswerForm courseId={courseId} own={own} kept={kept} />
      ) : (
        <>
          {!isClosed && (
            <Notice hue="gray" icon={IconLock}>
              {lockText(own)}
            </Notice>
          )}
          {kept.draft.text.trim() !== (submission.shortAnswerSubmission.answer ?? '').trim() && kept.draft.text !== '' && <Left kept={kept} />}
        </>
      )}
    </>
  );
}

/** Shows a different text that was written here while the work was locked elsewhere. It is not deleted. */
function Left({ kept: { draft, clear } }: { kept: KeptDraft }) {
  const copy = () =>
    void navigator.clipboard.writeText(draft.text).then(
      () => showSnack(t('openWork.copied')),
      () => undefined,
    );
  return (
    <section className={styles.left}>
      <p>{t('openWork.left')}</p>
      <p className={styles.answerText} dir="auto">
        {draft.text}
      </p>
      <div className={styles.tools}>
        <Button size="l" icon={IconCopy} onClick={copy}>
          {t('openWork.copy')}
        </Button>
        <Button size="l" variant="subtle" onClick={clear}>
          {t('openWork.leftDiscard')}
        </Button>
      </div>
    </section>
  );
}
