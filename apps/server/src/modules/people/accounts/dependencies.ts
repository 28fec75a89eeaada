import type { ActiveAssessment, MessageKey, Translate } from '@classwright/contract';
import type { z } from 'zod';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { MakeLimiter } from '../../../platform/http/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { AccessEngine } from '../access/index.ts';
import type { GoogleSetting } from './google/provider.ts';
import type { MailSetting } from './links/mail.ts';
import type { GuessClock } from './guessing/index.ts';

/** The data that other modules add about a person who signs in. */
export interface UserContext {
  courses: { id: number; name: string; section: string }[];
  activeAssessment: z.infer<typeof ActiveAssessment> | null;
  hasActiveAssessment: boolean;
  pictureUrl: string | null;
}

export interface AccountsDependencies {
  db: Db;
  t: Translate<MessageKey>;
  /** The locale in which dates are written. */
  locale: string;
  access: AccessEngine;
  describeUser: (db: Db, account: { id: number; pictureFileId: number | null; rights: ReadonlySet<string> }) => Promise<UserContext>;
  /** Resources that this server has not set up. People's own screens do not show them. */
  notSetUp: readonly string[];
  /** Notifies the devices of ended tokens, then closes their sockets. */
  onNewDevice: (accountId: number, ended: { tokenId: number; fingerprint: string }[]) => void;
  onTokenEnded: (tokenId: number) => void;
  /** Creates the first school of an installation. */
  createSchool: (tx: Tx, school: { school_name: string; time_zone: string }) => Promise<number>;
  /** The base address of links, or null to use the address that a call came to (no PUBLIC_URL is set). */
  publicUrl: URL | null;
  /** Null where the school's server sends no mail. */
  mail: MailSetting | null;
  /** Null where people do not sign in with Google. */
  google: GoogleSetting | null;
  guessClock?: GuessClock;
  makeLimiter: MakeLimiter;
  /** The secret that hides neighborhoods in the audit trail. */
  placeSecret: string;
}

/** The options of the module. */
export type AccountsOptions = Omit<AccountsDependencies, 'onNewDevice' | 'onTokenEnded'> & { realtime: Pick<Realtime, 'publish' | 'endToken'> };
