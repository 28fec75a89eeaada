import { setTimeout as pause } from 'node:timers/promises';
import {
  authLogin,
  type Endpoint,
  FORMS,
  liveAsk,
  liveOwnPair,
  livePairJoin,
  liveRewrite,
  liveVoteCast,
  seatTake,
  type SeatView,
  type UserView,
} from '@classwright/contract';
import type { LessonPerson } from '@classwright/server/testing/many-lessons';
import type { Chance } from '../simulate-class/chance.ts';
import { callPlainly, type Sent, type Ways } from './calls.ts';
import { markOf } from './checks.ts';
import { Device } from './device.ts';
import { Line, type Received } from './line.ts';
import type { Script, Turn } from './plan.ts';
import type { Program } from './program.ts';
import type { Acknowledged, EndedSeat, Heard, Submitted, Vanished } from './record.ts';

const LOOK_MS = 60;
const AGAIN_MS = 400;
const TRIES = 4;
const SIGN_IN_MS = 60_000;
const INSISTING_TRIES = 12;

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
  /** The code of the lesson, and the teacher who lets a waiting phone in. */
  desk: { code: string; letIn: (accountId: number) => Promise<unknown> };
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
  /** The tokens of seats that have ended, and the device of each. */
  readonly endedSeats: EndedSeat[] = [];
  token: string;
  isRemoved = false;
  /** True once the code led the student's latest phone to no lesson, since it had ended: that phone opens nothing. */
  isTurnedAway = false;
  /** The marks of words that were written on a phone, and that its page no longer showed. */
  readonly vanished: Vanished[] = [];
  /** The time at which a socket of the student was last accepted. */
  connectedAtMs = 0;
  readonly #options: StudentOptions;
  #insisted = 0;
  /** Resolves when the first phone shows the lesson. Only then does a student move to a second one. */
  readonly #arrived = Promise.withResolvers<void>();

  constructor(options: StudentOptions) {
    this.#options = options;
    this.token = options.script.hasSeat ? '' : options.person.token;
    this.heard = { accountId: options.person.accountId, received: [], answeredAtMs: {}, removedAtMs: null };
    this.#addDevice();
    this.#arrived.promise.catch(() => undefined); // it is reported where the student arrives
  }

  /** Words that make an answer long enough to be dealt as a reason, and unlike those of others. */
  get #reason(): string {
    return Array.from({ length: 8 }, (_, at) => `word${this.accountId}no${at}`).join(' ');
  }

  get hasSeat(): boolean {
    return this.#options.script.hasSeat;
  }

  get accountId(): number {
    return this.#options.person.accountId;
  }

  /** Returns the phone that the student uses now. */
  get device(): Device {
    return this.devices.at(-1) as Device;
  }

  #addDevice(): Device {
    const { program, ways, address, chance, script, assessmentId, person } = this.#options;
    const number = this.devices.length;
    const onReceived = (one: Received): void => this.#noteReceived({ ...one, device: number });
    const line = new Line({ ways, address, chance, onSent: (sent, atMs) => this.#noteSent(sent, atMs), onReceived });
    this.lines.push(line);
    const user = { account_id: person.accountId, rights: ['live-participation:view'], user_type: 'Student' } as unknown as UserView;
    const device = new Device({
      program,
      line,
      clockMs: number === 0 ? script.clockMs : 0,
      disk: number === 0 ? script.disk : null,
      person: { token: this.token, user },
      assessmentId,
      isSeat: script.hasSeat,
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
    return device;
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
    const { device } = this;
    try {
      await pause(script.arrivesAtMs, undefined, { signal: over });
      if (script.hasSeat) await this.#sit(device);
      device.open();
      this.#arrived.resolve();
    } catch (error) {
      this.#arrived.reject(error);
      throw error;
    }
  }

  /** Makes a call over the phone's line under one key until there is a response. Null when it was refused, or too late. */
  async #insist(endpoint: Pick<Endpoint, 'method' | 'path'>, given: { query?: Record<string, unknown>; body?: object }): Promise<Record<string, never> | null> {
    const key = `storm-${this.#options.seed}-${this.accountId}-${(this.#insisted += 1)}`;
    for (let tries = 0; tries < INSISTING_TRIES && !this.isRemoved; tries += 1) {
      const reply = await callPlainly(this.device.line, this.token, endpoint.method, endpoint.path, endpoint.method === 'GET' ? given : { ...given, key });
      if (reply?.status === 200) return reply.body;
      if (reply && reply.status < 500 && reply.status !== 429 && reply.status !== 401) return null;
      await pause(AGAIN_MS, undefined, { signal: this.#options.over });
    }
    return null;
  }

  /** Takes the seat with the code, on one device. A phone that has to wait asks the teacher. */
  async #sit(device: Device): Promise<void> {
    const { desk, over } = this.#options;
    const newSecret = (): string => `${this.accountId} ${(this.#insisted += 1)}`.padEnd(32, '-');
    for (let request = '', phone_secret = newSecret(); ; ) {
      const body = { code: desk.code, student_id: this.accountId, request, phone_secret };
      const reply = await callPlainly(device.line, null, seatTake.method, seatTake.path, { body });
      const seat = reply?.status === 200 ? (reply.body as unknown as { seat: SeatView }).seat : null;
      if (seat?.state === 'seated') {
        this.token = device.token = seat.api_token;
        return;
      }
      if (seat?.state === 'waiting') {
        request = seat.request;
        await desk.letIn(this.accountId);
      } else if (reply?.body.code === 'SEAT_REQUEST_REFUSED') [request, phone_secret] = ['', newSecret()];
      else if (reply?.body.code === 'LESSON_CODE_ENDED') {
        this.isTurnedAway = true;
        this.token = '';
        throw new Error('the lesson has ended');
      }
      await pause(AGAIN_MS / 2, undefined, { signal: over });
    }
  }

  /** Hears that the teacher has sent the phone out, and takes the seat again, on the same phone. */
  async comeBack(): Promise<void> {
    const { device } = this;
    this.endedSeats.push({ token: device.token, accountId: this.accountId, device: null, endedAtMs: Date.now() });
    await this.#sit(device);
    device.open();
  }

  /** Votes for one reason and, half of the time, then for the other. */
  async vote(voteId: number, reasons: readonly [number, number]): Promise<void> {
    const { chance } = this.#options;
    const first = chance.pick(reasons);
    for (const reason_id of [first, ...(chance.often(0.5) ? reasons.filter((id) => id !== first) : [])])
      if (await this.#insist(liveVoteCast, { body: { vote_id: voteId, reason_id } }))
        this.acknowledged.push({ kind: 'ballot', accountId: this.accountId, form: -1, mark: `${voteId}`, choice: reason_id });
  }

  /** Asks for the own group, as a phone does that hears of new groups. */
  async meet(): Promise<void> {
    const { assessmentId } = this.#options;
    await this.#insist(livePairJoin, { body: { assessment_id: assessmentId } });
    await this.#insist(liveOwnPair, { query: { assessment_id: assessmentId } });
  }

  /** Rewrites an own text that was hidden. */
  async rewrite(type: 'post' | 'comment', id: number, form: number): Promise<void> {
    const mark = markOf(this.#options.seed, this.accountId, form, type === 'post' ? 'answer' : 'remark', 9);
    if (await this.#insist(liveRewrite, { body: { type, id, text: `rather ${mark}` } }))
      this.acknowledged.push({ kind: 'rewrite', accountId: this.accountId, form, mark, postId: id });
  }

  async #ask(form: number): Promise<void> {
    const mark = markOf(this.#options.seed, this.accountId, form, 'line');
    if (await this.#insist(liveAsk, { body: { assessment_id: this.#options.assessmentId, question: `why ${mark}` } }))
      this.acknowledged.push({ kind: 'line', accountId: this.accountId, form, mark });
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
      ...(script.asksAt?.form === form ? [at(script.asksAt.atMs, () => this.#ask(form))] : []),
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
      this.device.page?.type({ comment: `${isCensored ? 'crap ' : 'because '}${mark} ${this.#reason}` });
      await pause(50, undefined, { signal: over });
    }
    if (submitsAtMs === null || !chosen) return;
    await pause(Math.max(0, submitsAtMs - (Date.now() - beganMs)), undefined, { signal: over });
    if (!(await this.#mayAnswer(form, untilMs))) return;
    const inHand = this.device;
    if (inHand === device && mark !== '' && inHand.page?.isKept() && !this.#shows(mark)) this.vanished.push({ accountId: this.accountId, form, mark });
    // a person who reads something else on this phone writes it once more
    if (!this.#shows(mark) || inHand.page?.written()?.response_id == null) inHand.page?.type({ response_id: chosen.id, comment: mark });
    await inHand.submit();
    this.submitted.set(form, mark);
    // On a very busy machine the device's database may not open in time. The page then reports that it has to stay
    // open.
    if (afterwards === 'stays' || !inHand.page?.isKept()) return;
    inHand.close();
    try {
      await pause(afterwards === 'closes' ? 400 : 0, undefined, { signal: over });
    } finally {
      inHand.open(); // also when the student already holds another one, and when the lesson ends in between
    }
  }

  /** Returns true when the page in hand shows the words with this mark in the form. */
  #shows(mark: string): boolean {
    return JSON.stringify(this.device.page?.written()?.comment ?? '').includes(mark);
  }

  /** Signs in on another phone. The first one is signed out, and delivers what it still has. */
  async #move(): Promise<void> {
    const { ways, person, password, over, script } = this.#options;
    await this.#arrived.promise;
    if (script.hasSeat) {
      const { token } = this.device;
      const second = this.#addDevice();
      await this.#sit(second);
      this.endedSeats.push({ token, accountId: this.accountId, device: this.devices.length - 2, endedAtMs: Date.now() });
      second.open();
      return;
    }
    for (;;) {
      const body = { email: person.email, password, device: `second of ${person.accountId}` };
      // one that is given up may still be done later, and would end the sign-in that took its place
      const reply = await callPlainly(ways, null, authLogin.method, authLogin.path, { body, patienceMs: SIGN_IN_MS });
      if (reply?.status === 200) {
        this.token = (reply.body as unknown as { api_token: string }).api_token;
        break;
      }
      await pause(AGAIN_MS, undefined, { signal: over });
    }
    this.#addDevice().open();
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
      const unsent = this.devices.some((device) => this.hasLeft(device)) ? 'left' : 'waiting';
      // a page that keeps nothing on the device, since that has no time for it, leaves only what is unsent to the next one
      const isReceived = this.acknowledged.some((one) => one.kind === 'answer' && one.form === form);
      const end = item?.refusal ? 'refused' : isReceived || (item?.kind === 'answer' && item.received_at !== null) ? 'received' : unsent;
      return { accountId: this.accountId, form, mark, end, refusal: item?.refusal?.code ?? null, phones: this.#describePhones(form) };
    });
  }

  /** Describes the student's phones for people who look at a failed seed: where each is, and what it holds of a form. */
  #describePhones(form: number): string {
    const holding = (device: Device): string => {
      const items = device.page?.items().filter((one) => one.form === FORMS[form]) ?? [];
      return items.map((one) => `${one.kind}${one.refusal ? ` refused (${one.refusal.code})` : ''}`).join(' and ') || 'nothing';
    };
    return this.devices
      .map((device) => `${device.page?.place() ?? 'closed'}, ${device.page?.isKept() ? 'keeping' : 'not keeping'} ${holding(device)}`)
      .join('; then ');
  }

  /** Returns true for a seat's phone that has left its lesson, or was sent out before its end: nothing is sent from there. */
  hasLeft(device: Device): boolean {
    return this.hasSeat && (this.isTurnedAway || device.page?.place() === 'home');
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
