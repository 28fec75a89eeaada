import { useRef, useState, type FormEvent } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { randomId } from '../../../../base/random-id.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { TextArea } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { focusFault } from '../../../../ui/plain/focus-fault.ts';
import { IconAlertCircle, IconDeviceMobileCheck, IconWifiOff } from '../../../../ui/plain/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { FileField } from '../../../school/files/index.ts';
import { keys, type OwnWork, submit } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from '../work.module.css';
import type { KeptDraft, WorkDraft } from './draft.ts';

type WorkType = OwnWork['work']['workType'];
const fileIds = (files: WorkDraft['files']): number[] => files.flatMap(({ file_id }) => (file_id === null ? [] : [file_id]));

/** The note for an answer that could not be sent, for types other than text. */
const OFFLINE: Partial<Record<WorkType, 'openWork.offlineChoice' | 'openWork.offlineFiles'>> = {
  MULTIPLE_CHOICE_QUESTION: 'openWork.offlineChoice',
  ASSIGNMENT: 'openWork.offlineFiles',
};

/** Returns the answer for the work's type from the draft. */
function answerOf(type: WorkType, { text, choice, files }: WorkDraft) {
  if (type === 'SHORT_ANSWER_QUESTION') return { type, answer: text };
  if (type === 'MULTIPLE_CHOICE_QUESTION') return { type, answer: choice };
  return { type: 'ASSIGNMENT' as const, attachment: fileIds(files) };
}

/** Returns an error if something is missing. */
function faultIn(type: WorkType, { text, choice }: WorkDraft): string | undefined {
  if (type === 'SHORT_ANSWER_QUESTION' && text.trim() === '') return t('openWork.answerRequired');
  return type === 'MULTIPLE_CHOICE_QUESTION' && choice === null ? t('openWork.choiceRequired') : undefined;
}

/** A student's answer form. The answer is kept on the device until it is handed in. */
export function AnswerForm({ courseId, own: { work, submission }, kept }: { courseId: number; own: OwnWork; kept: KeptDraft }) {
  const { draft, isThere, isKept, change, clear } = kept;
  const [isSending, setSending] = useState(false);
  const [isUploading, setUploading] = useState(false);
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  // The key is the same for every try of the same answer, so that an answer whose receipt was lost is not handed in
  // twice.
  const sent = useRef({ answer: '', key: '' });
  const isFile = work.workType === 'ASSIGNMENT';
  const edit = (part: Partial<WorkDraft>) => {
    setFault(undefined);
    change(part);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    const missing = faultIn(work.workType, draft);
    setFault(missing);
    setFailure(null);
    if (missing !== undefined) {
      setTimeout(() => focusFault(form.current));
      return;
    }
    const answer = answerOf(work.workType, draft);
    const words = JSON.stringify(answer);
    if (sent.current.answer !== words) sent.current = { answer: words, key: randomId() };
    setSending(true);
    try {
      const body = { courseId, courseWorkId: work.id, submissionId: submission.id, id: submission.id, ...answer };
      const { message } = await submit(body, sent.current.key);
      clear();
      showSnack(message);
      await queryClient.invalidateQueries({ queryKey: ['class', courseId] });
    } catch (error) {
      if (isApiError(error, 'VALIDATION_FAILED')) setFault(Object.values(error.errors).flat().join(' '));
      else setFailure(error);
      // It was locked in the meantime. The server's state is shown, and the written text stays on the device.
      if (isApiError(error) && error.status === 409) await queryClient.invalidateQueries({ queryKey: keys.own(courseId, work.id) });
    } finally {
      setSending(false);
    }
  };
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      {isFile && (
        <FileField
          label={t('openWork.yourFile')}
          value={draft.files}
          error={fault}
          disabled={isSending}
          onBusy={setUploading}
          onChange={(files) => edit({ files: files.map(({ file_id, name, mimeType }) => ({ file_id, name, mimeType, url: '' })) })}
        />
      )}
      {work.workType === 'SHORT_ANSWER_QUESTION' && (
        <TextArea
          label={t('openWork.yourAnswer')}
          value={draft.text}
          error={fault}
          rows={8}
          maxLength={20_000}
          dir="auto"
          readOnly={isSending}
          onChange={({ target }) => edit({ text: target.value })}
        />
      )}
      {work.workType === 'MULTIPLE_CHOICE_QUESTION' && (
        <fieldset className={styles.choices} disabled={isSending} data-fault={fault !== undefined || undefined}>
          <legend>{t('openWork.choose')}</legend>
          {work.multipleChoiceQuestion.choices.map((choice) => (
            <label key={choice}>
              <input type="radio" name={`work-${work.id}`} checked={draft.choice === choice} onChange={() => edit({ choice })} />
              <span dir="auto">{choice}</span>
            </label>
          ))}
          {fault !== undefined && (
            <span className={styles.fault} role="alert">
              <IconAlertCircle size={16} />
              {fault}
            </span>
          )}
        </fieldset>
      )}
      {failure !== null &&
        (isApiError(failure) && failure.status === 0 ? (
          <Notice hue="amber" icon={IconWifiOff} assertive>
            {t(isFile || isKept ? (OFFLINE[work.workType] ?? 'openWork.offline') : 'openWork.offlineNotKept')}
          </Notice>
        ) : (
          <Notice>{errorText(failure)}</Notice>
        ))}
      <div className={styles.submitBar}>
        {isThere && (
          <p className={styles.keptNote}>
            <IconDeviceMobileCheck size={16} />
            {isKept ? t('openWork.kept') : t('openWork.notKept')}
          </p>
        )}
        <Button type="submit" variant="filled" size="xl" pending={isSending} disabled={isFile && (isUploading || fileIds(draft.files).length === 0)}>
          {isSending ? t('openWork.submitting') : submission.turned_in_at === null ? t('openWork.submit') : t('openWork.submitAgain')}
        </Button>
      </div>
    </form>
  );
}
