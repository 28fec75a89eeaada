/**
 * Processes one item after the other, listed in batches in the order of their keys, starting after `after`; no item
 * comes twice. A failed item does not stop the others. @throws the first failure, once all were processed
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
