import { FORMS, type Form } from '@classwright/contract';
import { computePairFigures, type PairAnswer, type PairFigure } from '@classwright/rules/live/pairing/by-pair';
import type { Db } from '../../../../platform/database/index.ts';
import type { SessionRow } from '../queries.ts';
import { listPublishedGroups } from './queries.ts';

interface ChosenPost {
  account_id: number;
  form: Form;
  response_id: number | null;
}

/**
 * Returns the published groups of a run and how they ended (LIVE-97), from posts of its forms; null when it has no
 * groups. The figures are empty until somebody has chosen in both forms of the question.
 */
export async function loadPairFigures(
  db: Db,
  session: Pick<SessionRow, 'id' | 'pairs_revision'>,
  posts: readonly ChosenPost[],
  validIds: ReadonlySet<number>,
): Promise<{ groups: number[][]; figures: PairFigure[] } | null> {
  if (session.pairs_revision === 0) return null;
  const groups = await listPublishedGroups(db, session.id);
  const answers = new Map<number, PairAnswer>();
  for (const { account_id, form, response_id } of posts) {
    if (response_id === null || form === FORMS[2]) continue;
    const known = answers.get(account_id) ?? { first: null, second: null };
    answers.set(account_id, { ...known, [form === FORMS[0] ? 'first' : 'second']: validIds.has(response_id) });
  }
  return { groups, figures: computePairFigures(groups, answers).filter((figure) => figure.groups > 0) };
}
