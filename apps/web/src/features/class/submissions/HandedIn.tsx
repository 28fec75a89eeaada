import type { SubmissionView } from '@classwright/contract/class/submissions/calls';
import { IconPaperclip } from '../../../ui/feature-icons/icons.ts';
import { FilePreview, ViewLink } from '../../school/files/index.ts';
import { t } from '../../../base/t.ts';
import styles from './work.module.css';

/** Shows what was handed in: files with a preview of each, a text, or a choice. Renders null if there is nothing. */
export function HandedIn({ submission, previews = false }: { submission: SubmissionView; previews?: boolean }) {
  const { attachments } = submission.assignmentSubmission;
  const text = submission.shortAnswerSubmission.answer ?? submission.multipleChoiceSubmission.answer;
  return (
    <>
      {text !== null && (
        <p className={styles.answerText} dir="auto">
          {text}
        </p>
      )}
      {attachments.map(({ title, file, driveFile, is_work_product }, index) => (
        <div key={index} className={styles.attachment}>
          <div className={styles.attachmentBar}>
            <IconPaperclip size={18} />
            <span dir="auto">{title}</span>
            {is_work_product && <small>{t('openWork.productHint')}</small>}
            {file && <ViewLink file={{ file_id: driveFile.id, name: title, url: file.url, mimeType: file.type }} />}
          </div>
          {file === null ? <p className={styles.none}>{t('openWork.fileGone')}</p> : previews && <FilePreview file={file} />}
        </div>
      ))}
    </>
  );
}

/** Checks whether a submission contains anything that was handed in. */
export const hasAnswer = ({ assignmentSubmission, shortAnswerSubmission, multipleChoiceSubmission }: SubmissionView): boolean =>
  assignmentSubmission.attachments.length > 0 || shortAnswerSubmission.answer !== null || multipleChoiceSubmission.answer !== null;
