import { liveActive, liveDraft, liveJoin, liveStudentLogin, postAdd } from '@classwright/contract';
import { createHistograms, type Histograms, MEMBERS, SECONDS } from './platform/histograms.ts';

/** The histograms that show slowness, each from the start of an operation until people have the result. */
const definitions = {
  lessonCall: {
    name: 'classwright_lesson_call_seconds',
    help: 'Calls that a whole class makes at once, from their first byte to the answer: join, login, active, draft, answer',
    labels: ['call', 'outcome'],
    buckets: SECONDS,
  },
  herd: {
    name: 'classwright_lesson_herd_members',
    help: 'How many logins, drafts or answers of a room were committed together',
    labels: ['herd'],
    buckets: MEMBERS,
  },
  outbox: {
    name: 'classwright_live_outbox_seconds',
    help: 'How long an event waited for its number, from being announced; what is joined waits on purpose',
    buckets: SECONDS,
  },
  batch: { name: 'classwright_live_batch_rows', help: 'Rows of the outbox that got their numbers in one transaction', buckets: MEMBERS },
  eventAge: {
    name: 'classwright_live_event_age_seconds',
    help: 'How old a numbered event was when it went to the sockets of this process',
    buckets: SECONDS,
  },
} as const;

export type ServerHistograms = Histograms<keyof typeof definitions>;

export const createServerHistograms = (): ServerHistograms => createHistograms(definitions);

const lessonCalls: ReadonlyMap<string, string> = new Map([
  [liveJoin.name, 'join'],
  [liveStudentLogin.name, 'login'],
  [liveActive.name, 'active'],
  [liveDraft.name, 'draft'],
  [postAdd.name, 'answer'],
]);

/** Records an HTTP call when it is one that has a histogram. */
export function observeCall(histograms: ServerHistograms, endpoint: string, status: number, seconds: number): void {
  const call = lessonCalls.get(endpoint);
  if (call !== undefined) histograms.observe('lessonCall', seconds, { call, outcome: status < 400 ? 'done' : status < 500 ? 'refused' : 'failed' });
}
