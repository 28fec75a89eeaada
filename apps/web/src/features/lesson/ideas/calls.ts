import type {
  EvidenceView,
  ideaAnswers,
  ideaEvidence,
  ideaName,
  IdeaRef,
  ideaTable,
  nextQuestions,
  questionIdeas,
} from '@classwright/contract/lesson/ideas/calls';
import type { ideas } from '@classwright/contract/lists/idea';
import { computeShareInterval, type Tally } from '@classwright/rules/ideas/share';
import { api } from '../../../base/api.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import type { ChoiceSource } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import type { IdeasSearch } from './search.ts';

/** The key of everything about ideas in the cache. */
export const IDEAS = ['ideas'] as const;

export const loadTable = ({ class_id, school_id, level_id, year }: IdeasSearch, signal: AbortSignal) =>
  api<typeof ideaTable>('GET', '/idea-table', {
    query: { ...(class_id && { class_id }), ...(school_id && { school_id }), ...(level_id && { level_id }), ...(year && { year }) },
    signal,
  });
export type IdeaTableData = Awaited<ReturnType<typeof loadTable>>;

export const loadEvidence = (id: number, signal: AbortSignal) => api<typeof ideaEvidence>('GET', '/ideas/:id/evidence', { params: { id }, signal });

export const loadAnswers = (id: number, assessment_id: number, signal: AbortSignal) =>
  api<typeof ideaAnswers>('GET', '/ideas/:id/answers', { params: { id }, query: { assessment_id }, signal });

export const loadQuestionIdeas = (id: number, signal: AbortSignal) => api<typeof questionIdeas>('GET', '/questions/:id/ideas', { params: { id }, signal });

export const loadNextQuestions = (query: { class_id: number; idea_id?: number; topic_id?: number; standard_id?: number }, signal: AbortSignal) =>
  api<typeof nextQuestions>('GET', '/next-questions', { query, signal });

/** A response that is named, and the idea that the person saw; undefined: any is replaced. */
export interface NamedResponse {
  response_id: number;
  idea_id: number | null;
  seen_idea_id?: number | null;
}

/** Says which ideas responses stand for, shows the result with Undo, and calls `onChanged` after each of both. */
export async function nameResponses(responses: readonly NamedResponse[], onChanged: () => void): Promise<void> {
  const send = async (named: readonly NamedResponse[]) => api<typeof ideaName>('POST', '/idea-responses', { body: { responses: [...named] } });
  const { message, before } = await send(responses);
  onChanged();
  showSnack(message, {
    undo: async () => {
      const undone = await send(before);
      onChanged();
      return undone.message;
    },
  });
}

/** Creates an idea of the caller's school. */
export async function createIdea(name: string, sentence: string): Promise<IdeaRef> {
  const { idea } = await api<typeof ideas.endpoints.create>('POST', '/ideas', { body: { name, sentence } });
  return { id: idea.id, name: idea.name, sentence: idea.sentence };
}

/** The ideas of the school and the shared ones, found while typing. */
export const ideaChoices: ChoiceSource = {
  name: 'ideas',
  load: async (text, signal) => {
    const { data } = await api<typeof ideas.endpoints.list>('GET', '/ideas', { query: { search_text: text, per_page: 30 }, signal });
    return data.map(({ id, name, sentence }) => ({ id, name, detail: sentence }));
  },
};

export const reportFailure = (failure: unknown): void => showSnack(errorText(failure), { color: 'red', timeout: 10_000 });

const percentOf = (share: number): number => Math.round(share * 100);

/** Returns "9 of 28". */
export const tallyText = ({ count, of }: Tally): string => t('idea.tally', { count, whole: of });

/** Returns "32% (9 of 28; probably 18% to 51%)". */
export function shareText(tally: Tally): string {
  const { low = 0, high = 1 } = computeShareInterval(tally) ?? {};
  const [from, to] = [percentOf(low), percentOf(high)];
  return t('idea.share', { percent: percentOf(tally.count / tally.of), count: tally.count, whole: tally.of, from, to });
}

/** Returns the name of a school year: "2026–27". */
export const yearText = (year: number): string => t('idea.yearName', { from: String(year), to: String((year + 1) % 100).padStart(2, '0') });

/** The moments of evidence, in their order. */
export const MOMENTS = ['first', 'second', 'transfer', 'week', 'weeks'] as const satisfies readonly (keyof EvidenceView)[];
