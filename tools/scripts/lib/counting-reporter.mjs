// A reporter that writes after every file how many tests passed, failed and were skipped so far, and how long each file
// took, so that a run that is ended early is still counted.
import { writeFileSync } from 'node:fs';

export default class CountingReporter {
  #counts = { passed: 0, failed: 0, skipped: 0 };
  #files = [];

  onTestModuleEnd(module) {
    const before = this.#counts.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      this.#counts[state === 'pending' ? 'skipped' : state] += 1;
    }
    // a file that cannot be loaded, or whose set-up fails, has no failed test of its own
    if (!module.ok() && this.#counts.failed === before) this.#counts.failed += 1;
    this.#files.push({ file: module.relativeModuleId, ms: Math.round(module.diagnostic().duration) });
    writeFileSync(process.env.TEST_COUNTS_FILE, JSON.stringify({ counts: this.#counts, files: this.#files }));
  }
}
