import type { Db } from '../../../platform/database/index.ts';
import { listIntents } from '../runs/intent-queries.ts';
import type { UnitContext } from './context.ts';

/** Those that can be made at Google: not the ones that it refused as they are. */
export async function listMakeable<One extends { id: number; updated_at: Date }>(
  db: Db,
  context: UnitContext,
  kind: string,
  things: readonly One[],
): Promise<One[]> {
  if (things.length === 0) return [];
  const intents = await listIntents(
    db,
    context.source.id,
    kind,
    things.map(({ id }) => id),
  );
  return things.filter(({ id, updated_at }) => {
    const refusedAt = intents.get(id)?.refused_at ?? null;
    return refusedAt === null || refusedAt < updated_at;
  });
}
