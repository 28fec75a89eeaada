import type {
  assessmentArchive,
  assessmentCreate,
  assessmentDelete,
  assessmentGet,
  assessmentHint,
  assessmentList,
  AssessmentRowView,
  assessmentUpdate,
  AssessmentView,
} from '@classwright/contract/class/assessments/calls';
import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { levelCourses } from '@classwright/contract/class/classes/calls';
import type { classAccountList } from '@classwright/contract/class/students/calls';
import type { topicCreate, topicList } from '@classwright/contract/class/classes/topics';
import { api } from '../../../base/api.ts';
import { listApi } from '../../../base/list-api.ts';
import type { Choice, ChoiceSource } from '../../../ui/form/index.ts';

export type Assessment = AssessmentView;
export type AssessmentRow = AssessmentRowView;
/** The body that the form sends. */
export type AssessmentBody = CallArguments<typeof assessmentCreate>['body'];

const PER_PAGE = 25;

export const loadAssessments = (query: Omit<CallArguments<typeof assessmentList>['query'], 'per_page'>, signal: AbortSignal) =>
  api<typeof assessmentList>('GET', '/assessments', { query: { ...query, per_page: PER_PAGE }, signal });
export const loadAssessment = async (id: number, signal: AbortSignal): Promise<Assessment> =>
  (await api<typeof assessmentGet>('GET', '/assessments/:id', { params: { id }, signal })).assessment;
export const archiveAssessment = (id: number, is_archived: boolean) =>
  api<typeof assessmentArchive>('POST', '/archive/assessment', { body: { id, is_archived } });
export const deleteAssessment = (id: number) => api<typeof assessmentDelete>('DELETE', '/assessments/:id', { params: { id } });

/**
 * Saves an assessment. A repeat under the same key takes effect once; an edit of a version that is not the newest is
 * refused.
 */
export const saveAssessment = (body: AssessmentBody, on: { id: number; updated_at: string } | null, idempotencyKey: string) =>
  on
    ? api<typeof assessmentUpdate>('PUT', '/assessments/:id', { params: { id: on.id }, body: { ...body, updated_at: on.updated_at }, idempotencyKey })
    : api<typeof assessmentCreate>('POST', '/assessments', { body, idempotencyKey });

export const loadHints = async (questions: readonly number[], signal: AbortSignal) =>
  (await api<typeof assessmentHint>('POST', '/assessments-hint', { body: { questions: [...questions] }, signal })).hints;

export const addTopic = async (classId: number, name: string) =>
  (await api<typeof topicCreate>('POST', '/topics', { body: { name, external_course_id: classId } })).topic;

/** A source of choices for a field, which also finds the name of a choice known only by its id. */
export interface Lookup extends ChoiceSource {
  one: (id: number, signal: AbortSignal) => Promise<Choice | undefined>;
}

const whole = (name: string, load: (signal: AbortSignal) => Promise<Choice[]>): Lookup => ({
  name,
  isWhole: true,
  load: (_text, signal) => load(signal),
  one: async (id, signal) => (await load(signal)).find((choice) => choice.id === id),
});

type Kept = '/levels' | '/protocols' | '/groups' | '/standard' | '/question/subjects' | '/question/grades';
const OFFERED = 20;

async function loadKept(path: Kept | '/assessment/periods', query: Record<string, unknown>, signal: AbortSignal) {
  return (await listApi<{ data: unknown[] }>('GET', path, { query, signal })).data;
}
const toChoice = ({ id, name }: Choice): Choice => ({ id, name });

/** Returns a whole list that administrators edit. */
export const wholeList = (path: '/levels' | '/protocols'): Lookup =>
  whole(`${path} all`, async (signal) => ((await loadKept(path, { search_text: '' }, signal)) as Choice[]).map(toChoice));

/** Returns a list that administrators edit, found while typing. Inactive groups are not offered. */
export const keptList = (path: Kept): Lookup => ({
  name: path,
  load: async (text, signal) => {
    const query = { search_text: text, page: 1, per_page: OFFERED, ...(path === '/groups' && { is_active: true }) };
    return ((await loadKept(path, query, signal)) as Choice[]).map(toChoice);
  },
  one: async (id, signal) => toChoice((await listApi<{ data: Choice }>('GET', `${path}/:id`, { params: { id }, signal })).data),
});

interface Period {
  id: number;
  name: string;
  start_time: string;
  end_time: string;
}
const inWords = ({ name, start_time, end_time }: Period): string => `${name} (${start_time.slice(0, 5)} – ${end_time.slice(0, 5)})`;

/** Returns periods; for a class and a day the free ones, and the chosen one. */
export const periods = (narrowed: { class_id: number; schedule_date: string; period_id: number | null } | null = null): Lookup =>
  whole(`/assessment/periods ${JSON.stringify(narrowed)}`, async (signal) =>
    ((await loadKept('/assessment/periods', { search_text: '', ...narrowed }, signal)) as Period[]).map((period) => ({ id: period.id, name: inWords(period) })),
  );

/** Returns the classes that this person teaches: of a level, or all of them. */
export const classesOf = (levelId: number | null): Lookup =>
  whole(`/level/courses ${levelId}`, async (signal) => {
    const { data } = await api<typeof levelCourses>('GET', '/level/courses', { query: levelId === null ? {} : { level_id: levelId }, signal });
    return data.map(({ id, name, section }) => ({ id, name: name.includes(section) ? name : `${name} (${section})` }));
  });

/** Returns a class that this person teaches, with its level; undefined: it is none of them. */
export const loadOwnClass = async (classId: number, signal: AbortSignal) =>
  (await api<typeof levelCourses>('GET', '/level/courses', { query: {}, signal })).data.find(({ id }) => id === classId);

/** Returns true when this person chooses the owner of an assessment. */
export const loadChoosesAccount = async (signal: AbortSignal): Promise<boolean> =>
  (await api<typeof levelCourses>('GET', '/level/courses', { query: {}, signal })).chooses_account;

export const topicsOf = (classId: number): Lookup =>
  whole(`/topics ${classId}`, async (signal) => {
    const { data } = await api<typeof topicList>('GET', '/topics', { query: { courseId: classId }, signal });
    return data.map(toChoice);
  });

/** Returns the possible owners of an assessment: the class's owner and teachers. */
export const teachersOf = (classId: number): Lookup =>
  whole(`/class-wise-account-list ${classId}`, async (signal) => {
    const { data } = await api<typeof classAccountList>('GET', '/class-wise-account-list', { query: { class_id: classId }, signal });
    return data.filter(({ role }) => role === 'TEACHER').map(({ id, name, email }) => ({ id, name: name || email }));
  });
