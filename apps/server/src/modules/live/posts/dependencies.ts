import type { Censor } from '../../censorship/index.ts';
import type { FileLinks } from '../../files/index.ts';
import type { LessonEvents } from '../events.ts';
import type { SessionQuestions } from '../questions.ts';
import type { Feeds } from './feeds.ts';
import type { Pace } from './pace.ts';

/** What showing and discussing posts needs from outside. */
export interface LivePostsDependencies {
  censor: Censor;
  events: Pick<LessonEvents, 'announce'>;
  questions: SessionQuestions;
  fileLinks: FileLinks;
  /** Whether an account listens to a channel now. */
  isConnected: (accountId: number, channel: string) => boolean;
}

/** With the feeds of this process, and how fast people may write. */
export interface PostsContext extends LivePostsDependencies {
  feeds: Feeds;
  pace: Pace;
}
