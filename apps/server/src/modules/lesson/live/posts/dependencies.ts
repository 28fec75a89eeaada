import type { MessageKey, Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import type { MakeLimiter } from '../../../../platform/waiting/index.ts';
import type { Censor } from '../../../class/censorship/index.ts';
import type { FileLinks } from '../../../school/files/index.ts';
import type { LessonEvents } from '../events.ts';
import type { SessionQuestions } from '../questions.ts';
import type { Feeds } from './feeds.ts';
import type { LessonFacts } from './snapshot-details.ts';
import type { Pace } from './pace.ts';
import type { Readings } from './reading.ts';

/** The dependencies for showing and discussing posts. */
export interface LivePostsDependencies {
  /** The database for reads shared by many people. */
  db: Db;
  t: Translate<MessageKey>;
  censor: Censor;
  events: Pick<LessonEvents, 'announce' | 'ownNotesChanged' | 'questionsChanged'>;
  questions: SessionQuestions;
  fileLinks: FileLinks;
  makeLimiter: MakeLimiter;
  /** The stored facts of finished lessons. */
  facts: LessonFacts;
  /** Returns the accounts with an open socket of a lesson, in any process. */
  listConnected: (assessmentId: number) => Promise<{ accounts: ReadonlySet<number>; asOf: number }>;
}

/** The dependencies, with the feeds of this process and the limits on how fast people may write. */
export interface PostsContext extends LivePostsDependencies {
  feeds: Feeds;
  readings: Readings;
  pace: Pace;
}
