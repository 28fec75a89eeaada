import { computePercent } from '@classwright/rules/live/figures/distribution';
import { formatFixed } from '@classwright/rules/round';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useUser } from '../../../../base/use-user.ts';
import { DataTable, type Column, type ListState, usePagedList } from '../../../../ui/data-table/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconCheck } from '../../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { MathText } from '../../../../ui/rich-text/MathText.tsx';
import { RichTextView } from '../../../../ui/rich-text/RichTextView.tsx';
import { ApprovalChip } from '../ApprovalChip.tsx';
import { Rating, TitleCell, titleOf } from '../bank/columns.tsx';
import { useQuestion } from '../bank/use-bank.ts';
import { loadWholeQuestions, type Question, type QuestionQuery } from '../calls.ts';
import { Responses } from '../detail/Parts.tsx';
import { loadName, type LookupField } from '../lookups.ts';
import { t } from '../../../../base/t.ts';
import styles from './picker.module.css';

/** The filters that a press can apply to the list. */
type Offered = Partial<Record<Extract<LookupField, 'standard_id' | 'question_subject_id'>, number>>;

export interface QuestionPickerProps {
  /** The questions that are already chosen. */
  chosen: readonly number[];
  onChoose: (question: Question) => void;
  /** The limits on the questions: "type_id: 1" for lessons, a grade, a subject. */
  narrowed?: Omit<QuestionQuery, 'page' | 'per_page' | 'search_text'>;
  /** The topic that the questions are for. A press narrows the list to a part of it. */
  offered?: Offered;
  /** Questions about the same idea as this one come first. */
  like?: number | undefined;
}

const PER_PAGE = 8;

/** A small question bank for choosing existing questions: the list, with a preview next to it. */
export function QuestionPicker({ chosen, onChoose, narrowed = {}, offered = {}, like }: QuestionPickerProps) {
  const { rights } = useUser();
  const [state, setState] = useState<ListState>({});
  const [filters, setFilters] = useState<Offered>({});
  const [looked, setLooked] = useState<Question | null>(null);
  const query = {
    ...narrowed,
    ...filters,
    ...(like !== undefined && { like }),
    page: state.page ?? 1,
    search_text: state.search_text ?? '',
    per_page: PER_PAGE,
  };
  const list = usePagedList(['questions', 'whole'], query, loadWholeQuestions);
  const shown = looked ?? list.data?.data.find(({ id }) => id !== like) ?? null;
  const toggle = (field: keyof Offered) => {
    const { [field]: on, ...others } = filters;
    setState({ ...(state.search_text ? { search_text: state.search_text } : {}) });
    setFilters(on === undefined ? { ...filters, ...(offered[field] !== undefined && { [field]: offered[field] }) } : others);
  };
  const choose = (question: Question) => {
    const isChosen = chosen.includes(question.id);
    return (
      <Button
        size="s"
        {...(isChosen && { icon: IconCheck })}
        disabled={isChosen}
        aria-label={t('bank.picker.chooseNamed', { title: titleOf(question) })}
        onClick={() => onChoose(question)}
      >
        {t(isChosen ? 'bank.picker.chosen' : 'bank.picker.choose')}
      </Button>
    );
  };
  const seesFigures = rights.includes('item-analysis:view');
  const columns: readonly Column<Question>[] = [
    { key: 'title', header: t('bank.column.title'), heading: true, cell: (question) => <TitleCell question={question} /> },
    { key: 'cluster', header: t('bank.column.cluster'), cell: ({ topic_name }) => topic_name },
    { key: 'grade', header: t('bank.column.grade'), nowrap: true, cell: ({ grade_name }) => grade_name },
    { key: 'status', header: t('bank.column.status'), card: 'bare', cell: ({ status_label }) => <ApprovalChip status={status_label} /> },
    ...(seesFigures
      ? [
          {
            key: 'asked',
            header: t('bank.column.timesAsked'),
            align: 'end' as const,
            cell: ({ figures }: Question) => figures?.times_asked ?? t('bank.picker.neverShort'),
          },
        ]
      : []),
    { key: 'rating', header: t('bank.column.rating'), card: 'bare', cell: ({ average_rating }) => <Rating average={average_rating} /> },
    { key: 'choose', header: t('bank.picker.choose'), card: 'bare', cell: choose },
  ];
  const fields = (Object.keys(offered) as (keyof Offered)[]).filter((field) => offered[field] !== undefined);
  return (
    <div className={styles.picker}>
      <div className={styles.list}>
        <DataTable
          caption={t('bank.picker.title')}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          state={state}
          onState={setState}
          tools={fields.map((field) => (
            <FilterToggle key={field} field={field} id={offered[field] as number} isOn={filters[field] !== undefined} onToggle={() => toggle(field)} />
          ))}
          renderOpen={(question, words, className) => (
            <button
              type="button"
              data-look
              className={className}
              aria-pressed={shown?.id === question.id}
              aria-label={titleOf(question)}
              onClick={() => setLooked(question)}
            >
              {words}
            </button>
          )}
          empty={
            <EmptyState compact title={t(Object.keys(filters).length > 0 ? 'bank.noneFound' : 'bank.none')}>
              {t(Object.keys(filters).length > 0 ? 'bank.picker.takeOff' : 'bank.noneHint')}
            </EmptyState>
          }
        />
      </div>
      {shown && <Preview key={shown.id} row={shown} choose={choose} />}
    </div>
  );
}

/** Shows how the question did in its last lesson, for staff. */
function Figures({ of }: { of: NonNullable<Question['figures']> | null }) {
  if (of === null) return <p className={styles.figures}>{t('bank.picker.never')}</p>;
  const { times_asked, share_right, share_second, gain } = of;
  const shares =
    share_right === null
      ? null
      : share_second === null
        ? t('bank.figures.right', { percent: computePercent(share_right) })
        : t('bank.picker.shares', { first: computePercent(share_right), second: computePercent(share_second) });
  const words = [t('bank.picker.asked', { count: times_asked }), shares, gain === null ? null : t('bank.figures.gain', { gain: formatFixed(gain, 2) })];
  return <p className={styles.figures}>{words.filter((part) => part !== null).join(' · ')}</p>;
}

/** A button that turns a filter on or off. */
function FilterToggle({ field, id, isOn, onToggle }: { field: keyof Offered; id: number; isOn: boolean; onToggle: () => void }) {
  const name = useQuery({ queryKey: ['choices', field, 'one', id], queryFn: ({ signal }) => loadName(field, id, signal) });
  return (
    <Button size="s" variant={isOn ? 'light' : 'default'} {...(isOn && { icon: IconCheck })} aria-pressed={isOn} onClick={onToggle}>
      {name.data?.name ?? '…'}
    </Button>
  );
}

/** Previews the question as students would see it, with the reasoning behind each response. */
function Preview({ row, choose }: { row: Question; choose: (question: Question) => ReactNode }) {
  const { data, error, isFetching, refetch } = useQuestion(row.id);
  return (
    <section className={styles.preview} aria-label={t('bank.picker.preview')}>
      <h3>
        <MathText text={titleOf(row)} />
      </h3>
      {data ? (
        <>
          {data.figures !== undefined && <Figures of={data.figures} />}
          {data.description.content.length > 0 && <RichTextView document={data.description} />}
          <Responses responses={data.responses} />
          {choose(data)}
        </>
      ) : error && !isFetching ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </section>
  );
}
