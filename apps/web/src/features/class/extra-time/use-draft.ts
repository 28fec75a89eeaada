import { useRef, useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { type Change, extraTimeKey, type loadExtraTime, saveExtraTime, type Student } from './calls.ts';

type Answer = Awaited<ReturnType<typeof loadExtraTime>>;

/** Returns the field's text for the server's number: empty for none. */
const wordsOf = ({ percent }: Student): string => (percent === 0 ? '' : String(percent));

const without = <Value>(map: ReadonlyMap<number, Value>, keys: Iterable<number>): ReadonlyMap<number, Value> => {
  const rest = new Map(map);
  for (const key of keys) rest.delete(key);
  return rest;
};

/**
 * Holds the typed, unsaved values for the students of a class, and saves and undoes them. `onRefused`: called when a
 * field has an error.
 */
export function useDraft(courseId: number, students: readonly Student[], onRefused: () => void) {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map());
  const [trouble, setTrouble] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const attempt = useRef({ words: '', key: '' });
  // nothing is sent for a student who has left since
  const changed = students.filter((student) => (typed.get(student.account_id) ?? wordsOf(student)) !== wordsOf(student));
  useUnsaved(changed.length > 0);

  const send = async (rows: Change[], key: string) => {
    const answer = await saveExtraTime(courseId, rows, key);
    const now = new Map(rows.map(({ account_id, percent }) => [account_id, Number(percent)]));
    const queryKey = extraTimeKey(courseId);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Answer>(
      queryKey,
      (before) => before && { ...before, data: before.data.map((row) => ({ ...row, percent: now.get(row.account_id) ?? row.percent })) },
    );
    void queryClient.invalidateQueries({ queryKey });
    return answer;
  };

  const refuse = (failure: unknown, rows: readonly Change[]) => {
    const { percents, others } = sortFaults(failure, rows);
    setFaults(percents);
    if (others.length > 0 || percents.size === 0) setTrouble(others.join(' ') || errorText(failure));
    if (percents.size > 0) onRefused();
    // a student may have left the class: the next attempt then leaves them out
    if (others.length > 0) void queryClient.invalidateQueries({ queryKey: extraTimeKey(courseId) });
  };

  return {
    changed: changed.length,
    faults,
    trouble,
    isSaving,
    valueOf: (student: Student): string => typed.get(student.account_id) ?? wordsOf(student),
    type(ids: readonly number[], text: string): void {
      setTyped((before) => new Map([...before, ...ids.map((id) => [id, text] as const)]));
      setFaults((before) => without(before, ids));
    },
    discard(): void {
      setTyped(new Map());
      setFaults(new Map());
      setTrouble(undefined);
    },
    async save(): Promise<void> {
      if (isSaving || changed.length === 0) return;
      const rows = changed.map(({ account_id }) => ({ account_id, percent: (typed.get(account_id) ?? '').trim() || 0 }));
      const words = JSON.stringify(rows);
      // repeating it after a lost response takes effect once, and still returns the previous values
      if (attempt.current.words !== words) attempt.current = { words, key: crypto.randomUUID() };
      setSaving(true);
      setTrouble(undefined);
      setFaults(new Map());
      try {
        const { before, message } = await send(rows, attempt.current.key);
        attempt.current = { words: '', key: '' };
        // values typed during the save are kept
        setTyped((after) =>
          without(
            after,
            changed.map(({ account_id }) => account_id).filter((id) => after.get(id) === typed.get(id)),
          ),
        );
        showSnack(message, before.length > 0 ? { undo: async () => (await send(before, crypto.randomUUID())).message } : {});
      } catch (failure) {
        refuse(failure, rows);
      } finally {
        setSaving(false);
      }
    },
  };
}

/** Sorts the server's errors of a refused save: by student, and for the whole. */
function sortFaults(failure: unknown, rows: readonly Change[]): { percents: ReadonlyMap<number, string>; others: string[] } {
  const percents = new Map<number, string>();
  const others: string[] = [];
  for (const [field, texts] of isApiError(failure) ? Object.entries(failure.errors) : []) {
    const row = rows[Number(/^students\.(\d+)\.percent$/.exec(field)?.[1])];
    if (row) percents.set(row.account_id, texts.join(' '));
    else others.push(...texts);
  }
  return { percents, others };
}
