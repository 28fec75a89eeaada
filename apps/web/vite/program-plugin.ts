import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { budgetPlugin } from './budget-plugin.ts';
import { KEPT_FOR_OFFLINE, lessonBudgets, pickerBudgets, wallBudgets } from './budgets.ts';
import { headPlugin } from './head-plugin.ts';
import { offlinePlugin } from './offline-plugin.ts';
import { nameClass } from './class-names.ts';
import { groups } from './parts.ts';
import { wordsPlugin } from './words-plugin.ts';

/** Builds an entry as a separate app into the same folder. It then contains only the shared code that it uses. */
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
          css: { modules: { generateScopedName: nameClass } },
          plugins: [react(), headPlugin(), wordsPlugin(), ...plugins()],
          build: {
            outDir: options.dir ?? main.build.outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            target,
            assetsInlineLimit,
            modulePreload,
            rolldownOptions: {
              ...(rolldownOptions.onwarn && { onwarn: rolldownOptions.onwarn }),
              ...(rolldownOptions.checks && { checks: rolldownOptions.checks }),
              ...(rolldownOptions.transform && { transform: rolldownOptions.transform }),
              input,
              // React is a separate file, which a browser keeps when only our code changes.
              output: { codeSplitting: { groups: [...groups.filter(({ name }) => name === 'react'), firstLoad(Object.values(input))] } },
            },
          },
        });
      },
    },
  };
}

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null;
}

/**
 * A group for the bundler with everything that a page needs before its first line, as one file: on a slow phone each
 * further file costs more than its bytes. What is loaded later stays apart.
 */
function firstLoad(pages: readonly string[]): { debugName: string; name: (id: string, graph: ModuleGraph) => string | null } {
  let needed: Set<string> | null = null;
  return { debugName: 'first', name: (id, graph) => ((needed ??= listNeeded(pages, graph)).has(id) ? 'first' : null) };
}

/** Returns the modules that the pages' own modules import, directly or not, without those that are loaded on demand. */
function listNeeded(pages: readonly string[], graph: ModuleGraph): Set<string> {
  const importsOf = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  // A page's own module waits for others, so files that are loaded in the meantime must not wait for it.
  const waiting = pages.flatMap(importsOf).flatMap(importsOf);
  const needed = new Set<string>();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (needed.has(id)) continue;
    needed.add(id);
    waiting.push(...importsOf(id));
  }
  return needed;
}

/** Builds the student's lesson, which a browser caches for use without a network. */
export const lessonPlugin = (entry: string, worker: string): Plugin =>
  programPlugin('classwright-lesson', { join: entry }, () => [
    budgetPlugin(lessonBudgets),
    offlinePlugin({ entry: worker, parts: KEPT_FOR_OFFLINE, page: 'join.html' }),
  ]);

/** Builds the window of Google's picker. As little code as possible runs next to a third-party script. */
export const pickerPlugin = (entry: string): Plugin => programPlugin('classwright-picker', { 'drive-picker': entry }, () => [budgetPlugin(pickerBudgets)]);

/** Builds the classroom's wall, which nobody signs in to: it carries no part of the staff's app. */
export const wallPlugin = (entry: string): Plugin => programPlugin('classwright-wall', { wall: entry }, () => [budgetPlugin(wallBudgets)]);
