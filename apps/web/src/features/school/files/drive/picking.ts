import type { FileKind } from '@classwright/contract/school/files/file-kinds';
import type { FileView } from '@classwright/contract/school/files/calls';
import { isApiError, api } from '../../../../base/api.ts';
import { type FromForm, type FromWindow, openDriveChannel, PICKER_PATH, type PickedFile } from '../../../../base/drive-channel.ts';
import { randomId } from '../../../../base/random-id.ts';
import { createStore, type Store } from '../../../../base/store.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import type { CallResult } from '@classwright/contract/core/endpoint';
import type { driveConnect, driveConnectFinish, driveDisconnect, driveImport, driveToken } from '@classwright/contract/school/drive/calls';
import { t } from '../../../../base/t.ts';

/** The timeout, long enough for a file of 50 MB at the server's upload speed. */
const TAKE_MS = 120_000;

const getDriveToken = (signal: AbortSignal): Promise<CallResult<typeof driveToken>> => api<typeof driveToken>('POST', '/files/drive-token', { signal });
const beginConsent = (signal: AbortSignal): Promise<CallResult<typeof driveConnect>> => api<typeof driveConnect>('POST', '/files/drive-connect', { signal });
const finishConsent = (body: { answer: string; secret: string }, signal: AbortSignal): Promise<CallResult<typeof driveConnectFinish>> =>
  api<typeof driveConnectFinish>('POST', '/files/drive-connect/finish', { body, signal });
const forgetConnection = async (): Promise<string> => (await api<typeof driveDisconnect>('DELETE', '/files/drive')).message;
const takeFile = (id: string, signal: AbortSignal): Promise<CallResult<typeof driveImport>> =>
  api<typeof driveImport>('POST', '/files/from-drive', { body: { ids: [id] }, signal, timeoutMs: TAKE_MS });

export interface PickingState {
  is: 'idle' | 'waiting' | 'taking';
  /** True while it waits for the person on Google's consent page. */
  isConsenting: boolean;
  /** The Google account's address, once it is known. */
  email: string | null;
  /** The number of files that are still to be copied. */
  left: number;
  /** The errors and omissions, one sentence each. */
  problems: readonly string[];
  /** A message about something that succeeded. */
  note: string | null;
}

const IDLE: PickingState = { is: 'idle', isConsenting: false, email: null, left: 0, problems: [], note: null };
/** Errors that connecting in the window may resolve. */
const CAN_CONNECT = ['DRIVE_NOT_CONNECTED', 'DRIVE_WITHDRAWN', 'DRIVE_SCOPE_MISSING', 'DRIVE_BLOCKED', 'DRIVE_CANCELLED', 'DRIVE_CONSENT_OVER'];
const LOOK_MS = 1_000;

interface PickingOptions {
  kinds: readonly FileKind[];
  /** Returns the number of files that can be added now. */
  most: () => number;
  onDone: (file: FileView) => void;
}

export interface Picking {
  state: Pick<Store<PickingState>, 'get' | 'subscribe'>;
  /** Opens the window. Call it from a click, otherwise the browser blocks it. */
  begin: () => void;
  cancel: () => void;
  disconnect: () => void;
  dismiss: () => void;
}

/**
 * Creates the picking for one place of a form, one window at a time. The window only displays; this side makes all
 * calls.
 */
export function createPicking({ kinds, most, onDone }: PickingOptions): Picking {
  const state = createStore(IDLE);
  const change = (next: Partial<PickingState>) => state.set({ ...state.get(), ...next });
  const idle = (next: Partial<PickingState> = {}) => state.set({ ...IDLE, ...next });
  let end: () => void = () => undefined;

  function begin(): void {
    end();
    const id = randomId();
    const opened = window.open(`${PICKER_PATH}#${id}`, '_blank', 'popup,width=1080,height=720');
    if (!opened) return idle({ problems: [t('drive.blocked')] });
    const calls = new AbortController();
    let secret: string | null = null;
    const channel = openDriveChannel<FromForm, FromWindow>(id, (message) => void hear(message));
    // a closed window sends no message, and on Google's page it cannot be observed from here
    const look = setInterval(() => opened.closed && stop(t('drive.closed')), LOOK_MS);
    const part = () => {
      end = () => undefined;
      clearInterval(look);
      channel.close();
      calls.abort();
    };
    end = () => {
      channel.send({ kind: 'done' });
      part();
    };
    const stop = (problem: string) => {
      part();
      idle({ problems: [problem] });
    };
    state.set({ ...IDLE, is: 'waiting' });

    /** Shows an error in the window, with a connect button if that helps. */
    const tell = (error: unknown) => {
      if (calls.signal.aborted) return;
      const words = errorText(error);
      if (isApiError(error) && CAN_CONNECT.includes(error.code)) return channel.send({ kind: 'ask', words });
      channel.send({ kind: 'say', words });
      stop(words);
    };

    async function hear(message: FromWindow): Promise<void> {
      const { signal } = calls;
      try {
        if (message.kind === 'ready') {
          channel.send({ kind: 'hello' });
          change({ isConsenting: false });
          if (message.answer !== null) await finishConsent({ answer: message.answer, secret: secret ?? '' }, signal);
          await show(signal);
        } else if (message.kind === 'connect') {
          const begun = await beginConsent(signal);
          secret = begun.secret;
          channel.send({ kind: 'leave', url: begun.url });
        } else if (message.kind === 'leaving') {
          clearInterval(look);
          change({ isConsenting: true });
        } else if (message.kind === 'closed') stop(t('drive.closed'));
        else if (message.kind === 'failed') {
          if (message.why === 'script') console.warn('The script of Google Drive’s picker was not loaded in its window.');
          stop(t(message.why === 'script' ? 'drive.scriptMissing' : 'drive.failed'));
        } else if (message.kind === 'picked') {
          clearInterval(look);
          await take(message.files, signal);
          end();
        }
      } catch (error) {
        tell(error);
      }
    }

    async function show(signal: AbortSignal): Promise<void> {
      const { access_token: token, api_key: apiKey, app_id: appId, script_url: scriptUrl, email } = await getDriveToken(signal);
      change({ email });
      const onlyPictures = kinds.length === 1 && kinds[0] === 'image';
      channel.send({ kind: 'show', setting: { token, apiKey, appId, scriptUrl, most: most(), onlyPictures } });
    }
  }

  /** Copies the picked files one after the other, so that each has its own timeout and its own errors. */
  async function take(picked: readonly PickedFile[], signal: AbortSignal): Promise<void> {
    const fitting = picked.slice(0, most());
    const problems = fitting.length < picked.length ? [t('drive.tooMany', { count: fitting.length })] : [];
    for (const [at, { id, name }] of fitting.entries()) {
      state.set({ ...IDLE, is: 'taking', left: fitting.length - at, problems: [...problems] });
      try {
        const { files, refused } = await takeFile(id, signal);
        for (const file of files) {
          if (kinds.includes(file.kind)) onDone(file);
          else problems.push(t('drive.refused', { name: file.name, message: t('file.kindRefused') }));
        }
        for (const one of refused) problems.push(t('drive.refused', { name: one.name ?? name, message: one.message }));
      } catch (error) {
        if (signal.aborted) return;
        problems.push(t('drive.refused', { name, message: errorText(error) }));
      }
    }
    idle({ problems });
  }

  return {
    state,
    begin,
    cancel() {
      end();
      idle();
    },
    disconnect() {
      end();
      idle();
      forgetConnection().then(
        (note) => idle({ note }),
        (error: unknown) => idle({ problems: [errorText(error)] }),
      );
    },
    dismiss: () => idle(),
  };
}
