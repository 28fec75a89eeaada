import { type MessageKey, packMessage } from '@classwright/contract';

/** Whether a change was taken back, or why not, as a packed message. */
export type Verdict = 'undone' | { kept: string };

type Reason = Extract<MessageKey, `sync.reason.${string}`>;

export const kept = (reason: Reason, params: Record<string, string> = {}): Verdict => ({ kept: packMessage(reason, params) });
