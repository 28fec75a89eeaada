import { FORMS, type WallChange, type WallExplained, type WallView } from '@classwright/contract';
import {
  canKnowCorrectness,
  canSeeDistribution,
  computeDistribution,
  computeQuestionPosition,
  computeTransitions,
  computeWithheldAfter,
  type Form,
  listExplained,
  type Viewer,
  type WallChoice,
} from '@classwright/rules/live';
import { computeBranches } from '@classwright/rules/results/branches';
import type { Db } from '../../../../platform/database/index.ts';
import { toRichTextView } from '../../../bank/questions/index.ts';
import type { UrlOfFile } from '../../../school/files/index.ts';
import { type FigurePostRow, listFigurePosts } from '../figures/queries.ts';
import { computeFormTally } from '../figures/tally.ts';
import { findQuestion } from '../posts/staff-question-queries.ts';
import { type SessionQuestions, validIdsOf } from '../questions.ts';
import type { LoadedSession } from '../session-view.ts';

const PROJECTOR: Viewer = { role: 'projector' };
const EMPTY = { distribution: null, change: null, explained: null, asked: null };
export const NOTHING_CHOSEN: WallView = { show: 'question', of: null, step: 0, ...EMPTY };

interface Tools {
  questions: SessionQuestions;
  urlOf: UrlOfFile;
}

/**
 * Reads what the walls need for what they show. Each part is checked again by the rules of reveal: a stored choice alone
 * shows nothing.
 */
export async function describeWall(db: Db, run: LoadedSession, choice: WallChoice, tools: Tools): Promise<WallView> {
  const { show, of } = choice;
  const shown: WallView = { ...choice, ...EMPTY };
  if (run.session.state !== 'running') return shown;
  if (show === 'asked') return { ...shown, asked: await findAskedWords(db, run, choice) };
  if (of === null) return shown;
  if (show === 'distribution') return { ...shown, distribution: await describeDistribution(db, run, of, tools) };
  if (show === 'change') return { ...shown, change: await describeChange(db, run, of, tools) };
  if (show === 'explain')
    return { ...shown, distribution: await describeDistribution(db, run, of, tools), explained: await describeExplained(db, run, choice, of, tools) };
  return shown;
}

/** Returns the words of the question that is read out, without its author (LIVE-131). */
async function findAskedWords(db: Db, { session }: LoadedSession, { question_id }: WallChoice): Promise<string | null> {
  const asked = question_id === undefined ? null : await findQuestion(db, question_id);
  return asked?.session_id === session.id ? asked.question : null;
}

async function describeDistribution(db: Db, { session, state }: LoadedSession, form: Form, { questions }: Tools): Promise<WallView['distribution']> {
  if (!canSeeDistribution(state, form, PROJECTOR)) return null;
  const asked = await questions.get(db, session.id, computeQuestionPosition(form));
  const { answered, counts } = await computeFormTally(db, asked, session, form, computeWithheldAfter(state, form, PROJECTOR));
  return { form, answered, counts };
}

/** Describes the change between the form before and this one, or after Form - 2 the eight ways through all three. */
async function describeChange(db: Db, run: LoadedSession, of: Form, tools: Tools): Promise<WallChange | null> {
  const { session, state } = run;
  const forms = FORMS.slice(0, FORMS.indexOf(of) + 1);
  if (forms.length < 2 || forms.some((form) => !canSeeDistribution(state, form, PROJECTOR))) return null;
  const posts = await listFigurePosts(db, session.id, undefined, untilOf(run));
  const shown: WallChange['forms'] = [];
  for (const form of forms) {
    const { version } = await tools.questions.get(db, session.id, computeQuestionPosition(form));
    const { answered, counts } = computeDistribution(form, posts, version.responses, 0);
    shown.push({ form, answered, counts });
  }
  const [first] = forms as [Form, ...Form[]];
  const asked = await tools.questions.get(db, session.id, 1);
  const { flows, from: _from, to: _to, ...moves } = computeTransitions(first, 'Form - 1B', posts, validIdsOf(asked));
  const isKnown = forms.every((form) => canKnowCorrectness(state, form, PROJECTOR));
  const change = { forms: shown, flows, moves: isKnown ? moves : null, branches: null };
  if (forms.length < 3) return change;
  return isKnown ? { ...change, branches: await describeBranches(db, run, posts, tools) } : null;
}

/** Posts that the class may not know of yet are in no figure (LIVE-68). */
function untilOf({ state }: LoadedSession): Date | undefined {
  const last = state.phases.at(-1);
  const heldBackAfterMs = last ? computeWithheldAfter(state, last.form, PROJECTOR) : null;
  return heldBackAfterMs === null ? undefined : new Date(heldBackAfterMs);
}

async function describeBranches(db: Db, { session }: LoadedSession, posts: readonly FigurePostRow[], { questions }: Tools): Promise<WallChange['branches']> {
  const valid = [await questions.get(db, session.id, 1), await questions.get(db, session.id, 2)].flatMap((asked) => [...validIdsOf(asked)]);
  const right = new Set(valid);
  const ways = new Map<number, Map<Form, boolean>>();
  for (const { account_id, form, response_id } of posts) {
    if (response_id === null) continue;
    const way = ways.get(account_id) ?? new Map<Form, boolean>();
    ways.set(account_id, way.set(form, right.has(response_id)));
  }
  const rows = [...ways].map(([account_id, way]) => ({
    account_id,
    first: way.get('Form - 1A') ?? null,
    second: way.get('Form - 1B') ?? null,
    transfer: way.get('Form - 2') ?? null,
  }));
  return computeBranches(rows).branches.map(({ account_ids, ...branch }) => ({ ...branch, students: account_ids.length }));
}

async function describeExplained(
  db: Db,
  { session, state }: LoadedSession,
  { step }: WallChoice,
  of: Form,
  { questions, urlOf }: Tools,
): Promise<WallExplained | null> {
  if (!canKnowCorrectness(state, of, PROJECTOR)) return null;
  const { version } = await questions.get(db, session.id, computeQuestionPosition(of));
  const explained = listExplained(version.responses);
  const response = explained[step];
  return (
    (response && {
      response_id: response.id,
      is_valid: response.is_valid,
      description: toRichTextView(response.description, urlOf),
      steps: explained.length,
    }) ??
    null
  );
}
