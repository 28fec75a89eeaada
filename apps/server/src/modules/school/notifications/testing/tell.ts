import { inTransaction } from '../../../../platform/database/index.ts';
import type { TestApp, TestClass, TestPerson } from '../../../../testing/index.ts';
import type { Notice } from '../notice.ts';
import type { Notifier } from '../notifier.ts';

/**
 * Creates a function that notifies a student of a class of an announcement by its teacher, or of anything else that the
 * notice contains. `now` is called each time.
 */
export function createTestNotify(notifier: Notifier, now: () => { app: TestApp; room: TestClass; student: TestPerson }) {
  return (notice: Partial<Notice> = {}) => {
    const { app, room, student } = now();
    return inTransaction(app.db, (tx) =>
      notifier.notify(tx, {
        kind: 'announcement',
        key: 'announcement:1',
        accountIds: [student.accountId],
        courseId: room.courseId,
        actorId: room.teacher.accountId,
        params: { title: 'Trip on Friday' },
        path: '/notifications',
        ...notice,
      }),
    );
  };
}
