import type { Sites } from '../../../platform/sites.ts';
import type { MessageKey, Translate } from '@classwright/contract';
import type { Folded, PersonContext } from '../../../manifest.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { MakeLimiter } from '../../../platform/waiting/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import type { Sealer } from '../../../platform/secrets.ts';
import type { AccessEngine } from '../access/index.ts';
import type { GoogleSetting } from './google/provider.ts';
import type { MailSetting } from './links/mail.ts';
import type { GuessClock } from './guessing/index.ts';

export interface AccountsDependencies {
  db: Db;
  t: Translate<MessageKey>;
  /** The locale in which dates are written. */
  locale: string;
  access: AccessEngine;
  /** Returns what all modules add about a person who signs in. */
  describePerson: (db: Db, account: { id: number; pictureFileId: number | null }) => Promise<PersonContext>;
  /** Returns the resources that this server has not set up. People's own screens do not show them. */
  listNotSetUp: () => readonly string[];
  /** Notifies the devices of ended tokens, then closes their sockets. */
  onNewDevice: (accountId: number, ended: { tokenId: number; fingerprint: string }[]) => void;
  onTokenEnded: (tokenId: number) => void;
  makeTicket: Realtime['makeTicket'];
  /** Creates the first school of an installation. */
  createSchool: (tx: Tx, school: { school_name: string; time_zone: string }) => Promise<number>;
  /** The addresses of the installation and of its schools. */
  sites: Sites;
  /** Null where the school's server sends no mail. */
  mail: MailSetting | null;
  /** Null where people do not sign in with Google. */
  google: GoogleSetting | null;
  guessClock?: GuessClock;
  makeLimiter: MakeLimiter;
  /** The file of the hashes of leaked passwords. Null: the product's own list alone. */
  leakedPasswordsFile: string | null;
  /** Seals the secrets of second factors, and hashes the codes of cards. */
  sealer: Sealer;
  /** True when administrators need a second factor from their first day. */
  adminsNeedFactor: boolean;
  /** The secret that hides neighborhoods in the audit trail. */
  placeSecret: string;
}

/** The options of the module. */
export type AccountsOptions = Omit<
  AccountsDependencies,
  'onNewDevice' | 'onTokenEnded' | 'makeTicket' | 'describePerson' | 'listNotSetUp' | 'placeSecret' | 'locale'
> & {
  language: { locale: string };
  realtime: Pick<Realtime, 'publish' | 'endToken' | 'makeTicket'>;
  installation: { linkSecret: string };
  /** Returns what all modules provide, once they are created. */
  folded: () => Pick<Folded, 'describePerson' | 'notSetUp'>;
};
