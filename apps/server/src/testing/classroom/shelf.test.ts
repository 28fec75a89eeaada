import { expect, test } from 'vitest';
import { createRandom } from '../random.ts';
import { createChance } from './chance.ts';
import { Shelf } from './shelf.ts';

interface Thing {
  group: string;
  version: number;
}

test.each([0, 500])(
  '[B1004] with a lag of %i ms a list shows of everything what it once was, and soon what it is, in one order and the same in its parts',
  (lagMs) => {
    for (let seed = 1; seed <= 8; seed += 1) {
      const random = createRandom(seed);
      let now = 1_000;
      const shelf = new Shelf<Thing>({ chance: createChance(seed), now: () => now, lagMs: () => lagMs, groupOf: ({ group }) => group });
      const truth = new Map<string, Thing>();
      const versions = new Map<string, Set<number>>();
      const show = (group?: string) => [...shelf.listed(group)].map(({ id, item }) => `${id} ${item.version}`);
      for (let step = 0; step < 200; step += 1) {
        const id = `${random.below(12)}`;
        const there = truth.get(id);
        if (!there) {
          const thing = { group: Number(id) % 2 === 0 ? 'even' : 'odd', version: step };
          truth.set(id, { ...thing });
          shelf.add(id, thing);
        } else if (random.percent(30)) {
          truth.delete(id);
          shelf.remove(id);
        } else {
          there.version = step;
          shelf.change(id, (thing) => Object.assign(thing, { version: step }));
        }
        versions.set(id, (versions.get(id) ?? new Set()).add(step));
        now += random.below(400);
        for (const { id: listed, item } of shelf.listed()) expect(versions.get(listed)?.has(item.version)).toBe(true);
        expect([...show('even'), ...show('odd')].sort()).toEqual(show().sort());
        expect([...shelf.values()]).toHaveLength(truth.size);
        expect(shelf.size).toBe(truth.size);
      }
      now += lagMs;
      expect(show().sort()).toEqual([...truth].map(([id, { version }]) => `${id} ${version}`).sort());
      const all = [...shelf.listed()];
      for (const [at, after] of all.entries()) expect([...shelf.listed('', after)]).toEqual(all.slice(at + 1));
    }
  },
);
