import { type ConnectionView, type MessageKey, syncConnect, syncConnectFinish, syncDisconnect, type Translate } from '@classwright/contract';
import { audit } from '../../../../platform/audit/index.ts';
import { inTransaction } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import type { Log } from '../../../../platform/log.ts';
import { beginConsent, finishConsent, ProviderError } from '../../../people/accounts/index.ts';
import { ensureClassroomSource } from '../../../class/sources/index.ts';
import { getSchool, isKeeper, isOfSchool } from '../access.ts';
import type { SyncDependencies } from '../dependencies.ts';
import { type ConnectionRow, deleteConnection, findConnection, findOtherHolder, saveConnection } from './queries.ts';
import { deleteRegistrations } from '../push/registration-queries.ts';
import { CLASSROOM_SCOPES, listMissingScopes, PUSH_SCOPE } from './scopes.ts';
import { explain, missingOf } from './standing.ts';

/** The page to which Google sends people back. */
const RETURN_PATH = '/sync-connect';

/**
 * Implements connecting one's Google Classroom, and disconnecting it. Its consent is separate: signing in never asks
 * for it.
 */
export function implementConnecting({ db, t, classroom }: SyncDependencies): Implementation[] {
  const toAppError = (error: unknown, log: Log) => {
    if (!(error instanceof ProviderError)) return error;
    if (error.refusal === 'cancelled') return appError('GOOGLE_CANCELLED');
    log.warn({ err: error.cause }, 'consent for Google Classroom');
    return appError(error.refusal === 'unreachable' ? 'SYNC_GOOGLE_UNREACHABLE' : 'GOOGLE_REFUSED');
  };

  return [
    implement(syncConnect, async ({ actor, input, site, log }) => {
      if (!classroom) throw appError('SYNC_NOT_SET_UP');
      await getSchool(db, actor, input.school_id);
      // `consent`: only a consent gives a refresh token; `include_granted_scopes`: keeps earlier permissions
      const asked = {
        scope: ['openid', 'email', ...CLASSROOM_SCOPES, ...(classroom.push ? [PUSH_SCOPE] : [])].join(' '),
        access_type: 'offline',
        prompt: 'consent select_account',
      };
      const redirectUri = `${site.origin}${RETURN_PATH}`;
      return beginConsent(db, classroom.provider, { purpose: 'classroom', accountId: actor.accountId, redirectUri, asked }).catch((error: unknown) => {
        throw toAppError(error, log);
      });
    }),
    implement(syncConnectFinish, async ({ actor, input, requestId, log }) => {
      if (!classroom) throw appError('SYNC_NOT_SET_UP');
      const { answer, secret, school_id } = input;
      const schoolId = await getSchool(db, actor, school_id);
      const finished = await finishConsent(db, classroom.provider, { purpose: 'classroom', accountId: actor.accountId, answer, secret }).catch(
        (error: unknown) => {
          throw toAppError(error, log);
        },
      );
      if (!finished) throw appError('GOOGLE_REFUSED');
      const { who, tokens, redirectUri } = finished;
      const missing = listMissingScopes(tokens.scopes);
      const connection = await inTransaction(db, async (tx) => {
        const source = await ensureClassroomSource(tx, schoolId);
        if ((await findOtherHolder(tx, source.id, who.identity.subject, actor.accountId)) !== null) throw appError('SYNC_OTHER_PERSON');
        const id = await saveConnection(tx, {
          ...{ sourceId: source.id, accountId: actor.accountId, subject: who.identity.subject, email: who.email ?? '', scopes: tokens.scopes },
          ...{ state: missing.length > 0 ? 'scope_missing' : 'ok', origin: new URL(redirectUri).origin, expiresInSeconds: tokens.expiresInSeconds },
          refreshSealed: tokens.refreshToken === null ? null : classroom.sealer.seal(tokens.refreshToken),
          accessSealed: classroom.sealer.seal(tokens.accessToken),
        });
        await deleteRegistrations(tx, id); // they may have ended with the consent before
        const after = { name: who.email, scopes: tokens.scopes };
        await audit(tx, { ...actor, schoolId }, { action: syncConnectFinish.name, subjectType: 'syncConnection', subjectId: id, after, requestId });
        return (await findConnection(tx, id)) as ConnectionRow;
      });
      const email = connection.email;
      return {
        connection: toConnectionView(t, connection, actor),
        message: missing.length > 0 ? t('sync.connectedPartly', { email, missing: missingOf(t, connection) }) : t('sync.connected', { email }),
      };
    }),
    implement(syncDisconnect, async ({ actor, input, requestId, log }) => {
      const connection = await findConnection(db, input.id);
      const isTheirs = connection && (connection.account_id === actor.accountId || (isKeeper(actor) && isOfSchool(actor, connection.school_id)));
      if (!isTheirs) throw appError('NOT_FOUND');
      const tokens = await inTransaction(db, async (tx) => {
        const deleted = await deleteConnection(tx, connection.id);
        const before = { name: connection.email };
        if (deleted) await audit(tx, actor, { action: syncDisconnect.name, subjectType: 'syncConnection', subjectId: connection.id, before, requestId });
        return deleted;
      });
      const sealed = tokens?.refreshSealed ?? tokens?.accessSealed;
      const token = sealed && classroom?.sealer.open(sealed);
      // it is deleted here already; Google is asked once to revoke it too
      if (token) await classroom?.provider.revoke(token).catch((error: unknown) => log.warn({ err: error }, 'a consent could not be revoked at Google'));
      return { id: connection.id, message: t('sync.disconnected') };
    }),
  ];
}

export function toConnectionView(t: Translate<MessageKey>, row: ConnectionRow, actor: Pick<Actor, 'accountId'>): ConnectionView {
  const { id, account_id, account_name, email, state, last_ok_at, created_at } = row;
  return {
    ...{ id, account_id, account_name, email, state },
    problem: explain(t, state, { isStaff: true, missing: missingOf(t, row) }),
    is_own: account_id === actor.accountId,
    last_ok_at: last_ok_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  };
}
