import { t } from '../../../base/t.ts';
import { moveName } from '../../moves/transitions.ts';
import type { Group } from './model.ts';

/** Returns a text such as "26 of 28 students took part". */
export const participationText = ({ logged_in, students }: { logged_in: number; students: number }): string =>
  t('snapshot.tookPart', { logged_in, count: students });

export const groupName = (group: Group): string =>
  group === 'absent' ? t('snapshot.absentStudents') : group === 'incomplete' ? t('snapshot.incompleteMove') : moveName(group);
