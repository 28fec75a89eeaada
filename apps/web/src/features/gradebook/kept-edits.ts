import { keep, readKeptJson } from '../../base/storage.ts';
import type { CellValue } from './book.ts';

/** A typed grade as the device keeps it until the server has it. */
export interface KeptEdit {
  itemId: number;
  studentId: number;
  typed: string;
  was: CellValue;
}

/** None where the browser blocks storage: what is typed then lives as long as the page. */
function listKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/**
 * Typed grades of one account in one class, each on the device before its first byte goes out: they survive a reload, a
 * closed tab and a sign-out, and another account on the device neither sees nor sends them. The newest of a cell stays.
 */
export function keepEdits(accountId: number, courseId: number) {
  const prefix = `cw.grade.${accountId}.${courseId}.`;
  const keyOf = ({ itemId, studentId }: Pick<KeptEdit, 'itemId' | 'studentId'>) => `${prefix}${itemId}.${studentId}`;
  return {
    list: (): KeptEdit[] =>
      listKeys(prefix).flatMap((key) => {
        const [itemId = 0, studentId = 0] = key.slice(prefix.length).split('.').map(Number);
        const kept = readKeptJson<Partial<Pick<KeptEdit, 'typed' | 'was'>>>('device', key);
        if (typeof kept?.typed !== 'string' || !(itemId > 0) || !(studentId > 0)) return [];
        return [{ itemId, studentId, typed: kept.typed, was: kept.was ?? null }];
      }),
    /** False: the device keeps nothing, and it lives as long as the page. */
    put: (edit: KeptEdit): boolean => keep('device', keyOf(edit), JSON.stringify({ typed: edit.typed, was: edit.was })),
    drop: (edit: Pick<KeptEdit, 'itemId' | 'studentId'>): void => void keep('device', keyOf(edit), null),
  };
}
export type KeptEdits = ReturnType<typeof keepEdits>;
