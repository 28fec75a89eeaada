import { bankMomentOf } from '../../../../base/special-dates.ts';
import { computeHalfStep } from '@classwright/rules/questions/ratings';
import { computePercent } from '@classwright/rules/live/figures/distribution';
import { formatFixed } from '@classwright/rules/round';
import { locale } from '../../../../base/language.ts';
import type { Column } from '../../../../ui/data-table/index.ts';
import { Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { Stars } from '../../../../ui/rating/index.ts';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { ApprovalChip } from '../ApprovalChip.tsx';
import type { QuestionRow } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { WorthChip } from '../WorthChip.tsx';
import { ratingWords, statusWords } from '../question-words.ts';
import styles from './bank.module.css';

interface BankActions {
  /** True when the person may see how questions did in lessons. */
  seesFigures: boolean;
  onStatus: (question: QuestionRow) => void;
  onRate: (question: QuestionRow) => void;
}

const timesAsked = (): Column<QuestionRow> => ({
  key: 'timesAsked',
  header: t('bank.column.timesAsked'),
  align: 'end',
  sortable: true,
  cell: ({ figures }) => figures?.times_asked,
});

const worth = (): Column<QuestionRow> => ({
  key: 'worth',
  header: t('bank.column.worth'),
  nowrap: true,
  card: 'bare',
  cell: ({ figures }) => figures?.worth && <WorthChip worth={figures.worth} />,
});

/** Returns the bank's columns, in the specification's order. */
export const bankColumns = ({ seesFigures, onStatus, onRate }: BankActions): readonly Column<QuestionRow>[] => [
  { key: 'title', header: t('bank.column.title'), heading: true, sortable: true, width: 340, cell: (question) => <TitleCell question={question} /> },
  { key: 'cluster', extra: true, header: t('bank.column.cluster'), cell: ({ topic_name }) => topic_name },
  { key: 'standard', header: t('bank.column.standard'), cell: ({ standard_name }) => <Standard name={standard_name} /> },
  { key: 'subject', header: t('bank.column.subject'), cell: ({ subject_name }) => subject_name },
  { key: 'grade', header: t('bank.column.grade'), nowrap: true, cell: ({ grade_name }) => grade_name },
  { key: 'status', header: t('bank.column.status'), width: 140, card: 'bare', cell: (question) => <StatusCell question={question} onStatus={onStatus} /> },
  { key: 'approvals', header: t('bank.column.approvals'), align: 'end', card: 'hidden', sortable: true, cell: ({ total_approval }) => total_approval },
  { key: 'rating', header: t('bank.column.rating'), card: 'bare', sortable: true, cell: (question) => <RatingCell question={question} onRate={onRate} /> },
  ...(seesFigures ? [timesAsked(), worth()] : []),
  { key: 'name', header: t('bank.column.name'), cell: ({ full_name }) => full_name || t('bank.otherSchool') },
  { key: 'dateAdded', extra: true, header: t('bank.column.dateAdded'), sortable: true, cell: ({ date_added }) => <Moment at={date_added} /> },
  {
    key: 'dateUpdated',
    extra: true,
    header: t('bank.column.dateUpdated'),
    card: 'hidden',
    sortable: true,
    cell: ({ date_updated }) => <Moment at={date_updated} />,
  },
];

export const titleOf = ({ title }: Pick<QuestionRow, 'title'>): string => title || t('bank.untitled');

export function TitleCell({ question }: { question: QuestionRow }) {
  return (
    <>
      <span className={styles.title} data-title>
        <MathText text={titleOf(question)} />
      </span>
      <Text as="span" size={12.5} weight={400} tone="dimmed" className={styles.type}>
        {question.type_name}
        {question.figures && <Figures of={question.figures} />}
      </Text>
    </>
  );
}

/** Shows how a question did in its last lesson, for staff. */
function Figures({ of: { share_right, gain, times_asked } }: { of: NonNullable<QuestionRow['figures']> }) {
  const words = [
    share_right === null ? null : t('bank.figures.right', { percent: computePercent(share_right) }),
    gain === null ? null : t('bank.figures.gain', { gain: formatFixed(gain, 2) }),
  ].filter((part) => part !== null);
  return words.length === 0 ? null : (
    <Text as="span" tone="text" numbers nowrap className={styles.figures} title={t('bank.figures.asked', { count: times_asked })}>
      {words.join(' · ')}
    </Text>
  );
}

/** Shows a standard's code, which teachers know, and its full name on hover. */
function Standard({ name }: { name: string | null }) {
  const code = name === null ? undefined : /^(\S*\d\S*)\s+\S/.exec(name)?.[1];
  return code ? (
    <span title={name ?? undefined}>
      {code}
      <span className="visually-hidden">{name?.slice(code.length)}</span>
    </span>
  ) : (
    name
  );
}

/** The approval status. For people who can take the next step, it opens that step. */
function StatusCell({ question, onStatus }: { question: QuestionRow } & Pick<BankActions, 'onStatus'>) {
  const chip = <ApprovalChip status={question.status_label} />;
  if (question.may.next_status === null) return chip;
  return (
    <button
      type="button"
      className={styles.press}
      aria-label={t('bank.approval.change', { title: titleOf(question), status: statusWords(question.status_label) })}
      title={t('bank.action.moveTo', { status: statusWords(question.may.next_status) })}
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

/** Shows a rating as stars, to the nearest half, and as a word. */
export function Rating({ average }: { average: number | null }) {
  return (
    <Stack as="span" inline size={12.5} nowrap className={styles.rating}>
      <Stars value={average === null ? 0 : computeHalfStep(average)} />
      {average === null ? (
        <Text as="span" tone="dimmed" className={styles.notRated}>
          {t('bank.notRated')}
        </Text>
      ) : (
        <span>
          <b>{new Intl.NumberFormat(locale(), { minimumFractionDigits: 1 }).format(computeHalfStep(average))}</b> {ratingWords(average)}
        </span>
      )}
    </Stack>
  );
}

export function Moment({ at }: { at: string }) {
  const { day, time } = bankMomentOf(at);
  return (
    <Text as="time" dateTime={at} numbers nowrap className={styles.moment}>
      {day} <small>{time}</small>
    </Text>
  );
}
