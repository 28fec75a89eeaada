import { keep, readKept } from '../../../../base/storage.ts';
import type { Scope } from '../calls.ts';

const keyOf = (scope: Scope, courseId: number | null): string => `cw.sync.${scope}.${courseId ?? 'all'}`;

/** Returns the run that this tab started and has not seen end. The page may be left and reopened. Null: none. */
export function readKeptRun(scope: Scope, courseId: number | null): number | null {
  const id = Number(readKept('tab', keyOf(scope, courseId)));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
export const keepRun = (scope: Scope, courseId: number | null, id: number | null): void =>
  void keep('tab', keyOf(scope, courseId), id === null ? null : String(id));
