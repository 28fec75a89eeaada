import { isKindRunning, type JobKind, JobPostponed, scheduledJob } from '../../../../platform/jobs/index.ts';
import { addToErasureList } from '../../../../platform/personal-data/erasure-list.ts';
import { listHeldAccounts, PersonHeld } from '../../../../platform/personal-data/holds-queries.ts';
import { dropSlices, listErased, listNextErasures } from './queries.ts';
import { ERASED_AT_ONCE, type ErasingDependencies, runErasures } from './run.ts';

/** Jobs that write people from outside. An erasure waits for them. */
const WRITES_PEOPLE = ['sync', 'roster', 'import'];

/**
 * Makes the erasures whose days are used up, many at a time, while nothing writes people from outside. Then it brings
 * the list of erased people up to date, once for all of them, and also after a run that was interrupted before.
 */
export const eraseJob = (dependencies: ErasingDependencies): JobKind<never> =>
  scheduledJob(
    'erasures',
    60,
    async (_scheduled, { standBack }) => {
      const { backgroundDb: db, dataDir } = dependencies;
      const failed: { id: number; error: unknown }[] = [];
      const erase = async (ids: readonly number[]): Promise<void> => {
        if (await isKindRunning(db, WRITES_PEOPLE)) throw new JobPostponed('people are being written from outside', { inMs: 60_000 });
        await runErasures(dependencies, ids, { standBack });
      };
      for (;;) {
        const ids = await listNextErasures(db, {
          limit: failed.length === 0 ? ERASED_AT_ONCE : 1,
          except: failed.map(({ id }) => id),
          held: await listHeldAccounts(db),
        });
        if (ids.length === 0) break;
        try {
          await erase(ids);
        } catch (error) {
          if (error instanceof JobPostponed) throw error;
          if (error instanceof PersonHeld) continue; // it goes on when the hold has ended; the others go on now
          // One of them cannot be made; the others are made one by one.
          if (ids.length === 1) failed.push({ id: ids[0]!, error });
          else for (const id of ids) await erase([id]).catch((alone: unknown) => void (alone instanceof PersonHeld || failed.push({ id, error: alone })));
        }
      }
      await dropSlices(db); // a run may have been interrupted at its end
      addToErasureList(dataDir, await listErased(db));
      if (failed.length > 0) throw failed[0]!.error;
    },
    'calm',
  ) as JobKind<never>;
