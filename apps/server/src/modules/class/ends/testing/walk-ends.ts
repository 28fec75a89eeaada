import { END_KINDS, type EndKind } from '@classwright/rules/sync/ends';
import { describe, expect, test } from 'vitest';
import type { SourceKind } from '../../sources/index.ts';

/** The result of one read of a source's lists. */
export interface WalkedRun {
  /** True when a person has to consent first. */
  asks: boolean;
  /** The number of things that ended, or would end once the result is applied. */
  ended: number;
  /** Applies the result, where a source does not do so itself; with consent, also the ends that need it. */
  finish: (consents: boolean) => Promise<void>;
  undo: () => Promise<void>;
}

/** Some things of one kind in a class that a source has imported, or that depend on imported things. */
export interface WalkedClass {
  /** Returns the things of the kind that exist here, as people see them. */
  here: () => Promise<unknown[]>;
  /** Makes the lists omit this many things of the kind: once, or at every call until `heal`. */
  strike: (most: number, isOnce: boolean) => void;
  /** Returns true when a list has omitted anything since. */
  hasStruck: () => boolean;
  heal: () => void;
  read: () => Promise<WalkedRun>;
  /** Ends one of them at the source, as a person there would. */
  endOne: () => void | Promise<void>;
}

/** The behavior of a kind. `ends`: the source's lists end things of the kind. `stays`: they never do. */
interface WalkedKind {
  so: 'ends' | 'stays';
  begin: () => Promise<WalkedClass>;
}

/** The behavior by kind. Omitting a kind does not compile. */
export type WalkedKinds = Readonly<Record<EndKind, WalkedKind>>;

/**
 * Tests what a source's lists end, and that no kind ends in another way. `isShown`: a person sees each end before it
 * happens, so its lists are read once.
 */
export function walkEnds(source: SourceKind, kinds: WalkedKinds, { isShown = false } = {}): void {
  const kindsThat = (so: WalkedKind['so']): EndKind[] => END_KINDS.filter((kind) => kinds[kind].so === so);

  test.each(kindsThat('stays'))(`[B1890] ${source}: %s stays, whatever the lists of the source leave out`, async (kind) => {
    const walked = await kinds[kind].begin();
    const before = await walked.here();
    expect(before.length).toBeGreaterThan(0);
    walked.strike(Infinity, false);
    await (await walked.read()).finish(true);
    expect(walked.hasStruck()).toBe(true);
    expect(await walked.here()).toEqual(before);
  });

  describe.each(kindsThat('ends'))(`${source}: %s`, (kind) => {
    const { begin } = kinds[kind];

    test.runIf(!isShown).each([
      ['an empty list', Infinity],
      ['a short page', 3],
      ['one that slid over the boundary of a page', 1],
    ])('[B1590] %s, once, ends nothing and asks nobody', async (_, most) => {
      const walked = await begin();
      const before = await walked.here();
      walked.strike(most, true);
      expect(await walked.read()).toMatchObject({ asks: false, ended: 0 });
      expect(walked.hasStruck()).toBe(true);
      expect(await walked.here()).toEqual(before);
      walked.heal();
      await (await walked.read()).finish(false);
      expect(await walked.here()).toEqual(before);
    });

    test('[B1590] [B1890] an empty list, however often, asks before anything ends', async () => {
      const walked = await begin();
      const before = await walked.here();
      walked.strike(Infinity, false);
      expect((await walked.read()).asks).toBe(true);
      expect(await walked.here()).toEqual(before);
    });

    test('[B1590] [B1890] what has ended there ends here, is taken up again whole when it is listed again, and an undo brings it back whole', async () => {
      const walked = await begin();
      const before = await walked.here();
      const endAll = async () => {
        walked.strike(Infinity, false);
        const run = await walked.read();
        await run.finish(true);
        expect((await walked.here()).length).toBeLessThan(before.length);
        return run;
      };
      const readAgain = async () => {
        walked.heal();
        await (await walked.read()).finish(false);
        expect(await walked.here()).toEqual(before);
      };
      await endAll();
      await readAgain();
      const again = await endAll();
      await again.undo();
      expect(await walked.here()).toEqual(before);
      await readAgain();
    });

    test('[B1590] [B1890] one that somebody ended there ends here without a question', async () => {
      const walked = await begin();
      const before = await walked.here();
      await walked.endOne();
      const run = await walked.read();
      expect(run.asks).toBe(false);
      await run.finish(false);
      expect((await walked.here()).length).toBeLessThan(before.length);
    });
  });
}
