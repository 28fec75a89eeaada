/**
 * Ideas: what wrong responses stand for, what classes believe, and what to ask next.
 *
 * Invariants: a response stands for at most one idea in a school, in every version of its question, as long as it is
 * wrong there; naming changes no version; every figure is a sum over the counts of item analysis and the answers to
 * reviews, and is stored nowhere; names of students are shown to the staff of their class only, their words within their
 * school; lessons that somebody may not see appear only as a sum in which no single lesson can be recognized; students
 * never see ideas.
 */
import { ideaMerge, ideas, type ListRow, type MessageKey, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { audit } from '../../../platform/audit/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { type AnyRow, findRow, implementReferenceList, type ListHooks } from '../../../platform/reference-lists/index.ts';
import { listOpenSchools } from '../../school/reference/index.ts';
import { implementAnswers } from './answers.ts';
import { implementNames } from './names.ts';
import { implementNextQuestions } from './next-questions.ts';
import { choosableSchools, clearMerge, countResponses, holdUsableIdeas, isUsedElsewhere, mergeIdea, visibleIdeas } from './queries.ts';
import { implementTable } from './table.ts';
import { personalData } from './personal-data.ts';

export { addIdea } from './queries.ts';

type Idea = ListRow<typeof ideas> & AnyRow;

export function ideasModule({ t }: { t: Translate<MessageKey> }): Manifest {
  return {
    personalData,
    implementations: [
      ...implementReferenceList(ideas, { t, hooks: ideaHooks(t) }),
      implementMerge({ t }),
      ...implementNames({ t }),
      ...implementTable(),
      implementAnswers(),
      ...implementNextQuestions(),
    ],
  };
}

/** Teachers change the ideas of their school; its author and Admins delete one, unless other schools use it. */
function ideaHooks(t: Translate<MessageKey>): ListHooks<Idea> {
  return {
    visible: visibleIdeas,
    choosable: { school_id: choosableSchools },
    async beforeSave({ tx, actor }, { before, values }) {
      if (!before) {
        const schoolId = ('all' in actor.reach ? (values['school_id'] as number | null) : null) ?? actor.schoolId ?? (await findOnlySchool(tx, actor));
        if (schoolId === null) throw fieldError('school_id', 'idea.schoolRequired');
        return { school_id: schoolId };
      }
      if (!isWithin(actor.reach, before.school_id)) throw appError('IDEA_OF_OTHERS');
      const schoolId = values['school_id'];
      if (schoolId !== undefined && schoolId !== before.school_id) throw fieldError('school_id', 'idea.schoolFixed');
      if (before.is_shared && values['is_shared'] === false && (await isUsedElsewhere(tx, before.id))) throw fieldError('is_shared', 'idea.sharedInUse');
      return { school_id: before.school_id };
    },
    async mayDelete({ tx, actor }, idea) {
      requireAuthor(actor, idea);
      if (await isUsedElsewhere(tx, idea.id)) throw appError('IN_USE', { name: idea.name, dependents: t('idea.otherSchools'), depends_on: [] });
      await clearMerge(tx, idea.id);
    },
    async extend(db, rows) {
      const counts = await countResponses(
        db,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => ({ responses_count: counts.get(id) ?? 0 }));
    },
  };
}

/** Returns the school of an installation with a single one, or null. */
async function findOnlySchool(db: Db, { reach }: Pick<Actor, 'reach'>): Promise<number | null> {
  const [only, ...others] = await listOpenSchools(db, reach, 2);
  return only && others.length === 0 ? only.id : null;
}

/** @throws IDEA_OF_OTHERS unless this person wrote the idea, or is an Admin */
function requireAuthor(actor: Actor, { school_id, account_id }: { school_id: number | null; account_id: number | null }): void {
  if (!isWithin(actor.reach, school_id) || (!actor.isAdmin && account_id !== actor.accountId)) throw appError('IDEA_OF_OTHERS');
}

function implementMerge({ t }: { t: Translate<MessageKey> }): Implementation {
  return implement(ideaMerge, async ({ tx, actor, input, requestId }) => {
    const idea = (await findRow(tx, ideas, input.id, visibleIdeas(actor))) as Idea | null;
    if (!idea) throw appError('NOT_FOUND');
    requireAuthor(actor, idea);
    if (input.into_id === input.id) throw fieldError('into_id', 'idea.mergeSelf');
    if (await isUsedElsewhere(tx, idea.id)) throw appError('IN_USE', { name: idea.name, dependents: t('idea.otherSchools'), depends_on: [] });
    const into = (await holdUsableIdeas(tx, idea.school_id as number, [input.into_id])).get(input.into_id);
    if (!into) throw appError('IDEA_NOT_FOUND');
    await mergeIdea(tx, idea.id, into.id);
    await audit(tx, actor, {
      action: ideaMerge.name,
      subjectType: 'idea',
      subjectId: idea.id,
      before: { name: idea.name },
      after: { name: idea.name, into: into.name },
      requestId,
    });
    return { message: t('idea.merged', { name: idea.name, into: into.name }), idea: into };
  });
}
