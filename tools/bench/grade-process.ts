import { configGet, liveClose, liveStart } from '@classwright/contract';
import { buildAppOn, type TestApp, type TestDatabase } from '@classwright/server/testing/build-app';
import { createScenario, type TestLesson } from '@classwright/server/testing/scenario';
import { ownCpuMs } from './cpu-time.ts';

/** The server of the gradebook's benches, in a separate process, so that its delays and its size are only its own. */
export type ToServer =
  /** `doesJobs`: it also does what is to be done after a call. */
  | { kind: 'start'; connection: TestDatabase['connection']; doesJobs?: boolean }
  | { kind: 'sign-in'; accountIds: number[] }
  /** `collects`: garbage is collected constantly, so that the size is only what it holds. */
  | { kind: 'watch'; collects: boolean }
  | { kind: 'look' }
  /** Reads the processor time that it has used so far, which costs it less than a watch. */
  | { kind: 'cpu' }
  /** A lesson with this many students, in its own class. */
  | { kind: 'lesson'; students: number }
  | { kind: 'begin' }
  | { kind: 'close' };
export type FromServer =
  | { kind: 'running'; url: string; key: string }
  | { kind: 'signed-in'; tokens: string[] }
  | { kind: 'watching' }
  | ({ kind: 'looked' } & Measurements)
  | { kind: 'used'; cpuMs: number }
  | { kind: 'made'; tokens: string[] }
  /** Its first form is open for answers. */
  | { kind: 'begun'; sessionId: number; choices: number[] }
  | { kind: 'closed' }
  | { kind: 'failed'; problem: string };

/** The measurements since `watch`. */
export interface Measurements {
  /**
   * The longest time that the event loop was blocked, in processor time of its thread. Delays by others on the machine
   * do not count.
   */
  heldMs: number;
  cpuMs: number;
  /** The maximum growth of the process, and of the memory that its programs hold. */
  residentMb: number;
  liveMb: number;
}

const EVERY_MS = { looking: 25, collecting: 250 };
const MB = 1024 * 1024;

let app: TestApp | null = null;
let lesson: TestLesson | null = null;
let before = { cpuMs: 0, resident: 0, live: 0 };
let most = { resident: 0, live: 0 };
let watch: NodeJS.Timeout | undefined;
let ticking: NodeJS.Timeout | undefined;
let heldMs = 0;

/** Records a tick. Between two ticks the thread does nothing else. */
function tick(): void {
  let before = threadCpuMs();
  ticking = setInterval(() => {
    const now = threadCpuMs();
    heldMs = Math.max(heldMs, now - before);
    before = now;
  }, 1);
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function measure(): { resident: number; live: number } {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { resident: rss, live: heapUsed + external };
}

const handle: { [Kind in ToServer['kind']]: (message: Extract<ToServer, { kind: Kind }>) => Promise<FromServer> } = {
  async start({ connection, doesJobs = false }) {
    app = await buildAppOn({ connection, drop: async () => undefined }, { maxConnections: 20, logLevel: 'error', checksCells: false });
    if (doesJobs) app.server.jobs.start();
    const { key } = (await app.call(configGet)).body.realtime;
    return { kind: 'running', url: await app.listen(), key };
  },
  async 'sign-in'({ accountIds }) {
    return { kind: 'signed-in', tokens: await Promise.all(accountIds.map((id) => (app as TestApp).signIn(id))) };
  },
  async watch({ collects }) {
    globalThis.gc?.();
    before = { cpuMs: ownCpuMs(), ...measure() };
    most = { resident: before.resident, live: before.live };
    clearInterval(watch);
    watch = setInterval(
      () => {
        if (collects) globalThis.gc?.();
        const { resident, live } = measure();
        most = { resident: Math.max(most.resident, resident), live: Math.max(most.live, live) };
      },
      EVERY_MS[collects ? 'collecting' : 'looking'],
    );
    heldMs = 0;
    clearInterval(ticking);
    tick();
    return { kind: 'watching' };
  },
  async look() {
    clearInterval(watch);
    clearInterval(ticking);
    return {
      kind: 'looked',
      heldMs,
      cpuMs: ownCpuMs() - before.cpuMs,
      residentMb: (most.resident - before.resident) / MB,
      liveMb: (most.live - before.live) / MB,
    };
  },
  async cpu() {
    return { kind: 'used', cpuMs: ownCpuMs() };
  },
  async lesson({ students }) {
    lesson = await createScenario(app as TestApp).lesson({ students });
    return { kind: 'made', tokens: lesson.students.map(({ token }) => token) };
  },
  async begin() {
    const { body } = await (lesson as TestLesson).teacher.call(liveStart, { body: { assessment_id: lesson?.assessmentId, time: 10 } });
    const choices = body.assessment.questions[0]?.responses.map(({ id }: { id: number }) => id) ?? [];
    return { kind: 'begun', sessionId: body.session.id, choices };
  },
  async close() {
    await (lesson as TestLesson).teacher.call(liveClose, { body: { id: lesson?.assessmentId } });
    return { kind: 'closed' };
  },
};

process.on('message', (message: ToServer) => {
  const reply = (handle[message.kind] as (message: ToServer) => Promise<FromServer>)(message);
  void reply.catch((error: unknown): FromServer => ({ kind: 'failed', problem: String(error) })).then((said) => process.send?.(said));
});
