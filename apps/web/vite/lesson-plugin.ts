import react from '@vitejs/plugin-react';
import { build, type Alias, type Plugin, type ResolvedConfig } from 'vite';
import { budgetPlugin } from './budget-plugin.ts';
import { KEPT_FOR_OFFLINE, lessonBudgets } from './budgets.ts';
import { headPlugin } from './head-plugin.ts';
import { offlinePlugin } from './offline-plugin.ts';

/**
 * What the student's lesson takes for React: the same programming interface in a sixth of the size. React alone would use
 * up two thirds of what a phone may load before it can answer.
 */
const smallReact: Alias[] = [
  { find: /^react\/jsx-(dev-)?runtime$/, replacement: 'preact/compat/jsx-runtime' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
];

/**
 * Builds the student's entry as a program of its own into the same folder: it then carries only what it uses itself of the
 * parts that both entries share. In development both entries run on React.
 */
export function lessonPlugin(entry: string, worker: string): Plugin {
  let main: ResolvedConfig;
  return {
    name: 'classwright-lesson',
    apply: 'build',
    configResolved(config) {
      main = config;
    },
    writeBundle: {
      order: 'post',
      async handler(options) {
        const { target, assetsInlineLimit, modulePreload, rolldownOptions } = main.build;
        await build({
          configFile: false,
          root: main.root,
          logLevel: main.logLevel ?? 'info',
          plugins: [react(), headPlugin(), budgetPlugin(lessonBudgets), offlinePlugin({ entry: worker, parts: KEPT_FOR_OFFLINE, page: 'join.html' })],
          resolve: { alias: smallReact },
          build: {
            outDir: options.dir ?? main.build.outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target,
            assetsInlineLimit,
            modulePreload,
            rolldownOptions: { ...(rolldownOptions.onwarn && { onwarn: rolldownOptions.onwarn }), input: { join: entry } },
          },
        });
      },
    },
  };
}
