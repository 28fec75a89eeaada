// A reporter that writes after every file what came of its tests and how long it took, so that a run that is ended early is
// still counted and whoever reads its last lines alone still learns what failed.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

export default class CountingReporter {
  #files = [];
  #errors = [];

  onTestModuleEnd(module) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    const failures = [];
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      counts[state === 'pending' ? 'skipped' : state] += 1;
      if (state === 'failed') failures.push(`${test.fullName}: ${firstLine(errors)}`);
    }
    // a file that cannot be loaded, or whose set-up fails, has no failed test of its own
    if (!module.ok() && counts.failed === 0) {
      counts.failed = 1;
      failures.push(`the file as a whole: ${firstLine([...module.errors(), ...suiteErrors(module)])}`);
    }
    this.#files.push({ file: module.relativeModuleId, ms: Math.round(module.diagnostic().duration), counts, failures });
    this.#write();
  }

  onTestRunEnd(_modules, unhandled) {
    this.#errors = unhandled.map((error) => `outside any test: ${firstLine([error])}${whereOf(error)}`);
    this.#write();
  }

  #write() {
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify({ files: this.#files, errors: this.#errors }));
  }
}

function suiteErrors(module) {
  return [...module.children.allSuites()].flatMap((suite) => suite.errors());
}

/** The file whose tests ran, which need not be the one at fault, and the first places: without them such an error is not to be found. */
function whereOf({ VITEST_TEST_PATH: file, stack }) {
  const places = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [file && `\n    beside ${relative(process.cwd(), file)}`, ...places.slice(0, 6).map((line) => `\n    ${line.trim()}`)].filter(Boolean).join('');
}

function firstLine(errors) {
  const message = errors?.[0]?.message ?? 'no reason was given';
  return message.split('\n').find((line) => line.trim() !== '') ?? message;
}
