import type { PickedFile, PickerSetting } from '../base/drive-channel.ts';
import { locale } from '../base/language.ts';

/** The used part of Google's script: developers.google.com/workspace/drive/picker/reference. */
interface PickerBuilder {
  setOAuthToken(token: string): PickerBuilder;
  setDeveloperKey(key: string): PickerBuilder;
  setAppId(id: string): PickerBuilder;
  setOrigin(origin: string): PickerBuilder;
  setLocale(locale: string): PickerBuilder;
  setMaxItems(most: number): PickerBuilder;
  setSize(width: number, height: number): PickerBuilder;
  addView(view: unknown): PickerBuilder;
  enableFeature(feature: unknown): PickerBuilder;
  setCallback(callback: (said: { action?: unknown; docs?: unknown }) => void): PickerBuilder;
  build(): { setVisible(isVisible: boolean): void };
}
interface GoogleGlobals {
  gapi?: { load(name: string, options: { callback: () => void; onerror: () => void; timeout: number; ontimeout: () => void }): void };
  google?: {
    picker?: {
      PickerBuilder: new () => PickerBuilder;
      DocsView: new (view?: unknown) => unknown;
      ViewId: Record<string, unknown>;
      Feature: Record<string, unknown>;
    };
  };
}

export class PickerFailure extends Error {
  readonly why: 'script' | 'picker';
  constructor(why: 'script' | 'picker') {
    super(`Google's picker: ${why}`);
    this.why = why;
  }
}

const LOAD_MS = 20_000;
const globals = globalThis as GoogleGlobals;

/** Shows Google's picker. Resolves with the chosen files; null for none. @throws PickerFailure */
export async function pickFiles(setting: PickerSetting): Promise<PickedFile[] | null> {
  await loadScript(setting.scriptUrl);
  await loadPicker();
  const parts = globals.google?.picker;
  if (!parts) throw new PickerFailure('picker');
  return new Promise((resolve, reject) => {
    const builder = new parts.PickerBuilder()
      .setOAuthToken(setting.token)
      .setDeveloperKey(setting.apiKey)
      .setAppId(setting.appId)
      .setOrigin(location.origin)
      .setLocale(locale())
      .setSize(Math.min(innerWidth, 1050), Math.min(innerHeight, 650))
      .addView(new parts.DocsView(setting.onlyPictures ? parts.ViewId['DOCS_IMAGES'] : parts.ViewId['DOCS']))
      .setCallback(({ action, docs }) => {
        if (action === 'picked') resolve(toFiles(docs));
        else if (action === 'cancel') resolve(null);
        else if (action === 'error') reject(new PickerFailure('picker'));
      });
    if (setting.most > 1) builder.enableFeature(parts.Feature['MULTISELECT_ENABLED']).setMaxItems(setting.most);
    builder.build().setVisible(true);
  });
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new PickerFailure('script'));
    };
    const timer = setTimeout(fail, LOAD_MS);
    script.src = url;
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      fail();
    };
    document.head.append(script);
  });
}

function loadPicker(): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new PickerFailure('script'));
    if (!globals.gapi) fail();
    else globals.gapi.load('picker', { callback: resolve, onerror: fail, timeout: LOAD_MS, ontimeout: fail });
  });
}

function toFiles(docs: unknown): PickedFile[] {
  const all = Array.isArray(docs) ? (docs as { id?: unknown; name?: unknown }[]) : [];
  return all.flatMap(({ id, name }) => (typeof id === 'string' ? [{ id, name: typeof name === 'string' ? name : '' }] : []));
}
