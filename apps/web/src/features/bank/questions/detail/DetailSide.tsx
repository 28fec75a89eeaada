import { shortName } from '@classwright/contract/school/files/file-kinds';
import type { ReactNode } from 'react';
import { ViewLink } from '../../../school/files/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconArrowRight } from '../../../../ui/plain/icons.ts';
import { IconPaperclip } from '../../../../ui/feature-icons/icons.ts';
import { useUser } from '../../../../base/use-user.ts';
import { ApprovalChip, DraftChip } from '../ApprovalChip.tsx';
import { Moment, Rating } from '../bank/columns.tsx';
import type { Question } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from './detail.module.css';
import { UsedBy } from './UsedBy.tsx';

/** Shows the question's categories, approval and files. */
export function DetailSide({ question, onStatus, tools }: { question: Question; onStatus: () => void; tools: ReactNode }) {
  const { rights } = useUser();
  const count = question.assessment_count ?? 0;
  const facts: [string, ReactNode][] = [
    [t('bank.column.type'), question.type_name],
    [t('bank.column.standard'), question.standard_name],
    [t('bank.column.cluster'), question.topic_name],
    [t('bank.column.subject'), question.subject_name],
    [t('bank.column.grade'), question.grade_name],
    [t('bank.detail.overallGrade'), question.overall_grade],
    [t('bank.column.rating'), <Rating key="rating" average={question.average_rating} />],
    [t('bank.column.approvals'), question.total_approval],
    [t('bank.detail.author'), question.full_name || t('bank.otherSchool')],
    [t('bank.column.dateAdded'), <Moment key="added" at={question.date_added} />],
    [t('bank.column.dateUpdated'), <Moment key="updated" at={question.date_updated} />],
  ];
  const next = question.may.next_status;
  return (
    <aside className={styles.side} aria-label={t('bank.detail.about')}>
      <div className={styles.status}>
        {question.published_state === 'DRAFT' && <DraftChip />}
        <ApprovalChip status={question.status_label} />
        {next && (
          <Button size="s" iconAfter={IconArrowRight} onClick={onStatus}>
            {t('bank.action.moveTo', { status: next })}
          </Button>
        )}
      </div>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {question.tag.length > 0 && (
        <section aria-labelledby="question-tags">
          <h3 id="question-tags">{t('bank.detail.tags')}</h3>
          <ul className={styles.tags}>
            {question.tag.map((tag) => (
              <li key={tag}>
                <Chip>{tag}</Chip>
              </li>
            ))}
          </ul>
        </section>
      )}
      {question.google_drive_link.length > 0 && (
        <section aria-labelledby="question-files">
          <h3 id="question-files">{t('bank.detail.files')}</h3>
          <ul className={styles.files}>
            {question.google_drive_link.map((file, index) => (
              <li key={index}>
                <IconPaperclip size={18} />
                <span title={file.name}>{shortName(file.name)}</span>
                {(file.file_id !== null || isWebAddress(file.url)) && <ViewLink file={file} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {count > 0 && rights.includes('assessments:view') && <UsedBy questionId={question.id} count={count} />}
      {tools && <div>{tools}</div>}
    </aside>
  );
}

/** Checks for a web address. Anything else is not shown as a link. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
