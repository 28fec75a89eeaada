import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable, type Column, type ListState } from '../../../ui/data-table/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconCheck } from '../../../ui/plain/icons.ts';
import { Rating, TitleCell, titleOf } from '../bank/columns.tsx';
import { loadWholeQuestions, type Question, type QuestionQuery } from '../calls.ts';
import { t } from '../t.ts';

export interface QuestionPickerProps {
  /** Those that are chosen already. */
  chosen: readonly number[];
  onChoose: (question: Question) => void;
  /** What may be chosen: "type_id: 1" for lessons, a grade, a subject. */
  narrowed?: Omit<QuestionQuery, 'page' | 'per_page' | 'search_text'>;
}

const PER_PAGE = 8;

/** The bank in small, to choose existing questions for something else. */
export function QuestionPicker({ chosen, onChoose, narrowed = {} }: QuestionPickerProps) {
  const [state, setState] = useState<ListState>({});
  const query = { ...narrowed, page: state.page ?? 1, search_text: state.search_text ?? '', per_page: PER_PAGE };
  const list = useQuery({
    queryKey: ['questions', 'whole', query],
    queryFn: ({ signal }) => loadWholeQuestions(query, signal),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<Question>[] = [
    { key: 'title', header: t('bank.column.title'), heading: true, cell: (question) => <TitleCell question={question} /> },
    { key: 'subject', header: t('bank.column.subject'), cell: ({ subject_name }) => subject_name },
    { key: 'grade', header: t('bank.column.grade'), cell: ({ grade_name }) => grade_name },
    { key: 'rating', header: t('bank.column.rating'), card: 'bare', cell: ({ average_rating }) => <Rating average={average_rating} /> },
    { key: 'name', header: t('bank.column.name'), cell: ({ full_name }) => full_name || t('bank.otherSchool') },
    {
      key: 'choose',
      header: t('bank.picker.choose'),
      card: 'bare',
      cell: (question) => {
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
      },
    },
  ];
  return (
    <DataTable
      caption={t('bank.picker.title')}
      columns={columns}
      rowKey={({ id }) => id}
      list={list}
      state={state}
      onState={setState}
      empty={
        <EmptyState compact title={t('bank.none')}>
          {t('bank.noneHint')}
        </EmptyState>
      }
    />
  );
}
