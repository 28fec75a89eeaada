import { useState } from 'react';
import { getSession } from '../../../../base/session.ts';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import type { ChosenFile } from '../../../school/files/index.ts';

/** A student's answer to a work that is not handed in yet. */
export interface WorkDraft {
  text: string;
  choice: string | null;
  files: readonly ChosenFile[];
}

const NOTHING: WorkDraft = { text: '', choice: null, files: [] };
const isNothing = ({ text, choice, files }: WorkDraft): boolean => text === '' && choice === null && files.length === 0;
/**
 * Returns the key of a person's own draft on a device that several may use. The draft stays after sign-out, as every
 * unsent answer does.
 */
const keyOf = (accountId: number, workId: number): string => `cw.work-answer.${accountId}.${workId}`;

const isChosen = (value: unknown): value is ChosenFile =>
  typeof value === 'object' && value !== null && 'file_id' in value && 'name' in value && typeof value.name === 'string';

/** Reads the draft, which may come from an earlier version of the page. */
function read(key: string): WorkDraft {
  const { text, choice, files } = readKeptJson<Partial<Record<keyof WorkDraft, unknown>>>('device', key) ?? {};
  return {
    text: typeof text === 'string' ? text : '',
    choice: typeof choice === 'string' ? choice : null,
    files: Array.isArray(files) ? files.filter(isChosen) : [],
  };
}

export interface KeptDraft {
  draft: WorkDraft;
  /** True when there is something that is not handed in. */
  isThere: boolean;
  /** False when this device keeps nothing beyond the page. */
  isKept: boolean;
  change: (part: Partial<WorkDraft>) => void;
  clear: () => void;
}

/** Keeps the draft of a work on the device with every change. */
export function useWorkDraft(workId: number): KeptDraft {
  const key = keyOf(getSession()?.user.account_id ?? 0, workId);
  const [draft, setDraft] = useState(() => read(key));
  const [isKept, setKept] = useState(true);
  const set = (next: WorkDraft) => {
    setDraft(next);
    setKept(keep('device', key, isNothing(next) ? null : JSON.stringify(next)));
  };
  return { draft, isThere: !isNothing(draft), isKept, change: (part) => set({ ...draft, ...part }), clear: () => set(NOTHING) };
}
