/**
 * What a form and its window of Google's picker tell each other. The window runs a script of Google's, so it gets no session
 * and makes no call: it asks the form, by a channel that only the two know the name of.
 */
export const PICKER_PATH = '/drive-picker';

export interface PickedFile {
  id: string;
  name: string;
}

/** What the picker needs; the token reaches what is picked alone, for minutes. */
export interface PickerSetting {
  token: string;
  apiKey: string;
  appId: string;
  scriptUrl: string;
  /** How many files fit. */
  most: number;
  onlyPictures: boolean;
}

export type FromWindow =
  /** It is there. `answer`: what Google sent it back with; null: it was just opened. */
  | { kind: 'ready'; answer: string | null }
  | { kind: 'connect' }
  /** It goes to Google's page, where it can say nothing. */
  | { kind: 'leaving' }
  | { kind: 'picked'; files: PickedFile[] }
  | { kind: 'failed'; why: 'script' | 'picker' }
  /** Nothing was chosen, or it was closed. */
  | { kind: 'closed' };

export type FromForm =
  | { kind: 'hello' }
  /** Not connected, with the words why. */
  | { kind: 'ask'; words: string }
  | { kind: 'leave'; url: string }
  | { kind: 'show'; setting: PickerSetting }
  | { kind: 'say'; words: string }
  | { kind: 'done' };

/** `id`: random, known to the form and its window alone. */
export function openDriveChannel<Out, In>(id: string, onMessage: (message: In) => void): { send: (message: Out) => void; close: () => void } {
  const channel = new BroadcastChannel(`cw.drive.${id}`);
  channel.onmessage = ({ data }: MessageEvent<In>) => onMessage(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}
