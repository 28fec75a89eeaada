import { useEffect } from 'react';
import { isStudent, useUser } from '../../base/use-user.ts';
import { KeptGrades } from '../../features/class/grade-outbox/index.ts';
import { deliverInBackground } from '../../lesson/outbox/index.ts';

/**
 * Delivers what earlier visits left on the device, on any page: a student's answers, and grades, including those that
 * wait for a decision.
 */
export function Outbox() {
  const isStaff = !isStudent(useUser());
  useEffect(deliverInBackground, []);
  return isStaff && <KeptGrades />;
}
