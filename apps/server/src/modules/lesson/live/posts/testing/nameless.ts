import { contract, type Endpoint, livePlanUpdate } from '@classwright/contract';
import type { TestApp, TestReply } from '../../../../../testing/app.ts';
import { type RunningLesson, runLesson } from '../../../../../testing/running-lesson.ts';
import type { Scenario, TestPerson } from '../../../../../testing/scenario.ts';

export interface Plan {
  shows_answers?: 'as-answered' | 'when-closed';
  with_names?: boolean;
}

/** Sets the plan of a lesson. */
export const setPlan = (person: TestPerson, assessmentId: number, { shows_answers = 'as-answered', with_names = true }: Plan): Promise<TestReply> =>
  person.call(livePlanUpdate, { body: { assessment_id: assessmentId, shows_answers, with_names } });

/** Starts a lesson with a plan. */
export async function startPlanned(app: TestApp, scenario: Scenario, plan: Plan, students = 3): Promise<RunningLesson> {
  const lesson = await scenario.lesson({ students });
  const set = await setPlan(lesson.teacher, lesson.assessmentId, plan);
  if (set.error) throw new Error(`no plan: ${set.error.code}`);
  return runLesson(app, lesson);
}

/**
 * Makes every reading call of the product as one person, with these ids where the call takes them, and returns what was
 * answered, by the call's name. `ids`: those that a call with `:id` in its path is made with.
 */
export async function readEveryCall(person: TestPerson, values: Readonly<Record<string, unknown>>, ids: readonly number[]): Promise<Map<string, unknown[]>> {
  const calls = contract.filter(({ method }) => method === 'GET');
  const read = async (endpoint: Endpoint): Promise<[string, unknown[]]> => {
    const fields = Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {}).filter((field) => field in values);
    const query = Object.fromEntries(fields.map((field) => [field, values[field]]));
    const params = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
    const bodies: unknown[] = [];
    for (const id of params.length > 0 ? ids : [0]) {
      const reply = await person.call(endpoint, { query, params: Object.fromEntries(params.map((name) => [name, id])) } as never);
      if (reply.status === 200) bodies.push(reply.body);
      if (reply.status === 403) break; // not for this person, with any id
    }
    return [endpoint.name, bodies];
  };
  const answers: [string, unknown[]][] = [];
  for (let at = 0; at < calls.length; at += 12) answers.push(...(await Promise.all(calls.slice(at, at + 12).map(read))));
  return new Map(answers.filter(([, bodies]) => bodies.length > 0));
}
