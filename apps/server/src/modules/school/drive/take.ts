import { driveImport, type ErrorCode, type MessageKey, type Translate, unpackMessage } from '@classwright/contract';
import { FILE_LIMITS } from '@classwright/contract/school/files/file-kinds';
import { audit } from '../../../platform/audit/index.ts';
import { holdConsents, requireConsent } from '../../../platform/consents-queries.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { AppError, appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { Gates } from '../../../platform/waiting/index.ts';
import { findFiles, getFileRoom, loadFileViews, storeFile } from '../files/index.ts';
import type { DriveDependencies } from './dependencies.ts';
import { describeDriveFile, type DriveFile, readDriveFile } from './google.ts';
import { findDriveCopy, lockDriveConnection, saveDriveCopy } from './queries.ts';
import { refuseBeyond, withStaged } from './stage.ts';
import { DriveError } from './drive-error.ts';

/** The time limit for all files of a call. A page sends one file per call, so this is the time for one. */
const CALL_MS = 100_000;
/** The number of files that a process copies from Google at a time, for all people together. */
const AT_ONCE = 6;

/** Errors of the whole connection. After one of them no further file is requested. */
const OF_CONNECTION: readonly ErrorCode[] = [
  'DRIVE_NOT_CONNECTED',
  'DRIVE_SCOPE_MISSING',
  'DRIVE_WITHDRAWN',
  'DRIVE_BLOCKED',
  'DRIVE_UNREACHABLE',
  'CONSENT_NEEDED',
];

/** The reason a file is not copied, with the name that Google gave it. */
class Left extends Error {
  readonly fileName: string;
  constructor(name: string, cause: unknown) {
    super('left', { cause });
    this.fileName = name;
  }
}

/** Copies picked files into the library, one after the other. */
export function implementDriveTake(deps: DriveDependencies): Implementation {
  const { db, t, storage, links, stagingFolder, drive } = deps;
  const [ofPeople, ofProcess] = [new Gates<number>(1), new Gates<'google'>(AT_ONCE)];

  async function takeFile(actor: Actor, id: string, requestId: string, signal: AbortSignal): Promise<number> {
    if (!drive) throw appError('DRIVE_NOT_SET_UP');
    const { accountId, schoolId } = actor;
    await requireConsent(db, t, accountId, 'drive');
    const root = drive.settings.url;
    const file = await drive.tokens.with(accountId, (token) => describeDriveFile({ root, token, signal }, id));
    const copy = await findCopy(accountId, file);
    if (copy !== null) return copy;
    try {
      const room = await getFileRoom(db, accountId, storage);
      refuseBeyond(file.size ?? 0, room);
      const staging = { folder: stagingFolder, room, sender: String(accountId) };
      return await drive.tokens.with(accountId, (token) =>
        withStaged(readDriveFile({ root, token, signal }, file), file.name, staging, (staged) =>
          inTransaction(db, async (tx) => {
            await holdConsents(tx, accountId);
            await requireConsent(tx, t, accountId, 'drive');
            await lockDriveConnection(tx, accountId);
            const first = file.version === null ? null : await findDriveCopy(tx, accountId, id, file.version);
            if (first !== null) return first; // another process was faster
            const fileId = await storeFile(tx, storage, { ownerId: accountId, schoolId, name: file.name, staged });
            if (file.version !== null) await saveDriveCopy(tx, { accountId, driveId: id, version: file.version, fileId });
            const [kept] = await findFiles(tx, [fileId]);
            const after = { name: kept?.name, type: kept?.mime_type, byte_size: kept?.byte_size };
            await audit(tx, actor, { action: driveImport.name, subjectType: 'file', subjectId: fileId, after, requestId });
            return fileId;
          }),
        ),
      );
    } catch (error) {
      throw new Left(file.name, error);
    }
  }

  const findCopy = async (accountId: number, { id, version }: DriveFile): Promise<number | null> =>
    version === null ? null : findDriveCopy(db, accountId, id, version);

  async function takeAll(actor: Actor, ids: readonly string[], requestId: string, signal: AbortSignal) {
    const taken: number[] = [];
    const refused: { id: string; name: string | null; message: string }[] = [];
    let stopped: AppError | null = null;
    for (const id of ids) {
      if (stopped) {
        refused.push({ id, name: null, message: t('drive.reason.stopped') });
        continue;
      }
      try {
        taken.push(await ofProcess.run('google', () => takeFile(actor, id, requestId, signal)));
      } catch (thrown) {
        const [name, error] = thrown instanceof Left ? [thrown.fileName, thrown.cause] : [null, thrown];
        if (error instanceof AppError && OF_CONNECTION.includes(error.code)) stopped = error;
        refused.push({ id, name, message: explain(t, error) });
      }
    }
    // nothing was copied, and one sentence explains why
    if (stopped && taken.length === 0 && refused.every(({ message }) => message === t('drive.reason.stopped') || message === explain(t, stopped)))
      throw stopped;
    return { taken, refused };
  }

  return implement(driveImport, async ({ actor, input, requestId }) => {
    if (!drive) throw appError('DRIVE_NOT_SET_UP');
    const signal = AbortSignal.timeout(CALL_MS);
    const { taken, refused } = await ofPeople.run(actor.accountId, () => takeAll(actor, [...new Set(input.ids)], requestId, signal));
    const files = await loadFileViews(db, actor, links, [...new Set(taken)]);
    return { files, refused, message: files.length === 0 ? t('drive.takenNone') : t('drive.taken', { count: files.length }) };
  });
}

/** Explains the error of a file in words. @throws errors that are our own fault */
function explain(t: Translate<MessageKey>, error: unknown): string {
  if (error instanceof AppError) {
    const packed = unpackMessage(error.fields?.['file']?.[0] ?? '');
    return packed ? t(packed.key as MessageKey, packed.params) : t(`error.${error.code}`, error.params as Record<string, string | number>);
  }
  if (!(error instanceof DriveError) || error.kind === 'token' || error.kind === 'scope' || error.kind === 'blocked') throw error;
  return error.kind === 'tooLarge' ? t('file.tooLarge', { max: FILE_LIMITS.maxMegabytes }) : t(`drive.reason.${error.kind}`);
}
