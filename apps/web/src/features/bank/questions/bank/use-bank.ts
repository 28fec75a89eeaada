import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFreshRows, usePagedList } from '../../../../ui/data-table/index.ts';
import { loadQuestion, loadQuestions, PER_PAGE, type Question } from '../calls.ts';
import { listPart, type BankSearch } from '../search.ts';

/** Loads a page of the bank from the address, with questions saved on it a moment ago. */
export function useBank(search: BankSearch, scope: 'own' | 'all') {
  const queries = useQueryClient();
  const { page = 1, per_page = PER_PAGE, scroll: _scroll, ...asked } = listPart(search);
  const query = { ...asked, scope };
  const paged = { ...query, page, per_page };
  const { list, rows, isFresh, point } = useFreshRows(usePagedList(['questions', 'list'], paged, loadQuestions), paged);
  return {
    list,
    rows,
    /** The query without paging. */
    query,
    isFresh,
    /** Reloads everything about questions and highlights the given one. */
    renew(question?: Question): void {
      point(question?.published_state === 'PUBLISHED' ? [question] : []);
      void queries.invalidateQueries({ queryKey: ['questions'] });
      void queries.invalidateQueries({ queryKey: ['choices', 'question-tags'] });
    },
  };
}

export const useQuestion = (id: number) =>
  useQuery({ queryKey: ['questions', 'one', id], queryFn: ({ signal }) => loadQuestion(id, signal), gcTime: 0, staleTime: 0 });
