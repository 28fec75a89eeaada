// A worker thread that divides large classes into groups; see staff.ts.
import { pairUp, type Pairing, type PairingOrder } from '@classwright/rules/live/pairing/pair-up';
import { serveWork } from '../../../../platform/workers/index.ts';

serveWork((order: PairingOrder) => ({
  batches: (function* (): Generator<Pairing> {
    yield pairUp(order);
  })(),
}));
