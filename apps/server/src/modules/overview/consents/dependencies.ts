import { type MessageKey, OPTIONAL_USES, type OptionalUse, type Translate } from '@classwright/contract';

export interface ConsentsDependencies {
  t: Translate<MessageKey>;
  /** Null when this server has not set up Google Drive. */
  driveSettings: object | null;
  hasClassroom: boolean;
}

/** Returns the uses that this server has set up; nobody is asked about others. */
export const listUsesHere = ({ driveSettings, hasClassroom }: Omit<ConsentsDependencies, 't'>): OptionalUse[] =>
  OPTIONAL_USES.filter((use) => (use !== 'classroom' || hasClassroom) && (use !== 'drive' || driveSettings !== null));
