import { computeHalfStep, computeRatingLabel } from '@classwright/rules/questions/ratings';
import type { Column } from '../../../ui/data-table/index.ts';
import { Stars } from '../../../ui/rating/index.ts';
import { ApprovalChip } from '../ApprovalChip.tsx';
import type { QuestionRow } from '../calls.ts';
import { dayAndTime } from '../format.ts';
import { t } from '../t.ts';
import styles from './bank.module.css';

interface BankActions {
  onStatus: (question: QuestionRow) => void;
  onRate: (question: QuestionRow) => void;
}

/** The columns of the bank, in the order of the specification. */
export const bankColumns = ({ onStatus, onRate }: BankActions): readonly Column<QuestionRow>[] => [
  { key: 'title', header: t('bank.column.title'), heading: true, cell: (question) => <TitleCell question={question} /> },
  { key: 'cluster', header: t('bank.column.cluster'), cell: ({ topic_name }) => topic_name },
  { key: 'standard', header: t('bank.column.standard'), cell: ({ standard_name }) => standard_name },
  { key: 'subject', header: t('bank.column.subject'), cell: ({ subject_name }) => subject_name },
  { key: 'grade', header: t('bank.column.grade'), cell: ({ grade_name }) => grade_name },
  { key: 'status', header: t('bank.column.status'), card: 'bare', cell: (question) => <StatusCell question={question} onStatus={onStatus} /> },
  { key: 'approvals', header: t('bank.column.approvals'), align: 'right', cell: ({ total_approval }) => total_approval },
  { key: 'rating', header: t('bank.column.rating'), card: 'bare', cell: (question) => <RatingCell question={question} onRate={onRate} /> },
  { key: 'name', header: t('bank.column.name'), cell: ({ full_name }) => full_name || t('bank.otherSchool') },
  { key: 'dateAdded', header: t('bank.column.dateAdded'), cell: ({ date_added }) => <Moment at={date_added} /> },
  { key: 'dateUpdated', header: t('bank.column.dateUpdated'), card: 'hidden', cell: ({ date_updated }) => <Moment at={date_updated} /> },
];

export const titleOf = ({ title }: Pick<QuestionRow, 'title'>): string => title || t('bank.untitled');

export function TitleCell({ question }: { question: QuestionRow }) {
  return (
    <>
      <span className={styles.title}>{titleOf(question)}</span>
      <span className={styles.type}>{question.type_name}</span>
    </>
  );
}

/** The chip; for whoever can take the next step, the way to it. */
function StatusCell({ question, onStatus }: { question: QuestionRow } & Pick<BankActions, 'onStatus'>) {
  const chip = <ApprovalChip status={question.status_label} />;
  if (question.may.next_status === null) return chip;
  return (
    <button
      type="button"
      className={styles.press}
      aria-label={t('bank.approval.change', { title: titleOf(question), status: question.status_label })}
      title={t('bank.action.moveTo', { status: question.may.next_status })}
      onClick={() => onStatus(question)}
    >
      {chip}
    </button>
  );
}

function RatingCell({ question, onRate }: { question: QuestionRow } & Pick<BankActions, 'onRate'>) {
  const rating = <Rating average={question.average_rating} />;
  if (!question.may.rate) return rating;
  return (
    <button type="button" className={styles.press} title={t('bank.rate.title')} onClick={() => onRate(question)}>
      {rating}
      <span className="visually-hidden">{t('bank.action.of', { action: t('bank.action.rate'), title: titleOf(question) })}</span>
    </button>
  );
}

/** Stars, the nearest half step, and its word. */
export function Rating({ average }: { average: number | null }) {
  return (
    <span className={styles.rating}>
      <Stars value={average === null ? 0 : computeHalfStep(average)} />
      {average === null ? (
        <span className={styles.notRated}>{t('bank.notRated')}</span>
      ) : (
        <span>
          <b>{computeHalfStep(average).toFixed(1)}</b> {computeRatingLabel(average)}
        </span>
      )}
    </span>
  );
}

export function Moment({ at }: { at: string }) {
  const { day, time } = dayAndTime(at);
  return (
    <time dateTime={at} className={styles.moment}>
      {day} <small>{time}</small>
    </time>
  );
}
