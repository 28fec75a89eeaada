import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadQuestion, loadQuestions, PER_PAGE, type Question, type QuestionRow } from '../calls.ts';
import { listPart, type BankSearch } from '../search.ts';

/** One page of the bank as the address says; a newer question to the server cancels the one before. */
export function useBank(search: BankSearch, scope: 'own' | 'all') {
  const queries = useQueryClient();
  const { page = 1, per_page = PER_PAGE, ...asked } = listPart(search);
  const query = { ...asked, page, per_page, scope };
  const on = JSON.stringify(query);
  const [fresh, setFresh] = useState<{ question: Question; on: string } | null>(null);
  const list = useQuery({ queryKey: ['questions', 'list', query], queryFn: ({ signal }) => loadQuestions(query, signal), placeholderData: keepPreviousData });
  const rows = list.data?.data ?? [];
  // what was saved a moment ago may belong to another page; it is seen all the same until one goes on
  const added = fresh?.on === on && fresh.question.published_state === 'PUBLISHED' && !rows.some(({ id }) => id === fresh.question.id) ? [fresh.question] : [];
  return {
    list: (added.length > 0 && list.data
      ? {
          ...list,
          data: {
            ...list.data,
            data: [...added, ...rows],
            pagination: list.data.pagination.total > 0 ? list.data.pagination : { ...list.data.pagination, total: 1, from: 1, to: 1 },
          },
        }
      : list) as typeof list,
    rows,
    isFresh: ({ id }: QuestionRow) => fresh?.on === on && fresh.question.id === id,
    /** Loads everything about questions anew; this one is pointed out. */
    renew(question?: Question): void {
      setFresh(question ? { question, on } : null);
      void queries.invalidateQueries({ queryKey: ['questions'] });
      void queries.invalidateQueries({ queryKey: ['choices', 'question-tags'] });
    },
  };
}

export const useQuestion = (id: number) =>
  useQuery({ queryKey: ['questions', 'one', id], queryFn: ({ signal }) => loadQuestion(id, signal), gcTime: 0, staleTime: 0 });
