import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A script that replaces Google's: the part of `gapi` and `google.picker` that the product uses, with the given files.
 * Its dialog has the class names of Google's.
 */
export interface FakePicker {
  url: string;
  files: { id: string; name: string }[];
  close(): Promise<void>;
}

export async function startFakePicker(): Promise<FakePicker> {
  const files: FakePicker['files'] = [];
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/js/api.js')) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/javascript', 'cross-origin-resource-policy': 'cross-origin' });
    response.end(`globalThis.pickerFiles = ${JSON.stringify(files)};\n(${script.toString()})();`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/js/api.js`,
    files,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Runs in the picker's window. */
function script(): void {
  type Said = Record<string, unknown>;
  const globals = globalThis as unknown as { pickerFiles: { id: string; name: string }[]; pickerSaid: Said; gapi: object; google: object };
  const said: Said = {};
  globals.pickerSaid = said;
  const calls = ['setOAuthToken', 'setDeveloperKey', 'setAppId', 'setOrigin', 'setLocale', 'setMaxItems', 'setSize', 'addView', 'enableFeature', 'setCallback'];
  class PickerBuilder {
    constructor() {
      for (const name of calls)
        (this as unknown as Said)[name] = (value: unknown) => {
          said[name] = value;
          return this;
        };
    }
    build() {
      return { setVisible: show };
    }
  }
  function show(): void {
    const dialog = document.createElement('div');
    dialog.className = 'picker-dialog';
    dialog.setAttribute('role', 'dialog');
    dialog.setAttribute('aria-label', 'Select files');
    const tell = said['setCallback'] as (data: object) => void;
    const chosen = new Set<string>();
    for (const { id, name } of globals.pickerFiles) {
      const row = document.createElement('label');
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.onchange = () => void (box.checked ? chosen.add(id) : chosen.delete(id));
      row.append(box, ` ${name}`);
      dialog.append(row, document.createElement('br'));
    }
    const button = (words: string, act: () => void) => {
      const made = document.createElement('button');
      made.textContent = words;
      made.onclick = () => {
        dialog.remove();
        act();
      };
      dialog.append(made);
    };
    button('Select', () => tell({ action: 'picked', docs: globals.pickerFiles.filter(({ id }) => chosen.has(id)) }));
    button('Cancel', () => tell({ action: 'cancel' }));
    document.body.append(dialog);
    tell({ action: 'loaded' });
  }
  globals.gapi = { load: (_name: string, { callback }: { callback: () => void }) => callback() };
  globals.google = {
    picker: { PickerBuilder, DocsView: Object, ViewId: { DOCS: 'all', DOCS_IMAGES: 'docs-images' }, Feature: { MULTISELECT_ENABLED: 'multi' } },
  };
}
