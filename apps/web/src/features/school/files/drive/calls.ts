import type { CallResult } from '@classwright/contract/core/endpoint';
import type { driveConnect, driveConnectFinish, driveDisconnect, driveImport, driveToken } from '@classwright/contract/school/drive/calls';
import { api } from '../../../../base/api.ts';

/** The timeout, long enough for a file of 50 MB at the server's upload speed. */
const TAKE_MS = 120_000;

export const getDriveToken = (signal: AbortSignal): Promise<CallResult<typeof driveToken>> => api<typeof driveToken>('POST', '/files/drive-token', { signal });
export const beginConsent = (signal: AbortSignal): Promise<CallResult<typeof driveConnect>> =>
  api<typeof driveConnect>('POST', '/files/drive-connect', { signal });
export const finishConsent = (body: { answer: string; secret: string }, signal: AbortSignal): Promise<CallResult<typeof driveConnectFinish>> =>
  api<typeof driveConnectFinish>('POST', '/files/drive-connect/finish', { body, signal });
export const forgetConnection = async (): Promise<string> => (await api<typeof driveDisconnect>('DELETE', '/files/drive')).message;
export const takeFile = (id: string, signal: AbortSignal): Promise<CallResult<typeof driveImport>> =>
  api<typeof driveImport>('POST', '/files/from-drive', { body: { ids: [id] }, signal, timeoutMs: TAKE_MS });
