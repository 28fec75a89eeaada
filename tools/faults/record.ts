import type { Received } from './line.ts';
import type { Act } from './teacher.ts';

/** Something that a student wrote and the server has acknowledged. */
export interface Acknowledged {
  kind: 'answer' | 'draft' | 'comment' | 'reply' | 'like';
  accountId: number;
  form: number;
  /** The mark in its words; of a like the post. */
  mark: string;
  /** Of an answer the post. */
  postId?: number;
  choice?: number | null;
  revision?: number;
}

/** An answer that a student has submitted: it is on the device. */
export interface Submitted {
  accountId: number;
  form: number;
  mark: string;
  /** What became of it on the device in the end. */
  end: 'received' | 'refused' | 'waiting';
  refusal: string | null;
}

/** Everything that one phone got, and when it sent its answers. */
export interface Heard {
  accountId: number;
  received: Received[];
  /** By form, when an answer was sent first. */
  answeredAtMs: Partial<Record<number, number>>;
  /** When the teacher's removal of this student was acknowledged. */
  removedAtMs: number | null;
}

/** How one client stood when all was quiet. */
export interface Standing {
  accountId: number;
  place: string;
  /** What is different from a fresh state, the first thing; null: nothing. */
  difference: string | null;
  /** After quiet began. */
  repairedAfterMs: number;
}

export interface StoredPost {
  id: number;
  accountId: number;
  form: number;
  choice: number | null;
  text: string;
  filedBy: string;
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

/** What the database holds of the lesson. */
export interface Stored {
  state: string;
  posts: StoredPost[];
  drafts: { accountId: number; form: number; revision: number; text: string }[];
  late: { accountId: number; form: number; text: string }[];
  comments: { id: number; postId: number; accountId: number; text: string }[];
  replies: { id: number; accountId: number; text: string }[];
  likes: { postId: number; accountId: number }[];
  phases: StoredPhase[];
  events: StoredEvent[];
}

/** What the staff are shown of a form. */
export interface Shown {
  form: number;
  answered: number;
  postIds: number[];
  comments: number[];
  likes: { postId: number; accountId: number }[];
}

/** All that the checks of a storm look at. */
export interface StormRecord {
  seed: number;
  acknowledged: Acknowledged[];
  submitted: Submitted[];
  heard: Heard[];
  standings: Standing[];
  /** How soon a client has to be as a fresh one. */
  repairMs: number;
  stored: Stored;
  shown: Shown[];
  acts: Act[];
  /** Of students who were taken out of the class. */
  removed: number[];
}
