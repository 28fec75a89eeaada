// Loaded before the product: whoever started the process sets its clock ahead or back, by milliseconds. The database's
// clock, which decides, stays as it is.
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
process.on('message', (message) => {
  if (typeof message?.clockMs === 'number') byMs = message.clockMs;
});
// it ends with the process that started it, however that one ended
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
