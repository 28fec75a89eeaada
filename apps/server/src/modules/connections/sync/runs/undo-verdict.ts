import { type MessageKey, packMessage } from '@classwright/contract';

/** The result of undoing a change: undone, or the reason why not, as a packed message. */
export type Verdict = 'undone' | { kept: string };

type Reason = Extract<MessageKey, `sync.reason.${string}`>;

export const kept = (reason: Reason, params: Record<string, string> = {}): Verdict => ({ kept: packMessage(reason, params) });
