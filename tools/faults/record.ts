import type { Received } from './line.ts';
import type { Act, Hidden } from './teacher.ts';

/** A text or like by a student that the server has acknowledged. */
export interface Acknowledged {
  kind: 'answer' | 'draft' | 'comment' | 'reply' | 'like' | 'ballot' | 'line' | 'rewrite';
  accountId: number;
  form: number;
  /** The mark in its text; for a like the post, for a ballot the vote. */
  mark: string;
  /** The post of an answer; for a rewritten text, its id. */
  postId?: number;
  /** The chosen response; for a ballot, the reason. */
  choice?: number | null;
  revision?: number;
}

/** An answer that a student has submitted. It is on the device. */
export interface Submitted {
  accountId: number;
  form: number;
  mark: string;
  /** Its final state on the device. `left`: the page of a seat, which has no Home, has said that the lesson was canceled. */
  end: 'received' | 'refused' | 'waiting' | 'left';
  refusal: string | null;
  /** The student's phones, and the items of the form on each, in words. */
  phones: string;
}

/** Words that were written on a phone and were gone from its page when the student pressed Submit. */
export interface Vanished {
  accountId: number;
  form: number;
  mark: string;
}

/** Everything that one phone received, and the times of its answers. */
export interface Heard {
  accountId: number;
  received: Received[];
  /** The time at which an answer was first sent, by form. */
  answeredAtMs: Partial<Record<number, number>>;
  /** The time at which the teacher's removal of this student was acknowledged. */
  removedAtMs: number | null;
}

/** A seat's token that has ended. */
export interface EndedSeat {
  token: string;
  accountId: number;
  /** The device that may hear nothing more; null for one that has taken the seat again. */
  device: number | null;
  endedAtMs: number;
}

/** The state of one client when all was quiet. */
export interface Standing {
  accountId: number;
  place: string;
  /** The first difference from a fresh state; null if none. */
  difference: string | null;
  /** The time from the quiet moment to the last change of what it knows; 0 when nothing changed. */
  repairedAfterMs: number;
  /** The longest time until then that a page which opened needed to get its state. */
  controlMs: number;
  /** The last calls of a client that differs; empty for others. */
  lastCalls: readonly string[];
}

export interface StoredPost {
  id: number;
  accountId: number;
  form: number;
  choice: number | null;
  text: string;
  filedBy: string;
  /** The text before its author rewrote it; null: it was not rewritten. */
  original: string | null;
}

export interface StoredVote {
  id: number;
  reasons: [number, number];
  /** The authors of the two reasons. */
  authors: [number, number];
  ballots: { accountId: number; reason: number }[];
}

export interface StoredPhase {
  form: number;
  openedAtMs: number;
  deadlineAtMs: number;
  closedAtMs: number | null;
}

export interface StoredEvent {
  name: string;
  from: number;
  sequence: number;
  form: number | null;
}

/** The lesson's data in the database. */
export interface Stored {
  state: string;
  posts: StoredPost[];
  drafts: { accountId: number; form: number; revision: number; text: string }[];
  late: { accountId: number; form: number; text: string }[];
  comments: { id: number; postId: number; accountId: number; text: string; original: string | null }[];
  replies: { id: number; accountId: number; text: string }[];
  likes: { postId: number; accountId: number }[];
  phases: StoredPhase[];
  events: StoredEvent[];
  participants: number[];
  /** The lines to the teacher. */
  lines: { accountId: number; text: string }[];
  votes: StoredVote[];
  /** The groups by division, a draft or published. */
  divisions: { isPublished: boolean; groups: number[][] }[];
}

/** The staff's view of a form. */
export interface Shown {
  form: number;
  answered: number;
  postIds: number[];
  comments: number[];
  likes: { postId: number; accountId: number }[];
}

/** Everything that the checks of a storm use. */
export interface StormRecord {
  seed: number;
  acknowledged: Acknowledged[];
  submitted: Submitted[];
  vanished: Vanished[];
  heard: Heard[];
  standings: Standing[];
  /** The time within which a client must match a fresh one, once that has its state. */
  repairMs: number;
  stored: Stored;
  shown: Shown[];
  acts: Act[];
  /** Students who were removed from the class. */
  removed: number[];
  hidden: Hidden[];
  /** Everything that the walls received. */
  walls: Received[];
  /** The staff's counts of votes, in the order of their reasons. */
  voteCounts: { id: number; counts: number[] }[];
  /** Every student's own group as the product shows it, by account: the others' accounts. */
  ownGroups: { accountId: number; others: number[] | null }[];
  endedSeats: EndedSeat[];
  /** Calls that should have been refused: what was asked, and the status. */
  probes: { what: string; status: number; wanted: number }[];
  /** Processes that ended though no fault killed them. */
  ended: string[];
  /** Rows that name a rehearsal which was taken away. */
  rehearsalRows: string[];
  /** The accounts of a rehearsal's simulated students. */
  simulated: number[];
}
