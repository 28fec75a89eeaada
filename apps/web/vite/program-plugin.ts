import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { budgetPlugin } from './budget-plugin.ts';
import { KEPT_FOR_OFFLINE, lessonBudgets, pickerBudgets } from './budgets.ts';
import { headPlugin } from './head-plugin.ts';
import { offlinePlugin } from './offline-plugin.ts';
import { groups } from './parts.ts';

/**
 * Builds an entry as a program of its own into the same folder: it then carries only what it uses itself of the parts that
 * entries share.
 */
function programPlugin(name: string, input: Record<string, string>, plugins: () => Plugin[]): Plugin {
  let main: ResolvedConfig;
  return {
    name,
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
          plugins: [react(), headPlugin(), ...plugins()],
          build: {
            outDir: options.dir ?? main.build.outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target,
            assetsInlineLimit,
            modulePreload,
            rolldownOptions: {
              ...(rolldownOptions.onwarn && { onwarn: rolldownOptions.onwarn }),
              input,
              // React is a file of its own, which a browser keeps when only our own code changes
              output: { codeSplitting: { groups: groups.filter(({ name }) => name === 'react') } },
            },
          },
        });
      },
    },
  };
}

/** The student's lesson, which a browser keeps for when there is no network. */
export const lessonPlugin = (entry: string, worker: string): Plugin =>
  programPlugin('classwright-lesson', { join: entry }, () => [
    budgetPlugin(lessonBudgets),
    offlinePlugin({ entry: worker, parts: KEPT_FOR_OFFLINE, page: 'join.html' }),
  ]);

/** The window of Google's picker: what runs beside a script of others is as little as can be. */
export const pickerPlugin = (entry: string): Plugin => programPlugin('classwright-picker', { 'drive-picker': entry }, () => [budgetPlugin(pickerBudgets)]);
