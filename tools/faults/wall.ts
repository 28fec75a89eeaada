import { setTimeout as pause } from 'node:timers/promises';
import {
  broadcastingAuth,
  channels,
  lessonCodeShown,
  liveProjector,
  liveProjectorPairs,
  liveProjectorResults,
  liveProjectorVote,
  wallCode,
  wallLesson,
  wallPairing,
} from '@classwright/contract';
import { callPlainly } from './calls.ts';
import type { LineSocket, Line } from './line.ts';
import type { Teacher } from './teacher.ts';

const LOOK_MS = 250;
const READS = [liveProjector, liveProjectorPairs, liveProjectorVote, liveProjectorResults, lessonCodeShown] as const;

/**
 * A screen on the wall: paired with its code, it asks for everything that a wall may ask, and listens to the projector's
 * channel. Its line can be cut as a phone's. What it receives is recorded by its line.
 */
export class Wall {
  token = '';
  readonly line: Line;
  readonly #assessmentId: number;
  readonly #key: string;
  readonly #over: AbortSignal;
  #socket: LineSocket | null = null;

  constructor({ line, assessmentId, key, over }: { line: Line; assessmentId: number; key: string; over: AbortSignal }) {
    this.line = line;
    this.#assessmentId = assessmentId;
    this.#key = key;
    this.#over = over;
  }

  async #insist(method: string, path: string, body: object): Promise<Record<string, string>> {
    for (;;) {
      const reply = await callPlainly(this.line, null, method, path, { body });
      if (reply?.status === 200) return reply.body as Record<string, string>;
      await pause(LOOK_MS, undefined, { signal: this.#over });
    }
  }

  /** Shows a code, lets the teacher enter it, and asks until there is a token. */
  async pair(teacher: Teacher): Promise<void> {
    const { code = '', secret = '' } = await this.#insist(wallCode.method, wallCode.path, {});
    await teacher.pairWall(code, this.#assessmentId);
    while (this.token === '') this.token = (await this.#insist(wallPairing.method, wallPairing.path, { secret })).token ?? '';
  }

  /** Asks and listens until the storm ends. */
  async watch(): Promise<void> {
    while (!this.#over.aborted) {
      if (this.#socket === null || this.#socket.readyState > 1) this.#listen();
      await callPlainly(this.line, this.token, wallLesson.method, wallLesson.path);
      for (const { method, path } of READS) await callPlainly(this.line, this.token, method, path, { query: { assessment_id: this.#assessmentId } });
      await pause(LOOK_MS, undefined, { signal: this.#over }).catch(() => undefined);
    }
    this.#socket?.vanish();
  }

  #listen(): void {
    const socket = this.line.openSocket(`/app/${this.#key}?protocol=7`);
    this.#socket = socket;
    socket.onmessage = ({ data }) => void this.#subscribe(socket, data);
  }

  /** Subscribes once the server has given the socket its id. */
  async #subscribe(socket: LineSocket, frame: string): Promise<void> {
    const { event, data } = JSON.parse(frame) as { event: string; data: string };
    if (event !== 'pusher:connection_established') return;
    const { socket_id } = JSON.parse(data) as { socket_id: string };
    const channel = channels.projector(this.#assessmentId);
    const reply = await callPlainly(this.line, this.token, broadcastingAuth.method, broadcastingAuth.path, { body: { socket_id, channel_name: channel } });
    if (reply?.status === 200) socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { ...(reply.body as object), channel } }));
    else socket.close();
  }
}
