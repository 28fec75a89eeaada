import { useState } from 'react';
import { getSession } from '../../../../base/session.ts';
import { keep, readKeptJson } from '../../../../base/storage.ts';
import type { ChosenFile } from '../../../school/files/index.ts';

/** What a student has put together for a work and not handed in. */
export interface WorkDraft {
  text: string;
  choice: string | null;
  files: readonly ChosenFile[];
}

const NOTHING: WorkDraft = { text: '', choice: null, files: [] };
const isNothing = ({ text, choice, files }: WorkDraft): boolean => text === '' && choice === null && files.length === 0;
/** A person's own, also where several use one device; it stays when they sign out, as every unsent answer does. */
const keyOf = (accountId: number, workId: number): string => `cw.work-answer.${accountId}.${workId}`;

const isChosen = (value: unknown): value is ChosenFile =>
  typeof value === 'object' && value !== null && 'file_id' in value && 'name' in value && typeof value.name === 'string';

/** What is kept may be of an earlier version of the page. */
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
  /** Whether anything is there that is not handed in. */
  isThere: boolean;
  /** False: this device keeps nothing beyond the page. */
  isKept: boolean;
  change: (part: Partial<WorkDraft>) => void;
  clear: () => void;
}

/** The draft of one work, kept on the device with every change. */
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
