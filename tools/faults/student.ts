import { setTimeout as pause } from 'node:timers/promises';
import { authLogin, FORMS, type UserView } from '@classwright/contract';
import type { LessonPerson } from '@classwright/server/testing/many-lessons';
import type { Chance } from '../simulate-class/chance.ts';
import { callPlainly, type Sent, type Ways } from './calls.ts';
import { markOf } from './checks.ts';
import { Device } from './device.ts';
import { Line, type Received } from './line.ts';
import type { Script, Turn } from './plan.ts';
import type { Program } from './program.ts';
import type { Acknowledged, Heard, Submitted } from './record.ts';

const LOOK_MS = 60;
const AGAIN_MS = 400;
const TRIES = 4;

interface StudentOptions {
  seed: number;
  program: Program;
  ways: Ways;
  person: LessonPerson;
  password: string;
  address: string;
  assessmentId: number;
  script: Script;
  chance: Chance;
  /** Aborted when nothing more is to be done. */
  over: AbortSignal;
}

/** One student: a script, one phone or two, and the results. */
export class Student {
  readonly devices: Device[] = [];
  readonly acknowledged: Acknowledged[] = [];
  /** The marks of submitted answers, by form. */
  readonly submitted = new Map<number, string>();
  readonly heard: Heard;
  readonly lines: Line[] = [];
  token: string;
  isRemoved = false;
  /** The time at which a socket of the student was last accepted. */
  connectedAtMs = 0;
  readonly #options: StudentOptions;

  constructor(options: StudentOptions) {
    this.#options = options;
    this.token = options.person.token;
    this.heard = { accountId: options.person.accountId, received: [], answeredAtMs: {}, removedAtMs: null };
    this.#addDevice();
  }

  get accountId(): number {
    return this.#options.person.accountId;
  }

  /** Returns the phone that the student uses now. */
  get device(): Device {
    return this.devices.at(-1) as Device;
  }

  #addDevice(): void {
    const { program, ways, address, chance, script, assessmentId, person } = this.#options;
    const line = new Line({ ways, address, chance, onSent: (sent, atMs) => this.#noteSent(sent, atMs), onReceived: (one) => this.#noteReceived(one) });
    this.lines.push(line);
    const user = { account_id: person.accountId, rights: ['live-participation:view'], user_type: 'Student' } as unknown as UserView;
    const device = new Device({
      program,
      line,
      clockMs: this.devices.length === 0 ? script.clockMs : 0,
      person: { token: this.token, user },
      assessmentId,
      onOutcome: (item, outcome) => {
        const form = (FORMS as readonly string[]).indexOf(item.form);
        const words = JSON.stringify(item.comment);
        const mark = /zq\w+z/.exec(words)?.[0] ?? '';
        if (outcome.is === 'answer-received')
          this.acknowledged.push({ kind: 'answer', accountId: this.accountId, form, mark, postId: outcome.post.id, choice: item.response_id });
        if (outcome.is === 'draft-saved' && item.kind === 'draft')
          this.acknowledged.push({ kind: 'draft', accountId: this.accountId, form, mark, revision: Math.min(item.revision, outcome.revision) });
      },
    });
    this.devices.push(device);
  }

  #noteSent({ path, body }: Sent, atMs: number): void {
    if (path !== '/api/posts/add' || !body) return;
    const form = (FORMS as readonly string[]).indexOf((JSON.parse(body) as { form: string }).form);
    this.heard.answeredAtMs[form] ??= atMs;
  }

  #noteReceived(received: Received): void {
    this.heard.received.push(received);
    if (received.what === 'frame' && received.text.includes('pusher:connection_established')) this.connectedAtMs = received.atMs;
  }

  async arrive(): Promise<void> {
    const { script, over } = this.#options;
    await pause(script.arrivesAtMs, undefined, { signal: over });
    this.device.open();
  }

  /** Does the student's acts in a form that has just opened. */
  async takePart(form: number): Promise<void> {
    const { script, over, chance } = this.#options;
    const at = async (ms: number, act: () => Promise<void> | void): Promise<void> => {
      await pause(ms, undefined, { signal: over });
      if (!this.isRemoved) await act();
    };
    const turn = script.turns[form] as Turn;
    await Promise.allSettled([
      this.#answer(form, turn),
      ...(script.movesAt?.form === form ? [at(script.movesAt.atMs, () => this.#move())] : []),
      ...script.remarks.filter((remark) => remark.form === form).map((remark, index) => at(remark.atMs, () => this.#remark(form, remark.kind, index, chance))),
    ]);
  }

  /**
   * Waits until the form's question is shown and takes answers on the current phone. Returns false when it is too late.
   */
  async #mayAnswer(form: number, untilMs: number): Promise<boolean> {
    const { over } = this.#options;
    while (Date.now() < untilMs && !this.isRemoved) {
      const page = this.device.page;
      const model = page?.model();
      if (page && model?.question && this.#isIn(form) && page.isAnswering()) return true;
      await pause(LOOK_MS, undefined, { signal: over });
    }
    return false;
  }

  #isIn(form: number): boolean {
    const model = this.device.page?.model();
    return model?.known?.phases.at(-1)?.form === FORMS[form];
  }

  async #answer(form: number, { typesAtMs, choice, words, isCensored, submitsAtMs, afterwards }: Turn): Promise<void> {
    const { seed, over } = this.#options;
    const beganMs = Date.now();
    const untilMs = beganMs + 3_000;
    await pause(typesAtMs, undefined, { signal: over });
    if (!(await this.#mayAnswer(form, untilMs))) return;
    const choices = this.device.page?.model()?.question?.responses ?? [];
    const chosen = choice === null ? undefined : choices[choice];
    if (chosen) this.device.page?.type({ response_id: chosen.id });
    const kind = submitsAtMs === null ? 'draft' : 'answer';
    const device = this.device;
    let mark = '';
    for (let at = 0; at < words; at += 1) {
      if (!this.#isIn(form)) return; // the next one has opened under the student's hands: what is typed would be typed there
      mark = markOf(seed, this.accountId, form, kind, at);
      this.device.page?.type({ comment: `${isCensored ? 'crap ' : 'because '}${mark}` });
      await pause(50, undefined, { signal: over });
    }
    if (submitsAtMs === null || !chosen) return;
    await pause(Math.max(0, submitsAtMs - (Date.now() - beganMs)), undefined, { signal: over });
    if (!(await this.#mayAnswer(form, untilMs))) return;
    if (this.device !== device) this.device.page?.type({ response_id: chosen.id, comment: mark });
    const inHand = this.device;
    await inHand.page?.submit();
    this.submitted.set(form, mark);
    // On a very busy machine the device's database may not open in time. The page then reports that it has to stay
    // open.
    if (afterwards === 'stays' || !inHand.page?.isKept()) return;
    inHand.close();
    await pause(afterwards === 'closes' ? 400 : 0, undefined, { signal: over });
    inHand.open(); // also when the student already holds another one
  }

  /** Signs in on another phone. The first one is signed out, and delivers what it still has. */
  async #move(): Promise<void> {
    const { ways, person, password, over } = this.#options;
    for (;;) {
      const body = { email: person.email, password, device: `second of ${person.accountId}` };
      const reply = await callPlainly(ways, null, authLogin.method, authLogin.path, { body });
      if (reply?.status === 200) {
        this.token = (reply.body as unknown as { api_token: string }).api_token;
        break;
      }
      await pause(AGAIN_MS, undefined, { signal: over });
    }
    this.#addDevice();
    this.device.open();
  }

  /** Comments on or likes a classmate's post. A failed one is repeated under the same key. */
  async #remark(form: number, kind: 'like' | 'comment' | 'reply', index: number, chance: Chance): Promise<void> {
    const { seed, over } = this.#options;
    const mark = markOf(seed, this.accountId, form, 'remark', index);
    let target: { postId: number; commentId: number | null } | null = null;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const page = this.device.page;
      target ??= this.#pickPost(form, chance);
      if (page && target) {
        const { postId, commentId } = target;
        const does = kind === 'reply' && commentId === null ? 'comment' : kind;
        const isDone =
          does === 'like'
            ? await page.like(postId)
            : does === 'comment'
              ? await page.comment(postId, `but ${mark}`, mark)
              : await page.reply(postId, commentId ?? 0, `so ${mark}`, mark);
        if (isDone) return void this.acknowledged.push({ kind: does, accountId: this.accountId, form, mark: does === 'like' ? `${postId}` : mark });
      }
      await pause(AGAIN_MS, undefined, { signal: over });
    }
  }

  /** Lists the submitted answers with their state, as stored on the device. */
  listSubmitted(): Submitted[] {
    return [...this.submitted].map(([form, mark]) => {
      const items = this.devices.flatMap((device) => device.page?.items() ?? []);
      const item = items.find((one) => one.kind === 'answer' && one.form === FORMS[form]);
      const end = item?.refusal ? 'refused' : item?.kind === 'answer' && item.received_at !== null ? 'received' : 'waiting';
      return { accountId: this.accountId, form, mark, end, refusal: item?.refusal?.code ?? null };
    });
  }

  leave(): void {
    for (const device of this.devices) device.close();
  }

  #pickPost(form: number, chance: Chance): { postId: number; commentId: number | null } | null {
    const feed = this.device.page?.model()?.feed;
    const others = feed && feed.form === FORMS[form] ? feed.posts.filter((post) => post.account.id !== this.accountId) : [];
    if (others.length === 0) return null;
    const post = chance.pick(others);
    return { postId: post.id, commentId: post.comments[0]?.id ?? null };
  }
}
