import {
  KINDS_OF,
  type NotificationKind,
  type NotificationPreferences,
  notificationPreferences,
  notificationPreferencesUpdate,
  DEFAULT_MAIL,
} from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { type Actor, can, implement, type Implementation } from '../../../platform/http/index.ts';
import type { NotificationsDependencies } from './dependencies.ts';
import { listPreferences, savePreferences } from './queries.ts';

/** Returns the kinds of notifications that somebody with these rights can get. */
function kindsFor(actor: Actor): readonly NotificationKind[] {
  const kinds: NotificationKind[] = [];
  if (actor.isAdmin) kinds.push(...KINDS_OF.admin);
  if (can(actor, 'live-lessons', 'view')) kinds.push(...KINDS_OF.staff);
  else if (!actor.isAdmin || can(actor, 'live-participation', 'view')) kinds.push(...KINDS_OF.student);
  if (can(actor, 'rosters', 'edit')) kinds.push(...KINDS_OF.rosters);
  return [...new Set(kinds)];
}

/** Implements choosing the kinds of email notifications and when they are sent; only that person can choose. */
export function implementPreferences({ t, mail }: NotificationsDependencies): Implementation[] {
  async function load(db: Db, actor: Actor): Promise<NotificationPreferences> {
    const chosen = await listPreferences(db, actor.accountId);
    return {
      sends_mail: mail !== null,
      preferences: kindsFor(actor).map((kind) => ({ kind, mail: chosen.get(kind) ?? DEFAULT_MAIL[kind], is_usual: !chosen.has(kind) })),
    };
  }
  return [
    implement(notificationPreferences, ({ tx, actor }) => load(tx, actor)),
    implement(notificationPreferencesUpdate, async ({ tx, actor, input }) => {
      await savePreferences(tx, actor.accountId, new Map(input.preferences.map((one) => [one.kind, one.mail])));
      return { ...(await load(tx, actor)), message: t('notification.preferencesSaved') };
    }),
  ];
}
