import type { Endpoint } from '@classwright/contract/core/endpoint';
import type {
  attendanceDetails,
  attendanceStudents,
  dashboardDefinitions,
  questionBankAccounts,
  questionBankQuestions,
} from '@classwright/contract/overview/dashboards/index';
import type { LessonTurn } from '@classwright/contract/overview/dashboards/live-instructions';
import type { Pagination } from '@classwright/contract/core/fields';
import { keepPreviousData, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { z } from 'zod';
import { api, download, isApiError } from '../../../base/api.ts';
import { openDownload } from '../../../base/open-download.ts';
import { queryClient } from '../../../base/query-client.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';
import type { Asked, Definition, Definitions, Filter, List } from './definitions.ts';
import { t } from '../../../base/t.ts';

/** Numbers by the names of figures; null: there is no data to compute it. */
export type Numbers = Readonly<Record<string, number | null>>;

export type Week = LessonTurn & { week: string; sessions: number };
type Lesson = LessonTurn & { assessment_id: number; title: string; class_name: string; held_on: string };

export interface Figures {
  now: Numbers;
  /** The numbers of the previous period. `isEven`: it has the same number of school days. */
  before: { numbers: Numbers; from: string; to: string; isEven: boolean } | null;
  /** The number of lessons running now. */
  running: number;
  /** The weeks, by their Monday. */
  weeks: readonly Week[];
  /** The newest lessons, and all of them together; null where a dashboard is about something else. */
  lessons: readonly Lesson[];
  whole: (LessonTurn & { since: string | null }) | null;
  /** The account types of the questions' authors. */
  types: readonly Choice[];
}

export interface Row {
  id: number;
  link: string | number | null;
  amount: number | null;
  [column: string]: unknown;
}
export interface RowsAnswer {
  value: number;
  data: Row[];
  pagination: Pagination;
}

/** A call whose path the definitions give: its input are filters, its output is typed here. */
interface Named extends Endpoint {
  readonly query: z.ZodType<unknown, Readonly<Record<string, unknown>>>;
}
interface NamedPost extends Endpoint {
  readonly body: z.ZodType<unknown, Readonly<Record<string, unknown>>>;
}
const at = (path: string) => path as Endpoint['path'];
const get = async <Answer>(path: string, query: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Answer> =>
  (await api<Named>('GET', at(path), { query, signal })) as unknown as Answer;
const post = async <Answer>(path: string, body: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Answer> =>
  (await api<NamedPost>('POST', at(path), { body, signal })) as unknown as Answer;

const OFFERED = 20;
const DEFINITIONS = ['dashboard-definitions'] as const;

export const useDefinitions = (): UseQueryResult<Definitions> =>
  useQuery({ queryKey: DEFINITIONS, queryFn: ({ signal }) => api<typeof dashboardDefinitions>('GET', '/dashboard/definitions', { signal }) });

const isTyped = ({ filters }: Definition, asked: Asked): boolean => filters.some(({ name, kind }) => kind === 'typed' && asked[name] !== undefined);

type Answered = {
  stats?: Numbers;
  before: (Numbers & { from: string; to: string; is_even: boolean }) | null;
  running?: number;
  weeks?: Figures['weeks'];
  lessons?: Figures['lessons'];
  whole?: Figures['whole'];
  account_types?: Choice[];
} & Numbers;

async function loadFigures(definition: Definition, asked: Asked, signal: AbortSignal): Promise<Figures> {
  const answer = isTyped(definition, asked)
    ? await post<Answered>(definition.filter_path, asked, signal)
    : await get<Answered>(definition.figures_path, asked, signal);
  const { before, running = 0, weeks = [], lessons = [], whole = null, account_types: types = [] } = answer;
  return {
    now: definition.is_flat ? answer : (answer.stats ?? {}),
    before: before && { numbers: before, from: before.from, to: before.to, isEven: before.is_even },
    running,
    weeks,
    lessons,
    whole,
    types,
  };
}

const keyOf = ({ name }: Definition) => ['dashboard', name] as const;

const figuresQuery = (definition: Definition, asked: Asked) => ({
  queryKey: [...keyOf(definition), 'figures', asked] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadFigures(definition, asked, signal),
});

const isRefused = ({ state }: { state: { error: unknown } }): boolean => isApiError(state.error, 'VALIDATION_FAILED');

/**
 * Loads the figures of a dashboard. The previous ones stay until those of new filters arrive. Only `reloadData` repeats a
 * refused call.
 */
export const useFigures = (definition: Definition, asked: Asked): UseQueryResult<Figures> =>
  useQuery({ ...figuresQuery(definition, asked), placeholderData: keepPreviousData, enabled: (query) => !isRefused(query) });

/**
 * Loads the figures of all dashboards, each with its own filters. Each can fail and reload separately; the last figures
 * stay until those of new filters arrive. Null filters: not known yet.
 */
export const useAllFigures = (all: readonly { definition: Definition; asked: Asked | null }[]): UseQueryResult<Figures>[] =>
  useQueries({
    queries: all.map(({ definition, asked }) => ({ ...figuresQuery(definition, asked ?? {}), placeholderData: keepPreviousData, enabled: asked !== null })),
  });

/**
 * Reloads figures, rows and students of a dashboard: the visible ones immediately, unless they are about to be loaded
 * with other filters.
 */
export async function reloadData(definition: Definition, { isOtherwise }: { isOtherwise: boolean }): Promise<void> {
  if (!isOtherwise) void queryClient.resetQueries({ queryKey: keyOf(definition), predicate: isRefused });
  await queryClient.invalidateQueries({ queryKey: keyOf(definition), refetchType: isOtherwise ? 'none' : 'active' });
}

export interface RowsAsked {
  figure: string;
  page: number;
  per_page: number;
  sort?: string | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

export const rowsKey = (definition: Definition) => [...keyOf(definition), 'rows'];

/** Loads a page of a figure's rows, with exactly the figure's filters. */
export async function loadRows(definition: Definition, asked: Asked, page: RowsAsked, signal: AbortSignal): Promise<RowsAnswer> {
  const path = `${definition.path}/rows`;
  return isTyped(definition, asked) ? post(path, { ...asked, ...page }, signal) : get(path, { ...asked, ...page }, signal);
}

/** Downloads a figure's rows: in a new window, or on the page itself if typed names must not enter an address. */
export async function downloadRows(definition: Definition, asked: Asked, figure: string, format: 'xlsx' | 'csv'): Promise<void> {
  const path = `${definition.path}/export`;
  if (isTyped(definition, asked)) await download<NamedPost & { download: string }>('POST', at(path), { body: { ...asked, figure, format } });
  else await openDownload(`/api${at(path)}?${new URLSearchParams({ ...asked, figure, format })}`);
}

const loadList = async (list: List, query: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<Choice[]> =>
  (await get<{ data: Choice[] }>(`/dashboard/lists/${list}`, query, signal)).data;

const nameKey = (list: List, id: number) => ['dashboard-name', list, id] as const;

/**
 * Returns the choices of a filter for a typed text. Includes students who left if the filter next to it counts them.
 */
export const choicesOf = (list: List, withLeft: boolean): ChoiceSource => {
  const left = withLeft && list === 'student' ? { left: '1' } : {};
  return {
    name: ['dashboard', list, ...Object.keys(left)].join(' '),
    minLength: 1,
    load: (text, signal) => loadList(list, { query: text, limit: OFFERED, ...left }, signal),
  };
};

/** Stores the name of a choice, since the address has only its id. */
export const keepName = (list: List, { id, name }: Choice): void => void queryClient.setQueryData(nameKey(list, id), name);

/** Returns the names of filter values given by id; a value that no longer exists is shown by its number. */
export function useNames(filters: readonly Filter[], asked: Asked): Readonly<Record<string, string>> {
  const chosen = filters.flatMap(({ name, list }) => (list !== null && /^\d+$/.test(asked[name] ?? '') ? [{ name, list, id: Number(asked[name]) }] : []));
  const found = useQueries({
    queries: chosen.map(({ list, id }) => ({
      queryKey: nameKey(list, id),
      queryFn: async ({ signal }: { signal: AbortSignal }) => (await loadList(list, { id, left: '1' }, signal))[0]?.name ?? `${id}`,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  return Object.fromEntries(chosen.map(({ name, id }, index) => [name, found[index]?.data ?? `${id}`]));
}

export type AttendanceStudents = Awaited<ReturnType<typeof loadStudents>>;

/** Loads a page of the students of the attendance dashboard. */
export async function loadStudents(query: Record<string, unknown>, signal: AbortSignal) {
  const { students, pagination } = await api<typeof attendanceStudents>('POST', '/dashboard/attendance/students', { body: query as never, signal });
  return { data: students, pagination };
}

export const studentsKey = (definition: Definition) => [...keyOf(definition), 'students'];

/** Loads the days of one student. */
export const useDays = (definition: Definition, id: number, asked: Asked) =>
  useQuery({
    queryKey: [...keyOf(definition), 'days', id, asked],
    queryFn: ({ signal }) => api<typeof attendanceDetails>('GET', '/dashboard/attendance/student-details', { query: { ...asked, id } as never, signal }),
  });

export type FoundQuestions = Awaited<ReturnType<typeof loadQuestions>>;

/** Loads a page of the questions that match the filters of My Questions. */
export async function loadQuestions(query: Record<string, unknown>, signal: AbortSignal) {
  const { questions, pagination } = await api<typeof questionBankQuestions>('POST', '/dashboard/question-bank/search/questions', {
    body: query as never,
    signal,
  });
  return { data: questions, pagination };
}

export const questionsKey = (definition: Definition) => [...keyOf(definition), 'questions'];

/** Returns the authors of questions that match the filters, for a typed text. */
export const authorsOf = (asked: Readonly<Record<string, unknown>>): ChoiceSource => ({
  name: `dashboard author ${JSON.stringify(asked)}`,
  minLength: 1,
  load: async (search, signal) =>
    (
      await api<typeof questionBankAccounts>('POST', '/dashboard/question-bank/search/accounts', {
        body: { ...asked, search, per_page: OFFERED } as never,
        signal,
      })
    ).accounts.map(({ id, name, questions }) => ({ id, name, detail: t('dashboards.questionsOf', { count: questions }) })),
});
