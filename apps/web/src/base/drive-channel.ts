/**
 * The messages between a form and its window of Google's picker. The window runs a script of Google's, so it gets no
 * session and makes no call: it asks the form, over a channel whose name only the two know.
 */
export const PICKER_PATH = '/drive-picker';

export interface PickedFile {
  id: string;
  name: string;
}

/** The data that the picker needs. The token reaches only picked files, for some minutes. */
export interface PickerSetting {
  token: string;
  apiKey: string;
  appId: string;
  scriptUrl: string;
  /** The maximum number of files. */
  most: number;
  onlyPictures: boolean;
}

export type FromWindow =
  /** The window is ready. `answer`: the parameters that Google returned; null: it was just opened. */
  | { kind: 'ready'; answer: string | null }
  | { kind: 'connect' }
  /** The window leaves for Google's page, where it cannot send messages. */
  | { kind: 'leaving' }
  | { kind: 'picked'; files: PickedFile[] }
  | { kind: 'failed'; why: 'script' | 'picker' }
  /** Nothing was chosen, or the picker was closed. */
  | { kind: 'closed' };

export type FromForm =
  | { kind: 'hello' }
  /** Not connected, with the reason in words. */
  | { kind: 'ask'; words: string }
  | { kind: 'leave'; url: string }
  | { kind: 'show'; setting: PickerSetting }
  | { kind: 'say'; words: string }
  | { kind: 'done' };

/** Opens the channel. `id`: random, known only to the form and its window. */
export function openDriveChannel<Out, In>(id: string, onMessage: (message: In) => void): { send: (message: Out) => void; close: () => void } {
  const channel = new BroadcastChannel(`cw.drive.${id}`);
  channel.onmessage = ({ data }: MessageEvent<In>) => onMessage(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}
