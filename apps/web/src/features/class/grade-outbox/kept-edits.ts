import { randomId } from '../../../base/random-id.ts';
import { changeStoredGrades, dropLeaving, keepingStore, keepLeaving, keptKey, type KeptGrade, listKept, adoptLeftGrades } from './grade-store.ts';

type Cell = Pick<KeptGrade, 'itemId' | 'studentId'>;
type Typed = Cell & Pick<KeptGrade, 'typed' | 'value' | 'was' | 'refusal' | 'student' | 'work'>;

const keyOf = ({ itemId, studentId }: Cell): string => `${itemId}.${studentId}`;

/** The classes whose gradebook is open in this page and delivers its own grades. */
const open = new Set<number>();
export const isOpenHere = (courseId: number): boolean => open.has(courseId);

/**
 * Stores one account's grades of one class on the device before they are sent: they survive a reload, a closed tab and
 * a sign-out, and another account on the device neither sees nor sends them.
 */
export function createEditStore(accountId: number, courseId: number) {
  /** Edits that are not on the device yet, by cell; null means to remove. */
  let unwritten = new Map<string, Omit<KeptGrade, 'order'> | null>();
  let underWay: typeof unwritten = new Map();
  let writing: Promise<void> | null = null;
  /** The edits of this page that are not saved, by cell. */
  const unsaved = new Map<string, Omit<KeptGrade, 'order'>>();
  /**
   * The newest stamp that this page wrote or read, by cell; and all of them. Edits that another page wrote over them
   * belong to that page.
   */
  const stamps = new Map<string, string>();
  const own = new Set<string>();
  const nameOf = ({ itemId, studentId }: Cell) => keptKey(accountId, courseId, itemId, studentId);

  async function write(): Promise<void> {
    while (unwritten.size > 0) {
      underWay = unwritten;
      unwritten = new Map();
      const changes = [...underWay];
      await changeStoredGrades(accountId, {
        put: changes.flatMap(([, grade]) => grade ?? []),
        remove: changes.flatMap(([key, grade]) => (grade ? [] : [key])),
        isOwn: ({ stamp }) => own.has(stamp),
      });
    }
    underWay = new Map();
  }
  function request(key: string, grade: Omit<KeptGrade, 'order'> | null): void {
    unwritten.set(key, grade);
    if (grade) unsaved.set(key, grade);
    else unsaved.delete(key);
    // several edits of one act are one transaction
    writing ??= Promise.resolve()
      .then(write)
      .finally(() => (writing = null));
  }

  async function allWritten(): Promise<void> {
    while (writing) await writing;
    // requested in the moment in which the last one ended
    if (unwritten.size > 0) await write();
  }

  open.add(courseId);
  return {
    /** Lists the grades of earlier visits. */
    async list(): Promise<readonly KeptGrade[]> {
      await adoptLeftGrades(accountId);
      const found = (await listKept(accountId)).filter(({ course_id }) => course_id === courseId);
      for (const grade of found) {
        const { stamp } = grade;
        const key = keyOf(grade);
        if (stamps.has(key)) continue;
        stamps.set(key, stamp);
        own.add(stamp);
      }
      return found;
    },
    put(grade: Typed): void {
      const { itemId, studentId, typed, value, was, refusal, student, work } = grade;
      const stamp = randomId();
      stamps.set(keyOf(grade), stamp);
      own.add(stamp);
      const key = nameOf(grade);
      request(key, { key, account_id: accountId, course_id: courseId, itemId, studentId, typed, value, was, stamp, refusal, student, work });
    },
    drop(cell: Cell): void {
      dropLeaving(nameOf(cell));
      request(nameOf(cell), null);
    },
    /** Resolves when everything is on the device. Returns the edits that another page has delivered or overwritten. */
    async stored<Sent extends Cell>(edits: readonly Sent[]): Promise<readonly Sent[]> {
      await allWritten();
      const kept = new Map((await listKept(accountId)).map(({ key, stamp }) => [key, stamp]));
      return edits.filter((edit) => kept.get(nameOf(edit)) !== stamps.get(keyOf(edit)));
    },
    /** Stores everything that is not in the device's database synchronously, since the page is closing. */
    leave(): void {
      const left = keepingStore.get() === 'memory' ? unsaved : new Map([...underWay, ...unwritten]);
      for (const grade of left.values()) if (grade) keepLeaving(grade);
    },
    close: (): void => void open.delete(courseId),
  };
}
export type KeptEdits = ReturnType<typeof createEditStore>;
