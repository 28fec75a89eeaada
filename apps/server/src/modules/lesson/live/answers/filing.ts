import { computeFilings } from '@classwright/rules/live';
import type { Tx } from '../../../../platform/database/index.ts';
import type { Censor } from '../../../class/censorship/index.ts';
import type { PhaseRow, SessionRow } from '../queries.ts';
import { filePosts, listShown } from './file-posts.ts';
import { listAnswered, listDrafts, listLoggedIn } from './queries.ts';

/** The students whose drafts are filed. */
type Whose = { only: readonly number[] } | { except: readonly number[] };

/**
 * Files the stored drafts of students who logged in and did not answer. The phase is locked, so nothing else arrives.
 */
export async function fileDrafts(tx: Tx, censor: Censor, session: SessionRow, phase: PhaseRow, now: Date, whose: Whose): Promise<void> {
  const named = new Set('only' in whose ? whose.only : whose.except);
  const loggedIn = (await listLoggedIn(tx, phase.session_id)).filter((accountId) => named.has(accountId) === 'only' in whose);
  const filings = computeFilings(loggedIn, await listAnswered(tx, phase.id), await listDrafts(tx, phase.id));
  const place = { courseId: session.course_id, assessmentId: session.assessment_id, sessionId: session.id, phaseId: phase.id, form: phase.form };
  const shown = await listShown(
    tx,
    censor,
    session.course_id,
    filings.map(({ comment }) => comment),
  );
  await filePosts(
    tx,
    censor,
    filings.map((filing, index) => ({ ...filing, ...place, shown: shown[index]!, posted_at: now })),
  );
}
