import type { RosterKind } from '@classwright/contract';
import type { Tx } from '../../../../platform/database/index.ts';
import { createTurns } from '../../../../platform/workers/index.ts';
import { insertRows, type NewRow, noCounts } from '../queries.ts';

/** The batch size, small enough that writing it blocks nobody. */
const ROWS_AT_ONCE = 500;

/** Writes the rows of a preview, and counts them; unchanged ones are only counted. */
export class RowWriter {
  readonly counts = noCounts();
  readonly #tx: Tx;
  readonly #importId: number;
  readonly #turn = createTurns();
  #pending: NewRow[] = [];
  #written = 0;

  constructor(tx: Tx, importId: number) {
    this.#tx = tx;
    this.#importId = importId;
  }

  async same(kind: RosterKind): Promise<void> {
    this.counts[kind].same += 1;
    await this.#turn();
  }

  async add(row: NewRow): Promise<void> {
    this.counts[row.kind][row.outcome] += 1;
    this.#pending.push(row);
    if (this.#pending.length >= ROWS_AT_ONCE) await this.flush();
    else await this.#turn();
  }

  async flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    await insertRows(this.#tx, this.#importId, this.#written, this.#pending);
    this.#written += this.#pending.length;
    this.#pending = [];
  }
}
