// Builds the web app if its sources changed.
import { spawnSync } from 'node:child_process';
import { createBuilds } from './builds.mjs';
import { inRoot, node, root } from './paths.mjs';
import { environment } from './run.mjs';

const builds = createBuilds({
  name: 'web app',
  folder: inRoot('apps', 'web', '.builds'),
  link: inRoot('apps', 'web', 'dist'),
  sources: ['apps/web', 'packages/contract/src', 'packages/rules/src', 'package-lock.json', 'tsconfig.base.json', 'tools/scripts/lib/build-web.mjs'],
  make(target) {
    console.log('Building the web app.');
    const args = [
      inRoot('node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      'apps/web',
      '--outDir',
      target,
      '--emptyOutDir',
      '--logLevel',
      'warn',
      '--configLoader',
      'native',
    ];
    // A test runner sets NODE_ENV to test, which would include React's own checks in the build.
    const { status } = spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment({ NODE_ENV: 'production' }) });
    if (status !== 0) throw new Error('the reason is above.');
  },
});

/** Returns the folder of the build of the current sources, and if the build is complete. */
export const findBuild = () => builds.find();

/** Returns the folder of the current build; ends the process with a sentence when building fails. */
export async function buildWeb(found) {
  try {
    return await builds.build(found);
  } catch (error) {
    console.error(`\n${error.message}`);
    process.exit(1);
  }
}
