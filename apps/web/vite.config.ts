import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgetPlugin } from './vite/budget-plugin.ts';
import { staffBudgets } from './vite/budgets.ts';
import { compressPlugin } from './vite/compress-plugin.ts';
import { devPlugin } from './vite/dev-plugin.ts';
import { headPlugin } from './vite/head-plugin.ts';
import { groups } from './vite/parts.ts';
import { pdfPartsPlugin } from './vite/pdf-parts-plugin.ts';
import { lessonPlugin, pickerPlugin } from './vite/program-plugin.ts';
import { zodPlugin } from './vite/zod-plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `API_ORIGIN`: where `npm run dev` finds the server. */
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/** Three entries: the staff and home app (`index.html`), the student's lesson (`join.html`), the window of Google's picker (`drive-picker.html`). */
export default defineConfig({
  root: at('.'),
  plugins: [
    react(),
    headPlugin(),
    devPlugin(),
    pdfPartsPlugin(),
    zodPlugin(),
    budgetPlugin(staffBudgets),
    lessonPlugin(at('join.html'), at('src/join/offline/worker.ts')),
    pickerPlugin(at('drive-picker.html')),
    compressPlugin(),
  ],
  // no chunk can bring zod without this, wherever its first schema stands
  resolve: { alias: [{ find: /^zod$/, replacement: at('src/base/zod.ts') }] },
  build: {
    target: ['es2022', 'chrome100', 'firefox104', 'safari15.4'],
    manifest: true,
    // data: addresses would need a hole in the content security policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // what is too large is said by the budgets; the PDF worker is large by itself and fetched when a PDF opens
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      input: { index: at('index.html') },
      // few larger files compress better and take fewer requests than many small ones; the first of them names all others, so a script's
      // name is a hash alone (what a file holds stands in the manifest): seven characters are the fewest that the bundler takes for scripts
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
