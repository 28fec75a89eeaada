/**
 * Groups: students of a run who talk to each other, and the wishes of staff of a class.
 *
 * Invariants: a division is a draft until it is published; of two who change it, the second is refused; a student learns the
 * own group's names and nothing of its choices but whether they differ; the answers of a lesson wait for none of it.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { Implementation } from '../../../../platform/http/index.ts';
import type { LessonEvents } from '../events.ts';
import { implementStaffPairs } from './staff.ts';
import { implementStudentPairs } from './student.ts';
import type { PairsDependencies } from './view.ts';
import { implementPairWishes } from './wishes.ts';

export { loadPairFigures } from './figures.ts';

interface LivePairsDependencies extends PairsDependencies {
  db: Db;
  t: Translate<MessageKey>;
  events: Pick<LessonEvents, 'announce' | 'ownPairChanged'>;
}

export function implementLivePairs(dependencies: LivePairsDependencies): Implementation[] {
  return [...implementStaffPairs(dependencies), ...implementStudentPairs(dependencies), ...implementPairWishes()];
}
