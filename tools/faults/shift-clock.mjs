// Loaded before the product. The parent process sets this process's clock ahead or back, by milliseconds. The
// database's clock, which decides, is unchanged.
import { flushCompileCache } from 'node:module';

const COMPILED_AFTER_MS = 4_000;
let byMs = 0;
const Real = Date;

class Shifted extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + byMs);
    else super(...given);
  }
  static now() {
    return Real.now() + byMs;
  }
}

globalThis.Date = Shifted;
// A killed process leaves no compiled modules, and the next start would compile them again.
setTimeout(flushCompileCache, COMPILED_AFTER_MS).unref();
process.on('message', (message) => {
  if (typeof message?.clockMs === 'number') byMs = message.clockMs;
});
// It ends with its parent process, however that ended.
process.once('disconnect', () => process.exit(1));
const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(1), 2_000).unref(); // the channel can break before anybody listens
process.channel?.unref();
