import type { Db } from '../../../platform/database/index.ts';
import { loadQuestionVersions, type QuestionVersion } from '../../bank/questions/index.ts';
import { listSessionQuestions } from './queries.ts';

/** A question as it was when its session started. */
export interface FrozenQuestion {
  position: 1 | 2;
  version: QuestionVersion;
  responseIds: ReadonlySet<number>;
}

/** Returns the ids of the correct responses. */
export const validIdsOf = ({ version }: Pick<FrozenQuestion, 'version'>): Set<number> =>
  new Set(version.responses.filter(({ is_valid }) => is_valid).map(({ id }) => id));

export interface SessionQuestions {
  /** Returns the question of a session at a position; sessions that have started have both. */
  get(db: Db, sessionId: number, position: 1 | 2): Promise<FrozenQuestion>;
}

const REMEMBERED_SESSIONS = 500;

/** Creates this process's cache of session questions, which never change once a session has started. */
export function createSessionQuestions(): SessionQuestions {
  const remembered = new Map<number, readonly FrozenQuestion[]>();

  async function load(db: Db, sessionId: number): Promise<readonly FrozenQuestion[]> {
    const rows = await listSessionQuestions(db, sessionId);
    const versions = await loadQuestionVersions(
      db,
      rows.map(({ question_version_id }) => question_version_id),
    );
    return rows.map(({ position, question_version_id }) => {
      const version = versions.get(question_version_id)!; // it throws for one that is missing
      return { position: position as 1 | 2, version, responseIds: new Set(version.responses.map(({ id }) => id)) };
    });
  }

  return {
    async get(db, sessionId, position) {
      const questions = remembered.get(sessionId) ?? (await load(db, sessionId));
      const question = questions.find((one) => one.position === position);
      if (!question) throw new Error(`live session ${sessionId} has no question ${position}`);
      remembered.delete(sessionId); // the one used last stands last
      remembered.set(sessionId, questions);
      if (remembered.size > REMEMBERED_SESSIONS) remembered.delete(remembered.keys().next().value as number);
      return question;
    },
  };
}
