/**
 * Works on one thing after the other, listed some at a time in the order of their keys, from behind `after`; none comes
 * twice. What fails for one keeps no other from its turn.
 * @throws what failed first, once all had their turn
 */
export async function forEachOf<Item>(
  list: (after: number) => Promise<readonly Item[]>,
  keyOf: (item: Item) => number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  let items = await list(0);
  while (items.length > 0) {
    for (const item of items) await work(item).catch((error: unknown) => failures.push(error));
    items = await list(keyOf(items.at(-1) as Item));
  }
  if (failures.length > 0) throw failures[0];
}
