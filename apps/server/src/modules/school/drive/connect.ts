import { driveConnect, driveConnectFinish, driveDisconnect, driveStatus, driveToken, type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { explainLacking, holdConsents, requireConsent } from '../../../platform/consents-queries.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { Log } from '../../../platform/log.ts';
import { beginConsent, finishConsent, ProviderError } from '../../people/accounts/index.ts';
import type { DriveDependencies } from './dependencies.ts';
import { type ConnectionState, deleteDriveConnection, findDriveConnection, saveDriveConnection } from './queries.ts';

/** The path of the picker's window, which Google sends people back to. */
const RETURN_PATH = '/drive-picker';
/** The scope that covers only the files a person picks, and nothing else of their Drive. */
const DRIVE_SCOPE = 'https://www.googleapis.com/auth/drive.file';

/** Connects and disconnects a person's Google Drive, and provides the data for the picker's window. */
export function implementDriveConnecting({ db, t, drive }: DriveDependencies): Implementation[] {
  const requireDrive = (): NonNullable<DriveDependencies['drive']> => {
    if (!drive) throw appError('DRIVE_NOT_SET_UP');
    return drive;
  };
  const toAppError = (error: unknown, log: Log) => {
    if (!(error instanceof ProviderError)) return error;
    if (error.refusal === 'cancelled') return appError('DRIVE_CANCELLED');
    log.warn({ err: error.cause }, 'consent for Google Drive');
    return appError(error.refusal === 'unreachable' ? 'DRIVE_UNREACHABLE' : 'DRIVE_CONSENT_OVER');
  };

  return [
    implement(driveStatus, async ({ tx, actor }) => {
      if (!drive) return { standing: 'not_set_up' as const, explanation: t('error.DRIVE_NOT_SET_UP'), email: null };
      const lacking = await explainLacking(tx, t, actor.accountId, 'drive');
      if (lacking) return { standing: 'no_consent' as const, explanation: t('error.CONSENT_NEEDED', lacking), email: null };
      const connection = await findDriveConnection(tx, actor.accountId);
      const standing = connection?.state ?? ('not_connected' as const);
      return { standing, explanation: explain(t, standing), email: connection?.email ?? null };
    }),
    implement(driveConnect, async ({ actor, site, log }) => {
      const { provider } = requireDrive();
      await requireConsent(db, t, actor.accountId, 'drive');
      // earlier permissions are not included: the token goes to the browser, and must only reach picked files
      const asked = { scope: `openid email ${DRIVE_SCOPE}`, access_type: 'offline', prompt: 'consent select_account' };
      const redirectUri = `${site.origin}${RETURN_PATH}`;
      return beginConsent(db, provider, { purpose: 'drive', accountId: actor.accountId, redirectUri, asked }).catch((error: unknown) => {
        throw toAppError(error, log);
      });
    }),
    implement(driveConnectFinish, async ({ actor, input, requestId, log }) => {
      const { provider, sealer } = requireDrive();
      await requireConsent(db, t, actor.accountId, 'drive');
      const finished = await finishConsent(db, provider, { purpose: 'drive', accountId: actor.accountId, ...input }).catch((error: unknown) => {
        throw toAppError(error, log);
      });
      if (!finished) throw appError('DRIVE_CONSENT_OVER');
      const { who, tokens } = finished;
      if (!tokens.scopes.includes(DRIVE_SCOPE)) throw appError('DRIVE_SCOPE_MISSING');
      const email = who.email ?? '';
      await inTransaction(db, async (tx) => {
        await holdConsents(tx, actor.accountId);
        await requireConsent(tx, t, actor.accountId, 'drive');
        await saveDriveConnection(tx, {
          ...{ accountId: actor.accountId, subject: who.identity.subject, email, expiresInSeconds: tokens.expiresInSeconds },
          refreshSealed: tokens.refreshToken === null ? null : sealer.seal(tokens.refreshToken),
          accessSealed: sealer.seal(tokens.accessToken),
        });
        const record = { subjectType: 'driveConnection', subjectId: actor.accountId, after: { name: email } };
        await audit(tx, actor, { action: driveConnectFinish.name, ...record, requestId });
      });
      return { email, message: t('drive.account', { email }) };
    }),
    // not revoked at Google: there, one revocation removes everything that the person has granted this product,
    // including Classroom
    implement(driveDisconnect, async ({ tx, actor, requestId }) => {
      const email = await deleteDriveConnection(tx, actor.accountId);
      const record = { subjectType: 'driveConnection', subjectId: actor.accountId, before: { name: email } };
      if (email !== null) await audit(tx, actor, { action: driveDisconnect.name, ...record, requestId });
      return { message: t('drive.disconnected') };
    }),
    implement(driveToken, async ({ actor }) => {
      const { tokens, settings } = requireDrive();
      await requireConsent(db, t, actor.accountId, 'drive');
      const { token, email } = await tokens.of(actor.accountId);
      return { access_token: token, api_key: settings.apiKey, app_id: settings.appId, script_url: settings.scriptUrl.href, email };
    }),
  ];
}

function explain(t: Translate<MessageKey>, standing: ConnectionState | 'not_connected'): string | null {
  if (standing === 'ok') return null;
  const codes = { not_connected: 'NOT_CONNECTED', withdrawn: 'WITHDRAWN', scope_missing: 'SCOPE_MISSING', blocked: 'BLOCKED' } as const;
  return t(`error.DRIVE_${codes[standing]}`);
}
