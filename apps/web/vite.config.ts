import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgetPlugin } from './vite/budget-plugin.ts';
import { staffBudgets } from './vite/budgets.ts';
import { compressPlugin } from './vite/compress-plugin.ts';
import { devPlugin } from './vite/dev-plugin.ts';
import { headPlugin } from './vite/head-plugin.ts';
import { pdfPartsPlugin } from './vite/pdf-parts-plugin.ts';
import { lessonPlugin } from './vite/lesson-plugin.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** `API_ORIGIN`: where `npm run dev` finds the server. */
const server = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000';

/** What nearly every screen uses; what only some use stays with them, and so do fields and what the shell fetches later. */
const kit =
  /src[\\/](base|app|ui[\\/]plain)[\\/](?!shell[\\/](Sidebar|page-icons)|settings-words|use-typed|shortcuts|LeaveQuestion|ConfirmDialog|Field|FormDialog|open-download|device\.|restore|forget-kept|ErrorNotice|room-follower|refetcher|watch-page)|messages[\\/](common|first-errors|shell|translate)/;

/** Two entries: the staff and home app (`index.html`) and the student's lesson (`join.html`). */
export default defineConfig({
  root: at('.'),
  plugins: [
    react(),
    headPlugin(),
    devPlugin(),
    pdfPartsPlugin(),
    budgetPlugin(staffBudgets),
    lessonPlugin(at('join.html'), at('src/join/offline/worker.ts')),
    compressPlugin(),
  ],
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
      // few larger files compress better and take fewer requests than many small ones
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/ },
            // several queries at once and endless ones are of single screens
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/](?!.*(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver))/ },
            { name: 'kit', test: kit, minShareCount: 2 },
            // a dozen files of a few hundred bytes each cost more than one
            {
              name: 'text',
              test: /ui[\\/]rich-text[\\/](RichTextView|MathText|Formula|draw-formula|rich-text\.module)|rich-text[\\/](href|split-math)/,
              minShareCount: 2,
            },
            { name: 'table', test: /ui[\\/]data-table[\\/](DataTable|SearchField|Pager|pages|use-list)/, minShareCount: 2 },
            { name: 'charts', test: /ui[\\/]charts[\\/]/, minShareCount: 2 },
            // how the class moved is drawn after the lesson, and carries a library of its own
            {
              name: 'desk',
              test: /src[\\/](features[\\/]live(?![\\/](results|later-t))|(lesson[\\/](Tabs|follow-lesson)|base[\\/](room-follower|refetcher|watch-page)))/,
              minShareCount: 2,
            },
            { name: 'frame', test: /[\\/](app[\\/]shell|ui[\\/]page-menu)[\\/](Shell|Sidebar|MenuLink|TopBar|BottomBar|ConnectionBanner|menu|page-icons)\./ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/app': { target: server.replace(/^http/, 'ws'), ws: true } },
  },
});
