import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withConnection } from '../backup/connection.ts';
import { listErased } from '../backup/index.ts';
import { machineNowMs, monotonicMs } from '../platform/clock.ts';
import type { ArchiveSettings } from '../platform/config.ts';
import type { EmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { readFreeBytes } from '../platform/disk-space.ts';
import { readErasureList } from '../platform/personal-data/erasure-list.ts';
import { compress } from './compress.ts';
import { shipFiles, shipAllFiles } from './files.ts';
import { ERASURES, isSegment, type Line, nextSegment, pathOfLine, pathOfLog, WORDS } from './format.ts';
import { makeBase } from './make-base.ts';
import { prune } from './prune.ts';
import { readCluster } from './queries.ts';
import { openSpool, type Spool } from './spool.ts';
import { type ArchiveState, findArchiveProblem, LineGone, readArchiveState, saveArchiveState } from './state.ts';
import { createTarget } from './open-target.ts';
import { type ArchiveTarget, within } from './target.ts';

export interface ArchiverOptions {
  settings: ArchiveSettings;
  dataDir: string;
  version: string;
  /** True when uploaded files are in the data folder, and not in a bucket. */
  hasFiles: boolean;
  /** Reports what an operator should know, with the error where there is one. */
  tell: (message: string, error?: unknown) => void;
}

type Running = Pick<EmbeddedPostgres, 'cluster' | 'connection' | 'openMaintenance'>;

export interface Archiver {
  /** Begins to take the log of a database that was started with `copiesLogEvery`. */
  begin(postgres: Running): void;
  /** Notes that the database is about to be stopped: what fails from now on is not reported. */
  expectStop(): void;
  /** Takes what a stopped database has left, for at most ten seconds. */
  finish(): Promise<void>;
}

const LOOK_EVERY_MS = 500;
const MAX_PAUSE_MS = 30_000;
const STATE_EVERY_MS = 5_000;
const FILES_EVERY_MS = 20_000;
const LINE_EVERY_MS = 30_000;
const BASE_EVERY_MS = 7 * 24 * 3600_000;
const BASE_AGAIN_MS = 10 * 60_000;
const DAY_MS = 24 * 3600_000;
const FINISH_MS = 10_000;

/**
 * Creates the keeper of the archive, which works in the process that runs the embedded database. It copies the log as soon as
 * PostgreSQL has put it aside, the uploaded files a few seconds later, and every week the whole cluster. Nothing here can stop
 * the database: what the archive does not take waits on this disk, and when that has no room left, the log is let go and
 * the next copy of the cluster begins as soon as the archive takes it.
 */
export function createArchiver({ settings, dataDir, version, hasFiles, tell }: ArchiverOptions): Archiver {
  const root = createTarget(settings);
  let target: ArchiveTarget = root;
  const place = settings.bucket === null ? settings.folder : `${settings.bucket.bucket}/${settings.folder}`;
  const now = (): Date => new Date(machineNowMs());
  const known = readArchiveState(dataDir);
  let isNewLine = known?.place !== place;
  let state: ArchiveState = known !== null && !isNewLine ? known : beginState();
  let line: Line | null = null;
  let postgres: (Running & { spool: Spool }) | null = null;
  let isEnding = false;
  let hasBaseFailed = false;
  let hasRoundFailed = false;
  /** The beginning of the copy after which the archive is still to be tidied. */
  let tidyFor: Date | null = null;
  let tidiedMs = Number.NEGATIVE_INFINITY;
  let basing: Promise<void> | null = null;
  let baseTriedMs = Number.NEGATIVE_INFINITY;
  let gaps = 0;
  let lineMs = Number.NEGATIVE_INFINITY;
  let savedMs = Number.NEGATIVE_INFINITY;
  let filesMs = Number.NEGATIVE_INFINITY;
  let [tryAtMs, pauseMs] = [Number.NEGATIVE_INFINITY, LOOK_EVERY_MS];
  let toldProblem: string | null = null;
  let looping: Promise<void> = Promise.resolve();
  const shippedFiles = new Set<string>();

  function beginState(): ArchiveState {
    const seenAt = now().toISOString();
    return {
      line: randomUUID(),
      place,
      seenAt,
      baseAt: null,
      lastSegment: null,
      shippedAt: null,
      behindSeconds: 0,
      gapSince: null,
      problem: null,
      filesUpTo: 0,
    };
  }

  function save(): void {
    state = { ...state, seenAt: now().toISOString() };
    savedMs = monotonicMs();
    try {
      saveArchiveState(dataDir, state);
    } catch {
      // A full disk is reported elsewhere, and the state is then too old to say that all is well.
    }
  }

  /**
   * Finds the own line in the archive, or begins it. Null: the database is so new that its installation has no id yet.
   * @throws LineGone when it was there and is not
   */
  async function findLine(): Promise<Line | null> {
    if (line !== null && monotonicMs() - lineMs < LINE_EVERY_MS && (await started().spool.list()).length === 0) return line;
    if (line === null) {
      const { installation, segmentBytes } = await withConnection(started().connection, readCluster);
      if (installation === null) return null;
      target = within(root, installation);
      line = { format: 1, product: 'classwright', installation, begunAt: now().toISOString(), segmentBytes };
    }
    const isThere = (await target.get(pathOfLine(state.line))) !== null;
    if (!isThere && !isNewLine) throw new LineGone(`the archive ${place} does not have ${pathOfLine(state.line)}`);
    if (!isThere) await target.put(pathOfLine(state.line), Buffer.from(JSON.stringify(line)));
    lineMs = monotonicMs();
    if (isNewLine) {
      isNewLine = false;
      save(); // from now on its absence means that somebody removed it
    }
    return line;
  }

  function started(): Running & { spool: Spool } {
    if (postgres === null) throw new Error('the archiver has not begun');
    return postgres;
  }

  /** Sends what waits, in its order. */
  async function shipLog({ segmentBytes }: Pick<Line, 'segmentBytes'>): Promise<void> {
    const { spool } = started();
    for (const name of await spool.list()) {
      const path = spool.pathOf(name);
      await target.put(pathOfLog(state.line, name), await compress(await readFile(path)));
      await rm(path, { force: true });
      if (!isSegment(name)) continue;
      if (state.lastSegment !== null && name > nextSegment(state.lastSegment, segmentBytes)) noteGap('Part of the log is not in the archive.');
      if (state.lastSegment === null || name > state.lastSegment) state = { ...state, lastSegment: name };
      state = { ...state, shippedAt: now().toISOString() };
    }
  }

  function noteGap(why: string): void {
    gaps += 1;
    baseTriedMs = Number.NEGATIVE_INFINITY;
    if (state.gapSince !== null) return;
    state = { ...state, gapSince: now().toISOString() };
    tell(`${why} Until the next copy of the database, which begins now, no later moment can be restored.`);
    save();
  }

  /** Lets the log go when it has waited and the disk has no room for more of it; takes it again when all that waited was sent. */
  async function keepRoom(): Promise<void> {
    const { spool } = started();
    if (spool.isClosed()) {
      if ((await spool.list()).length > 0) return;
      await spool.open();
      state = { ...state, lastSegment: null };
      noteGap('The archive takes the log again.');
      return;
    }
    if (state.behindSeconds < settings.everySeconds || (await readFreeBytes(spool.pathOf('.'))) >= settings.roomBytes) return;
    await spool.close();
    noteGap('The disk has no room for the log that waits for the archive, so it is let go.');
  }

  /** Sends what is next to the database: uploaded files, the list of erased people, the school's own words. */
  async function shipRest(): Promise<void> {
    if (monotonicMs() - filesMs < FILES_EVERY_MS) return;
    await withConnection(started().connection, async (client) => {
      if (hasFiles) {
        const filesUpTo = await shipFiles({ client, target, dataDir, from: state.filesUpTo, shipped: shippedFiles });
        state = { ...state, filesUpTo };
      }
      await shipSmall(ERASURES, JSON.stringify([...(await listErased(client)), ...readErasureList(dataDir)]));
    });
    await shipSmall(WORDS, await readFile(join(dataDir, WORDS), 'utf8').catch(() => null));
    filesMs = monotonicMs();
  }

  const smallSent = new Map<string, string>();
  /** Sends a small file when it is another one than before. */
  async function shipSmall(name: string, text: string | null): Promise<void> {
    if (text === null || smallSent.get(name) === text) return;
    await target.put(name, Buffer.from(text));
    smallSent.set(name, text);
  }

  function isBaseDue(): boolean {
    if (started().spool.isClosed()) return false;
    if (monotonicMs() - baseTriedMs < BASE_AGAIN_MS) return false;
    return state.baseAt === null || state.gapSince !== null || machineNowMs() - Date.parse(state.baseAt) > BASE_EVERY_MS;
  }

  /** Copies the cluster. */
  async function baseOnce(): Promise<void> {
    const began = now();
    const gapsBefore = gaps;
    const { cluster, openMaintenance } = started();
    const client = await openMaintenance();
    try {
      const { base } = await makeBase({ client, cluster, version, now }, target, state.line);
      state = { ...state, baseAt: base.endedAt, gapSince: gaps === gapsBefore ? null : state.gapSince };
      save();
      tidyFor = began;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Sends the files that the archive lacks, and removes what no kept day needs. It is tried again when the place was away. */
  async function tidy(began: Date): Promise<void> {
    const { connection } = started();
    const keepFrom = new Date(began.getTime() - settings.keepDays * DAY_MS);
    await prune(target, state.line, keepFrom);
    if (hasFiles) await withConnection(connection, (connected) => shipAllFiles({ client: connected, target, dataDir, now: began, keepFrom }));
    tidyFor = null;
  }

  async function makeBaseAndTidy(): Promise<void> {
    try {
      if (isBaseDue()) {
        baseTriedMs = monotonicMs();
        await baseOnce();
        hasBaseFailed = false;
      }
    } catch (error) {
      if (isEnding) return;
      hasBaseFailed = true;
      return fail(error);
    }
    if (tidyFor === null || monotonicMs() - tidiedMs < BASE_AGAIN_MS) return;
    tidiedMs = monotonicMs();
    await tidy(tidyFor).catch((error: unknown) => {
      if (!isEnding) tell(`What is over could not be removed from the archive in ${place}. It is tried again.`, error);
    });
  }

  function makeBaseWhenDue(): void {
    const isTidyDue = tidyFor !== null && monotonicMs() - tidiedMs >= BASE_AGAIN_MS;
    if (basing !== null || isEnding || !(isBaseDue() || isTidyDue)) return;
    basing = makeBaseAndTidy().finally(() => {
      basing = null;
    });
  }

  function fail(error: unknown): void {
    const problem = findArchiveProblem(error);
    state = { ...state, problem };
    if (toldProblem === problem) return;
    toldProblem = problem;
    tell(
      `The archive in ${place} does not take what it should (${problem}). It is tried again and again; until then what is saved is on this machine alone.`,
      error,
    );
  }

  async function round(): Promise<void> {
    const found = await findLine();
    if (found === null) return;
    await shipLog(found);
    await shipRest();
    if (hasRoundFailed) baseTriedMs = Number.NEGATIVE_INFINITY; // a copy that failed with it need not wait
    hasRoundFailed = false;
    makeBaseWhenDue();
    if (state.problem !== null && !hasBaseFailed) {
      state = { ...state, problem: null };
      if (toldProblem !== null) tell(`The archive in ${place} takes everything again.`);
      toldProblem = null;
    }
  }

  /** Tries the archive, and after a failure again after a pause that grows. */
  async function tryRound(): Promise<void> {
    if (monotonicMs() < tryAtMs) return;
    try {
      await round();
      pauseMs = LOOK_EVERY_MS;
    } catch (error) {
      if (isEnding) return;
      hasRoundFailed = true;
      fail(error);
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2);
    }
    tryAtMs = monotonicMs() + pauseMs;
  }

  async function send(): Promise<void> {
    while (!isEnding) {
      await tryRound();
      await pause();
    }
  }

  /** Watches over this disk and says how it goes, also while the archive keeps a round waiting. */
  async function watch(): Promise<void> {
    while (!isEnding) {
      try {
        state = { ...state, behindSeconds: await started().spool.measureWait() };
        await keepRoom();
      } catch (error) {
        if (!isEnding) fail(error);
      }
      if (monotonicMs() - savedMs > STATE_EVERY_MS) save();
      await pause();
    }
  }

  const ending = new AbortController();
  const pause = (): Promise<void> => sleep(LOOK_EVERY_MS, undefined, { ref: false, signal: ending.signal }).catch(() => undefined);

  return {
    begin(running) {
      postgres = { ...running, spool: openSpool(running.cluster) };
      looping = Promise.all([send(), watch()]).then(() => undefined);
    },
    expectStop() {
      isEnding = true;
    },
    async finish() {
      isEnding = true;
      ending.abort();
      await Promise.race([Promise.all([looping, basing ?? Promise.resolve()]), sleep(FINISH_MS, undefined, { ref: false })]);
      if (line === null) return;
      const sent = shipLog(line).catch(fail);
      await Promise.race([sent, sleep(FINISH_MS, undefined, { ref: false })]);
      save();
    },
  };
}
