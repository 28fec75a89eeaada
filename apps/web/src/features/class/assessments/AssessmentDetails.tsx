import type { AssessmentView } from '@classwright/contract/class/assessments/calls';
import { dayOf, dayOn, timeOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { IconPaperclip } from '../../../ui/feature-icons/icons.ts';
import { StatusChip } from '../../../ui/plain/StatusChip.tsx';
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx';
import styles from './Assessments.module.css';

/** Shows the time, place and purpose. Fields without a value are left out. */
export function AssessmentDetails({ assessment }: { assessment: AssessmentView }) {
  const { schedule_time: schedule } = assessment;
  const times = [schedule.start_time, schedule.end_time]
    .filter((time) => time !== null)
    .map(timeOn)
    .join(' – ');
  const date = schedule.schedule_date ?? assessment.schedule_date;
  const facts: [string, string | number | null][] = [
    [t('assessments.course'), assessment.course],
    [t('assessments.scheduleDate'), date && dayOn(date)],
    [t('assessments.time'), times || null],
    [t('assessments.period'), assessment.period_name],
    [t('assessments.standard'), assessment.standard_name],
    [t('assessments.grade'), assessment.level_name],
    [t('assessments.subject'), assessment.subject_name],
    [t('assessments.topic'), assessment.topic_name],
    [t('assessments.questionGrade'), assessment.grade_name],
    [t('assessments.protocol'), assessment.protocol_name],
    [t('assessments.group'), assessment.group_name],
    [t('assessments.maxPoint'), assessment.max_point],
    [t('assessments.owner'), assessment.account_name],
    [t('assessments.createdAt'), dayOf(assessment.created_at)],
  ];
  return (
    <>
      <div>
        <StatusChip status={assessment.status === 'finished' ? 'finished' : 'active'} />
      </div>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {assessment.description.content.length > 0 && <RichTextView document={assessment.description} />}
      {assessment.google_drive_link.length > 0 && <Attachments links={assessment.google_drive_link} />}
    </>
  );
}

/** Shows attached files and pages. Each opens in a new window. */
export function Attachments({ links }: { links: readonly { name: string; url: string }[] }) {
  return (
    <ul className={styles.attachments} aria-label={t('assessments.attachments')}>
      {links.map(({ name, url }) => (
        <li key={`${name}${url}`}>
          <a href={url} target="_blank" rel="noopener noreferrer">
            <IconPaperclip size={16} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
