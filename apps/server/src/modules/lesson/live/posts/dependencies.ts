import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { MakeLimiter } from '../../../../platform/http/index.ts';
import type { Censor } from '../../../class/censorship/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import type { LessonEvents } from '../events.ts';
import type { SessionQuestions } from '../questions.ts';
import type { Feeds } from './feeds.ts';
import type { LessonFacts } from './snapshot-details.ts';
import type { Pace } from './pace.ts';
import type { Readings } from './reading.ts';

/** What showing and discussing posts needs from outside. */
export interface LivePostsDependencies {
  /** For reads that are done for many at once. */
  db: Db;
  t: Translate<MessageKey>;
  censor: Censor;
  events: Pick<LessonEvents, 'announce'>;
  questions: SessionQuestions;
  fileLinks: FileLinks;
  makeLimiter: MakeLimiter;
  /** What was kept of finished lessons. */
  facts: LessonFacts;
  /** The accounts that hold an open socket of a lesson, in whichever process. */
  listConnected: (assessmentId: number) => Promise<{ accounts: ReadonlySet<number>; asOf: number }>;
}

/** With the feeds of this process, and how fast people may write. */
export interface PostsContext extends LivePostsDependencies {
  feeds: Feeds;
  readings: Readings;
  pace: Pace;
}
