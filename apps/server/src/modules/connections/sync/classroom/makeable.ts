import type { Db } from '../../../../platform/database/index.ts';
import { type Intent, listIntents } from '../runs/intent-queries.ts';
import type { UnitContext } from './context.ts';

/**
 * Returns the things that can be created at Google, each with its earlier attempt, without those that Google refused in
 * their current form.
 */
export async function listMakeable<Thing extends { id: number; updated_at: Date }>(
  db: Db,
  context: UnitContext,
  kind: string,
  things: readonly Thing[],
): Promise<{ thing: Thing; intent: Intent | null }[]> {
  if (things.length === 0) return [];
  const intents = await listIntents(
    db,
    context.source.id,
    kind,
    things.map(({ id }) => id),
  );
  return things
    .map((thing) => ({ thing, intent: intents.get(thing.id) ?? null }))
    .filter(({ thing, intent }) => intent?.refused_at == null || intent.refused_at < thing.updated_at);
}
