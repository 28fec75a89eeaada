import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgetPlugin } from './vite/budget-plugin.ts';
import { staffBudgets } from './vite/budgets.ts';
import { nameClass } from './vite/class-names.ts';
import { compressPlugin } from './vite/compress-plugin.ts';
import { devPlugin } from './vite/dev-plugin.ts';
import { headPlugin } from './vite/head-plugin.ts';
import { groups } from './vite/parts.ts';
import { pdfPartsPlugin } from './vite/pdf-parts-plugin.ts';
import { lessonPlugin, pickerPlugin, wallPlugin } from './vite/program-plugin.ts';
import { wordsPlugin } from './vite/words-plugin.ts';
import { zodPlugin } from './vite/zod-plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `API_ORIGIN`: the server that `npm run dev` uses. */
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/**
 * Four entries: the staff and home app (`index.html`), the student's lesson (`join.html`), the classroom's wall
 * (`wall.html`), and the window of Google's picker (`drive-picker.html`).
 */
export default defineConfig({
  root: at('.'),
  plugins: [
    react(),
    headPlugin(),
    devPlugin(),
    pdfPartsPlugin(),
    zodPlugin(),
    wordsPlugin(),
    budgetPlugin(staffBudgets),
    lessonPlugin(at('join.html'), at('src/join/offline/worker.ts')),
    pickerPlugin(at('drive-picker.html')),
    wallPlugin(at('wall.html')),
    compressPlugin(),
  ],
  css: { modules: { generateScopedName: nameClass } },
  // Every chunk gets zod through this, regardless of its first schema.
  resolve: { alias: [{ find: /^zod$/, replacement: at('src/base/zod.ts') }] },
  build: {
    target: ['es2022', 'chrome100', 'firefox104', 'safari15.4'],
    manifest: true,
    // data: addresses would need an exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The budgets report anything too large. The PDF worker is large and loads only when a PDF opens.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      // A first start shows this build to a stranger. The lesson holds `restore.ts` from its start, which is intended, and
      // how long a build takes depends on the machine.
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      // Fields of classes are set and not defined, which the target would need a helper for.
      transform: { assumptions: { setPublicClassFields: true } },
      input: { index: at('index.html') },
      // A few larger files compress better and need fewer requests than many small ones. The first file names all
      // others, so a script's name is only a hash (the manifest lists its content): seven characters are the minimum of
      // the bundler.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups,
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/ims': server, '/app': { target: server.replace(/^http/, 'ws'), ws: true } },
  },
});
