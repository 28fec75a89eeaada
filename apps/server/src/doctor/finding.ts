/** One thing that was examined: good, worth a look, or a problem that has to be solved. */
export interface Finding {
  what: string;
  state: 'good' | 'warning' | 'problem';
  says: string;
  /** Null where what it says holds the remedy. */
  remedy: string | null;
}

export const good = (what: string, says: string): Finding => ({ what, state: 'good', says, remedy: null });
export const unsure = (what: string, says: string, remedy: string | null): Finding => ({ what, state: 'warning', says, remedy });
export const bad = (what: string, says: string, remedy: string | null): Finding => ({ what, state: 'problem', says, remedy });

/** Writes a size as people read it. */
export const sizeText = (bytes: number): string => (bytes < 1024 ** 3 ? `${Math.ceil(bytes / 1024 ** 2)} MB` : `${(bytes / 1024 ** 3).toFixed(1)} GB`);

const WORDS = { good: 'ok', warning: 'look', problem: 'PROBLEM' } as const;

/** Writes a finding as one line. */
export function toLine({ what, state, says, remedy }: Finding): string {
  const end = /[.!?]$/.test(says) ? '' : '.';
  return `${WORDS[state].padEnd(8)} ${what}: ${says}${remedy === null ? end : `${end} ${remedy}`}`;
}
