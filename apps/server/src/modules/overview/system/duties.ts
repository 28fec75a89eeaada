import { DUTIES, type DutyId, type DutyView, type Remedy } from '@classwright/contract';
import { MUCH_DRIFT_MS } from '../../../platform/clock.ts';
import type { Surroundings } from '../../../platform/surroundings.ts';

/** Everything that the server sees of the duties of its operator. */
export interface Facts extends Omit<Surroundings, 'hasEmbeddedDatabase' | 'hasBroker'> {
  hasHttps: boolean;
  leakedPasswords: 'readable' | 'unreadable' | 'missing';
  /** True when somebody on the staff has no second factor and is not required to have one. */
  hasStaffWithoutFactor: boolean;
  /** True when the embedded database is not a newer patch that is installed on the machine. */
  hasPackagedDatabase: boolean;
  driftMs: number;
}

/** The remedies for a duty that the server can see, none when it is done; `own` when the server cannot see it. */
type Judge = (facts: Facts) => readonly Remedy[] | 'own';

const unseen: Judge = () => 'own';
const unless = (isDone: boolean, remedy: Remedy): Remedy[] => (isDone ? [] : [remedy]);

const JUDGES: Readonly<Record<DutyId, Judge>> = {
  https: ({ hasHttps }) => unless(hasHttps, 'https'),
  proxy: unseen,
  connections: ({ unverified }) => unverified,
  passwords: ({ leakedPasswords }) => (leakedPasswords === 'readable' ? [] : [leakedPasswords === 'missing' ? 'passwordsMissing' : 'passwordsUnreadable']),
  factors: ({ hasStaffWithoutFactor }) => unless(!hasStaffWithoutFactor, 'factors'),
  // the server does not know the newest patch, only that the packaged one is old
  patches: ({ hasPackagedDatabase }) => (hasPackagedDatabase ? ['patches'] : 'own'),
  clocks: ({ driftMs }) => unless(Math.abs(driftMs) < MUCH_DRIFT_MS, 'clocks'),
  // a program that publishes may well use https; the server behind a proxy cannot tell
  programs: ({ publishes }) => (publishes ? 'own' : []),
  machine: ({ isClone }) => unless(!isClone, 'machine'),
  secrets: unseen,
  viruses: unseen,
  calendars: unseen,
  logs: unseen,
};

/** Returns every duty with its state, in the order of the contract. */
export function judgeDuties(facts: Facts): DutyView[] {
  return (Object.keys(DUTIES) as DutyId[]).map((id) => {
    const judged = JUDGES[id](facts);
    if (judged === 'own') return { id, state: 'own', remedies: [] };
    return { id, state: judged.length === 0 ? 'done' : 'todo', remedies: [...judged] };
  });
}
