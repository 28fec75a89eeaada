import { type FromForm, type FromWindow, openDriveChannel, type PickerSetting } from '../base/drive-channel.ts';
import { createStore } from '../base/store.ts';
import type { Given } from './given.ts';
import { PickerFailure, type pickFiles } from './google-picker.ts';

export type PickerScreen =
  | { is: 'loading' }
  /** There is no response, since the form's page is gone. */
  | { is: 'alone' }
  | { is: 'asking'; words: string }
  | { is: 'leaving' }
  | { is: 'checking' }
  | { is: 'choosing' }
  | { is: 'sent' }
  | { is: 'failed'; why: 'script' | 'picker' }
  | { is: 'said'; words: string };

/** The time within which the form must respond. */
const PATIENCE_MS = 5_000;

/** The ways to continue. */
export interface Ways {
  leave: (url: string) => void;
  close: () => void;
  pick: typeof pickFiles;
}

export interface PickerPage {
  screen: { get: () => PickerScreen; subscribe: (listener: () => void) => () => void };
  connect: () => void;
  close: () => void;
}

/** Runs the window's exchange with the form that opened it. */
export function startPickerPage({ id, answer }: Given, { leave, close, pick }: Ways): PickerPage {
  const screen = createStore<PickerScreen>(answer === null ? { is: 'loading' } : { is: 'checking' });
  if (id === null) {
    screen.set({ is: 'alone' });
    return { screen, connect: () => undefined, close };
  }
  let isOver = false;
  const patience = setTimeout(() => screen.set({ is: 'alone' }), PATIENCE_MS);
  const channel = openDriveChannel<FromWindow, FromForm>(id, (message) => {
    clearTimeout(patience);
    hear(message);
  });
  const end = (message: FromWindow, next: PickerScreen) => {
    isOver = true;
    channel.send(message);
    screen.set(next);
  };

  async function show(setting: PickerSetting): Promise<void> {
    screen.set({ is: 'choosing' });
    try {
      const files = await pick(setting);
      if (files === null) return end({ kind: 'closed' }, { is: 'sent' });
      end({ kind: 'picked', files }, { is: 'sent' });
    } catch (error) {
      const why = error instanceof PickerFailure ? error.why : 'picker';
      if (why === 'script') console.warn(`The script of Google Drive's picker was not loaded: ${setting.scriptUrl}`);
      end({ kind: 'failed', why }, { is: 'failed', why });
    }
  }

  function hear(message: FromForm): void {
    if (message.kind === 'ask') screen.set({ is: 'asking', words: message.words });
    else if (message.kind === 'say') screen.set({ is: 'said', words: message.words });
    else if (message.kind === 'show') void show(message.setting);
    else if (message.kind === 'leave') {
      isOver = true;
      channel.send({ kind: 'leaving' });
      leave(message.url);
    } else if (message.kind === 'done') {
      isOver = true;
      close();
    }
  }

  addEventListener('pagehide', () => {
    if (!isOver) channel.send({ kind: 'closed' });
  });
  channel.send({ kind: 'ready', answer });
  return {
    screen,
    connect() {
      screen.set({ is: 'leaving' });
      channel.send({ kind: 'connect' });
    },
    close,
  };
}
