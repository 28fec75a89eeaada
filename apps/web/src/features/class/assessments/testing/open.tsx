import { openScreen, pageOf } from '../../../../testing/open-screen.tsx';
import { failure, scriptFetch, success } from '../../../../testing/scripted-fetch.ts';
import { AssessmentsScreen } from '../AssessmentsScreen.tsx';
import { makeAssessment, makeRow } from './assessment.ts';

type Answers = Parameters<typeof scriptFetch>[0];

export const ALL = ['view', 'create', 'edit', 'delete'].map((action) => `assessments:${action}`);

/** The data of the simulated server: two of every choice, and one assessment. */
const answers = (more: Answers = {}): Answers => ({
  'GET /assessments': pageOf([makeRow()]),
  'GET /assessments/5': success({ assessment: makeAssessment() }),
  'GET /levels': pageOf([{ id: 8, name: 'Grade 9' }]),
  'GET /protocols': pageOf([{ id: 10, name: 'Peer instruction' }]),
  'GET /groups': pageOf([{ id: 12, name: 'Whole class' }]),
  'GET /standard': pageOf([{ id: 3, name: 'PS3.A' }]),
  'GET /question/subjects': pageOf([{ id: 4, name: 'Physics' }]),
  'GET /question/grades': pageOf([{ id: 6, name: 'Ages 14–16' }]),
  'GET /assessment/periods': pageOf([{ id: 9, name: 'Period 3', start_time: '10:15', end_time: '11:05' }]),
  'GET /level/courses': success({
    data: [{ id: 1, name: 'Physics 9B', section: '9B', level_id: 8, level_name: 'Grade 9', local: { id: 1 } }],
    chooses_account: false,
  }),
  'GET /topics': success({ data: [{ id: 11, name: 'Circuits' }], topics: [] }),
  'GET /settings/school': success({ launcher: [] }),
  'POST /assessments-hint': success({ hints: [] }),
  'GET /auth/me': failure(503, 'UNAVAILABLE'),
  ...more,
});

/** Opens the screen with these rights, and returns its calls to the server. */
export function open(search = '', more: Answers = {}, { rights = ALL, archived = false }: { rights?: readonly string[]; archived?: boolean } = {}) {
  const calls = scriptFetch(answers(more));
  const router = openScreen(() => <AssessmentsScreen archived={archived} />, { address: `/${archived ? 'archived-' : ''}assessments${search}`, rights });
  return { calls, router };
}
