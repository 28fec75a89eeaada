import { t } from '../../../base/t.ts';
import { moveName } from '../../moves/transitions.ts';
import { isAsked, type Group, type Snapshot } from './model.ts';

/** Returns a text such as "26 of 28 students took part". */
export const participationText = ({ logged_in, students }: { logged_in: number; students: number }): string =>
  t('snapshot.tookPart', { logged_in, count: students });

export function groupName(group: Group, snapshot: Snapshot): string {
  if (group === 'absent') return t('snapshot.absentStudents');
  if (group !== 'incomplete') return moveName(group);
  return isAsked(snapshot, 'Form - 1B') || snapshot.session.state === 'running' ? t('snapshot.incompleteMove') : t('snapshot.onlyFirst');
}

/** Returns the text for a form without figures: it was not asked, or while the lesson runs has not closed. */
export const notAskedText = ({ session }: Snapshot): string => t(session.state === 'running' ? 'snapshot.notClosed' : 'snapshot.neverOpened');
