import type { UserView } from '@classwright/contract';
import type { Phone } from '../../apps/web/src/testing/phone.ts';
import { type DeviceDatabases, type DiskFault, spoilDatabases } from './disk.ts';
import type { Line, LineSocket } from './line.ts';
import type { Program, TabGlobals } from './program.ts';

type Outcomes = Parameters<ReturnType<Program>['openPhone']>[0]['onOutcome'];

export interface DeviceOptions {
  program: Program;
  line: Line;
  /** The offset of its clock. */
  clockMs: number;
  /** The fault of its storage; null for none. */
  disk: DiskFault | null;
  person: { token: string; user: UserView };
  isSeat: boolean;
  assessmentId: number;
  onOutcome: Outcomes;
}

/** A student's phone. Its stored data outlives its tabs. It has one tab at a time. */
export class Device {
  readonly #options: DeviceOptions;
  readonly #kept = new Map<string, string>();
  readonly #database: unknown;
  #tab: Tab | null = null;
  /** The token with which its next tab opens. */
  token: string;

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.token = options.person.token;
    const maker = new Tab(options, this.#kept, null);
    const databases: unknown = maker.module.createDeviceDatabase();
    this.#database = options.disk ? spoilDatabases(databases as DeviceDatabases, options.disk) : databases;
    maker.close();
  }

  get line(): Line {
    return this.#options.line;
  }

  /** Returns the page, or null while no tab is open. */
  get page(): Phone | null {
    return this.#tab?.phone ?? null;
  }

  /** Opens the page. One that is open is left first, as when a person opens another address in its tab. */
  open(): void {
    const { person, assessmentId, isSeat, onOutcome } = this.#options;
    this.close();
    const tab = new Tab(this.#options, this.#kept, this.#database);
    this.#tab = tab;
    const onLeft = (place: string): void => void setTimeout(() => this.#leaveFor(place, tab));
    tab.phone = tab.module.openPhone({ ...person, token: this.token, assessmentId, isSeat, onOutcome, onLeft });
  }

  /** Ends a page that opens another one in its place. Home delivers what the device still has; a seat has no Home. */
  #leaveFor(place: string, left: Tab): void {
    const { person, isSeat, onOutcome } = this.#options;
    left.leave();
    if (this.#tab !== left || place !== 'home' || isSeat) return;
    const tab = new Tab(this.#options, this.#kept, this.#database);
    this.#tab = tab;
    tab.phone = tab.module.openHome({ ...person, token: this.token, onOutcome });
  }

  /**
   * Presses Submit on the open page. Resolves when the answer is on the device or the page has ended: on a disk that
   * responds no more, a page that ends never learns of it.
   */
  async submit(): Promise<void> {
    const tab = this.#tab;
    await Promise.race([tab?.phone?.submit(), tab?.ended]);
  }

  /** Closes the tab as a person does, so that the page gets its closing events. */
  close(): void {
    this.#tab?.leave();
    this.#tab = null;
  }

  /** Sends the page the browser's network events. */
  tellOfNetwork(what: 'online' | 'offline'): void {
    this.#tab?.tell('window', what);
  }

  freshModel(...given: Parameters<ReturnType<Program>['toFreshModel']>): ReturnType<ReturnType<Program>['toFreshModel']> | null {
    return this.#tab?.module.toFreshModel(...given) ?? null;
  }
}

/** The time until a browser draws its next frame. */
const FRAME_MS = 16;

type Timer = ReturnType<typeof setTimeout>;

/** One page in its own browser. When it is closed, only calls that outlive a page continue. */
class Tab {
  readonly module: ReturnType<Program>;
  phone: Phone | null = null;
  readonly #targets = { window: new EventTarget(), document: new EventTarget() };
  readonly #timers = new Set<Timer>();
  readonly #sockets = new Set<LineSocket>();
  readonly #gone = new AbortController();
  /** Resolves when it has ended. */
  readonly ended = new Promise<void>((resolve) => this.#gone.signal.addEventListener('abort', () => resolve(), { once: true }));

  constructor({ program, line, clockMs }: DeviceOptions, kept: Map<string, string>, indexedDB: unknown) {
    this.module = program(this.#globals(line, clockMs, kept, indexedDB));
  }

  tell(whom: 'window' | 'document', name: string): void {
    this.#targets[whom].dispatchEvent(new Event(name));
  }

  /** Ends with its closing events, once. What it last showed can still be read. */
  leave(): void {
    if (this.#gone.signal.aborted) return;
    this.tell('window', 'pagehide');
    this.close();
  }

  close(): void {
    this.#gone.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) socket.vanish();
  }

  #globals(line: Line, clockMs: number, kept: Map<string, string>, indexedDB: unknown): TabGlobals {
    const { window: page, document } = this.#targets;
    const timers = this.#timers;
    const gone = this.#gone.signal;
    const sockets = this.#sockets;
    const track = (timer: Timer): Timer => {
      timers.add(timer);
      return timer;
    };
    const later = (work: (...given: unknown[]) => void, ms?: number, ...given: unknown[]): Timer => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        if (!gone.aborted) work(...given);
      }, ms);
      return gone.aborted ? timer : track(timer);
    };
    const clear = (timer: Timer | undefined): void => {
      clearTimeout(timer);
      if (timer !== undefined) timers.delete(timer);
    };
    const location = { hostname: '127.0.0.1', protocol: 'http:', pathname: '/', search: '', replace: () => undefined, assign: () => undefined };
    const root = { lang: 'en', dir: 'ltr', dataset: {} };
    const window: Record<string, unknown> = {
      addEventListener: page.addEventListener.bind(page),
      removeEventListener: page.removeEventListener.bind(page),
      document: Object.assign(document, { visibilityState: 'visible', documentElement: root, body: {}, location }),
      location,
      navigator: { onLine: true, userAgent: 'storm' },
      localStorage: storage(kept, gone),
      sessionStorage: storage(new Map(), gone),
      indexedDB: indexedDB ?? undefined,
      BroadcastChannel: undefined,
      setTimeout: later,
      setInterval: (work: () => void, ms?: number) => track(setInterval(() => void (gone.aborted || work()), ms)),
      setImmediate,
      clearTimeout: clear,
      clearInterval: clear,
      requestAnimationFrame: (work: (atMs: number) => void) => later(() => work(performance.now()), FRAME_MS),
      Date: shiftedDate(clockMs),
      console: { log: () => undefined, warn: () => undefined, error: () => undefined },
      crypto: globalThis.crypto,
      JSON,
      fetch: (path: string, init: Init) => fetchOver(line, path, init, gone),
      WebSocket: function open(address: string, protocols: string[] = []) {
        const { pathname, search } = new URL(address);
        const socket = line.openSocket(`${pathname}${search}`, protocols);
        sockets.add(socket);
        return socket;
      },
    };
    return { ...window, globalThis: window, window, self: window } as TabGlobals;
  }
}

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
}

/** Makes a page's call. Its errors are those of browsers. */
async function fetchOver(line: Line, path: string, { method = 'GET', headers = {}, body, signal, keepalive }: Init, gone: AbortSignal): Promise<unknown> {
  const signals = [...(signal ? [signal] : []), ...(keepalive ? [] : [gone])];
  const {
    status,
    headers: heard,
    text,
  } = await line.send({ method, path, headers, body }, AbortSignal.any(signals)).catch((error: unknown) => {
    throw new TypeError('Failed to fetch', { cause: error });
  });
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => heard[name.toLowerCase()]?.toString() ?? null },
    json: async () => JSON.parse(text) as unknown,
  };
}

/** The storage of a page. One that is gone changes nothing: in a browser nothing of it goes on. */
function storage(kept: Map<string, string>, gone: AbortSignal) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void (gone.aborted || kept.set(key, value)),
    removeItem: (key: string) => void (gone.aborted || kept.delete(key)),
  };
}

function shiftedDate(byMs: number): DateConstructor {
  if (byMs === 0) return Date;
  return class extends Date {
    constructor(...given: []) {
      if (given.length === 0) super(Date.now() + byMs);
      else super(...given);
    }
    static override now(): number {
      return Date.now() + byMs;
    }
  } as DateConstructor;
}
