// A reporter that writes each file's results and duration when it is done, so that a run that is ended early still
// counts and its last lines alone show the failures.
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
    // A file that cannot be loaded, or whose setup fails, has no failed test of its own.
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

/**
 * Returns the file whose tests ran, which need not be the one at fault, and the first stack frames. Without them such
 * an error could not be found.
 */
function whereOf({ VITEST_TEST_PATH: file, stack }) {
  const places = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [file && `\n    beside ${relative(process.cwd(), file)}`, ...places.slice(0, 6).map((line) => `\n    ${line.trim()}`)].filter(Boolean).join('');
}

function firstLine(errors) {
  const message = errors?.[0]?.message ?? 'no reason was given';
  return message.split('\n').find((line) => line.trim() !== '') ?? message;
}
