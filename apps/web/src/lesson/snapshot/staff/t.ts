import { liveSnapshotMessages } from '@classwright/contract/messages/live-snapshot';
import { snapshotCompareMessages } from '@classwright/contract/messages/snapshot-compare';
import { staffSnapshotMessages } from '@classwright/contract/messages/staff-snapshot';
import { messages } from '../../../base/messages.ts';
import { moveName } from '../../moves/transitions.ts';
import type { Group } from './model.ts';

/** Messages of a lesson's snapshot for its staff. */
export const t = messages({ ...liveSnapshotMessages, ...staffSnapshotMessages, ...snapshotCompareMessages });

/** Returns a text such as "26 of 28 students took part". */
export const participationText = ({ logged_in, students }: { logged_in: number; students: number }): string =>
  t('snapshot.tookPart', { logged_in, count: students });

export const groupName = (group: Group): string =>
  group === 'absent' ? t('snapshot.absentStudents') : group === 'incomplete' ? t('snapshot.incompleteMove') : moveName(group);
