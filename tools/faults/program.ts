import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { wordsPlugin } from '../../apps/web/vite/words-plugin.ts';
import type { createDeviceDatabase, openHome, openPhone, toFreshModel } from '../../apps/web/src/testing/phone.ts';

/** The globals that each browser tab has separately. */
const TAB_GLOBALS = [
  'globalThis',
  'window',
  'self',
  'document',
  'location',
  'navigator',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'fetch',
  'WebSocket',
  'BroadcastChannel',
  'addEventListener',
  'removeEventListener',
  'setTimeout',
  'setInterval',
  'clearTimeout',
  'clearInterval',
  'requestAnimationFrame',
  'Date',
  'console',
] as const;
export type TabGlobals = Record<(typeof TAB_GLOBALS)[number], unknown>;

interface PhoneModule {
  openPhone: typeof openPhone;
  openHome: typeof openHome;
  toFreshModel: typeof toFreshModel;
  createDeviceDatabase: typeof createDeviceDatabase;
}

/** The student's page as a program. Each run of it is a page that shares nothing with another one. */
export type Program = (globals: TabGlobals) => PhoneModule;

const entry = fileURLToPath(new URL('../../apps/web/src/testing/phone.ts', import.meta.url));

/** Bundles the web app's own modules once. */
export async function buildProgram(): Promise<Program> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('../../apps/web', import.meta.url)),
    logLevel: 'error',
    plugins: [wordsPlugin()],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry, formats: ['iife'], name: 'phone' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const code = output && 'output' in output ? output.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n') : '';
  const run = new Function(...TAB_GLOBALS, `${code}\nreturn phone;`) as (...globals: unknown[]) => PhoneModule;
  return (globals) => run(...TAB_GLOBALS.map((name) => globals[name]));
}
