import type { Plugin } from 'vite';
import { measure, type Budgets } from './budgets.ts';
import { readChunkGraph } from './chunk-graph.ts';

/** Fails the build when a part of the app has grown beyond its budget. */
export function budgetPlugin(budgets: Budgets): Plugin {
  return {
    name: 'classwright-budgets',
    apply: 'build',
    writeBundle: {
      order: 'post',
      handler(options, bundle) {
        if (!options.dir) throw new Error('The budgets need the folder that the build is written to');
        const { lines, faults } = measure(readChunkGraph(options.dir, bundle), budgets);
        this.info(`gzip sizes\n${lines.join('\n')}`);
        if (faults.length > 0) throw new Error(faults.join('\n'));
      },
    },
  };
}
