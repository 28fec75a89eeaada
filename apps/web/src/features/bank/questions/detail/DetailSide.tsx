import { shortName } from '@classwright/contract/school/files/file-kinds';
import type { ReactNode } from 'react';
import { ViewLink } from '../../../school/files/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Chip } from '../../../../ui/plain/Chip.tsx';
import { IconArrowRight } from '../../../../ui/plain/icons.ts';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { IconPaperclip } from '../../../../ui/feature-icons/icons.ts';
import { useUser } from '../../../../base/use-user.ts';
import { ApprovalChip, DraftChip } from '../ApprovalChip.tsx';
import { Moment, Rating } from '../bank/columns.tsx';
import type { Question } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from './detail.module.css';
import type { assessmentList } from '@classwright/contract/class/assessments/calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../../base/api.ts';

/** The maximum number of one's own assessments listed. Others are only counted. */
const SHOWN = 5;

/** Lists the assessments that use a question: links to one's own, and the total number. */
function UsedBy({ questionId, count }: { questionId: number; count: number }) {
  const own = useQuery({
    queryKey: ['assessments', 'of-question', questionId],
    queryFn: ({ signal }) => api<typeof assessmentList>('GET', '/assessments', { query: { question_id: questionId, per_page: SHOWN }, signal }),
  });
  const named = own.data?.data ?? [];
  const others = count - named.length;
  return (
    <section aria-labelledby="question-used">
      <h3 id="question-used">{t('bank.detail.usedBy')}</h3>
      <ul className={styles.used}>
        {named.map(({ id, title }) => (
          <li key={id}>
            <Link to="/assessments" search={{ assessment: id }}>
              {title}
            </Link>
          </li>
        ))}
        {!own.isPending && others > 0 && <li>{named.length === 0 ? t('bank.detail.used', { count }) : t('bank.detail.usedMore', { count: others })}</li>}
      </ul>
    </section>
  );
}

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
    <Stack as="aside" gap={20} self="start" ground="canvas" className={styles.side} aria-label={t('bank.detail.about')}>
      <Row wrap gap={8}>
        {question.published_state === 'DRAFT' && <DraftChip />}
        <ApprovalChip status={question.status_label} />
        {next && (
          <Button size="s" iconAfter={IconArrowRight} onClick={onStatus}>
            {t('bank.action.moveTo', { status: next })}
          </Button>
        )}
      </Row>
      <Stack as="dl" gap={10} className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </Stack>
      {question.tag.length > 0 && (
        <section aria-labelledby="question-tags">
          <h3 id="question-tags">{t('bank.detail.tags')}</h3>
          <Row as="ul" wrap gap={6} align="stretch">
            {question.tag.map((tag) => (
              <li key={tag}>
                <Chip>{tag}</Chip>
              </li>
            ))}
          </Row>
        </section>
      )}
      {question.google_drive_link.length > 0 && (
        <section aria-labelledby="question-files">
          <h3 id="question-files">{t('bank.detail.files')}</h3>
          <Stack as="ul" gap={6} className={styles.files}>
            {question.google_drive_link.map((file, index) => (
              <li key={index}>
                <IconPaperclip size={18} />
                <span title={file.name}>{shortName(file.name)}</span>
                {(file.file_id !== null || isWebAddress(file.url)) && <ViewLink file={file} />}
              </li>
            ))}
          </Stack>
        </section>
      )}
      {count > 0 && rights.includes('assessments:view') && <UsedBy questionId={question.id} count={count} />}
      {tools && <div>{tools}</div>}
    </Stack>
  );
}

/** Checks for a web address. Anything else is not shown as a link. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
