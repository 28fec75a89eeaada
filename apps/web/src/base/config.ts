import type { ConfigView, configGet } from '@classwright/contract/school/config/calls';
import { api } from './api.ts';
import { createStore } from './store.ts';
import { keep, readKeptJson } from './storage.ts';

const KEY = 'cw.config';
const kept = createStore<ConfigView | null>(readKeptJson<ConfigView>('device', KEY));

/** The school's configuration as last seen on this device; null on the very first visit until it has arrived. */
export const configStore = kept;

let loading: Promise<ConfigView> | null = null;

/**
 * The configuration as the server has it now, asked for once per page, unless it may have changed by what was done here;
 * a failed call is tried anew by the next caller.
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
 * Resolves when there is a configuration to show a first screen with: at once on a device that has been here before,
 * else when it arrives, but after `patienceMs` in any case, so that a slow network delays no screen for long.
 */
export async function configAtHand(patienceMs = 1500): Promise<void> {
  const fresh = loadConfig().catch(() => undefined);
  if (kept.get()) return;
  await Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}
