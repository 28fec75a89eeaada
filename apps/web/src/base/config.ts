import type { ConfigView, configGet } from '@classwright/contract/school/config/calls';
import { api } from './api.ts';
import { createStore } from './store.ts';
import { keep, readKeptJson } from './storage.ts';

const KEY = 'cw.config';
const kept = createStore<ConfigView | null>(readKeptJson<ConfigView>('device', KEY));

/** The school's configuration as last loaded on this device. Null on the first visit until it has loaded. */
export const configStore = kept;

let loading: Promise<ConfigView> | null = null;

/**
 * Loads the server's current configuration, once per page, unless an action here may have changed it. After a failed
 * call, the next caller tries again.
 */
export function loadConfig(mayHaveChanged = false): Promise<ConfigView> {
  if (mayHaveChanged) loading = null;
  loading ??= api<typeof configGet>('GET', '/config', { token: null })
    .then((config) => {
      keep('device', KEY, JSON.stringify(config));
      kept.set(config);
      return config;
    })
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/**
 * Resolves when there is a configuration for the first screen: immediately on a device with a stored one, otherwise
 * when it arrives, but in any case after `patienceMs`, so that a slow network delays no screen for long.
 */
export async function configReady(patienceMs = 1500): Promise<void> {
  const fresh = loadConfig().catch(() => undefined);
  if (kept.get()) return;
  await Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
