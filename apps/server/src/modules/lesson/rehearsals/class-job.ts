import { setTimeout as sleep } from 'node:timers/promises';
import { channels, type Form, commentAdd, liveAsk, liveDraft, liveStudentLogin, postAdd, postReact } from '@classwright/contract';
import {
  type Act,
  chanceOf,
  chooseAfterTalk,
  chooseAlone,
  choosePartners,
  type Choice,
  computeArrival,
  listManners,
  type Manner,
  planForm,
} from '@classwright/rules/simulation/index';
import type { Listener } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';
import { type JobKind, JobPostponed } from '../../../platform/jobs/index.ts';
import type { Realtime } from '../../../platform/live/index.ts';
import { listSignedIn } from '../../people/accounts/index.ts';
import type { MakeCall } from './calls.ts';
import { endClass, findClass, findMoment, type KnownChoice, listChoices, listPlayable, type Moment, type SimulatedClassRow } from './queries.ts';
import { commentOf, questionOf, reasonFor } from './reasons.ts';

export const CLASS_KIND = 'simulated-class';
export interface ClassPayload {
  assessment_id: number;
}

/** The time for which a job keeps a class going before it gives its place to others. */
const SLICE_MS = 3_000;
const LOOK_EVERY_MS = 250;
/** The pause after which a class that could not leave tries it again. */
const LEAVE_AGAIN_MS = 1_000;
/** The pause after a failure: a teacher watches the class. */
const RETRY_MS = 1_000;
/** The number of failures of a whole lesson after which the class is given up. */
const TRIES = 60;
/** The pause after each call of a class, in which real lessons of the same process have their turn. */
const PAUSE_MS = 4;

export interface ClassJobDependencies {
  db: Db;
  makeCall: MakeCall;
  findListener: (accountId: number) => Promise<Listener | null>;
  realtime: Pick<Realtime, 'standIn'>;
  /** True on a server with the demo school, whose students may be played. */
  hasDemo: boolean;
}

/** A student of the class who is played now. `number` is the place in the class and decides what the student does. */
interface Player {
  number: number;
  manner: Manner;
  person: Listener;
}

/** One thing that a student is to do now. */
interface Due {
  player: Player;
  act: Act | 'arrive';
}

/**
 * Has a simulated class take part in a lesson by the ordinary calls, a slice at a time, until the lesson has ended. What
 * has been done is read from the lesson itself, so a process that takes over goes on and does nothing twice (LIVE-79).
 */
export function classJob(dependencies: ClassJobDependencies): JobKind<ClassPayload> {
  const { db, realtime } = dependencies;
  /** The students of a class as this process knows them while the class takes part, by lesson. */
  const known = new Map<number, Map<number, Listener>>();
  /** The students who are shown as connected by this process, by lesson. */
  const connected = new Map<number, Set<number>>();

  /**
   * Shows exactly these students as connected; the class goes on without it. Returns false while others are still shown:
   * the next call removes them.
   */
  async function showConnected(assessmentId: number, accountIds: ReadonlySet<number>): Promise<boolean> {
    const shown = connected.get(assessmentId) ?? new Set<number>();
    connected.set(assessmentId, shown);
    const channel = channels.assessment(assessmentId);
    const change = (ids: number[], how: 'joined' | 'left', note: (id: number) => void) =>
      realtime.standIn(channel, ids, how).then(
        () => ids.forEach(note),
        () => undefined,
      );
    await change(
      [...accountIds].filter((id) => !shown.has(id)),
      'joined',
      (id) => shown.add(id),
    );
    await change(
      [...shown].filter((id) => !accountIds.has(id)),
      'left',
      (id) => shown.delete(id),
    );
    if (shown.size === 0) connected.delete(assessmentId);
    return [...shown].every((id) => accountIds.has(id));
  }

  /** Finds a student once for a class, not again in each slice. */
  async function findKnown(assessmentId: number, accountId: number): Promise<Listener | null> {
    const ofLesson = known.get(assessmentId) ?? new Map<number, Listener>();
    known.set(assessmentId, ofLesson);
    const found = ofLesson.get(accountId) ?? (await dependencies.findListener(accountId));
    if (found) ofLesson.set(accountId, found);
    return found;
  }

  async function leave(assessmentId: number): Promise<void> {
    known.delete(assessmentId);
    if (!(await showConnected(assessmentId, new Set()))) throw new JobPostponed('students are still shown as connected', { inMs: LEAVE_AGAIN_MS });
  }

  return {
    kind: CLASS_KIND,
    tries: TRIES,
    retryAfterMs: RETRY_MS,
    lane: 'play',
    async run({ assessment_id }, { isAwaited }) {
      const endAt = performance.now() + SLICE_MS;
      const tried = new Set<string>();
      let players: Player[] | null = null;
      let [choices, choicesOf]: [KnownChoice[], number | null] = [[], null];
      do {
        const simulated = await findClass(db, assessment_id);
        if (!simulated) return leave(assessment_id);
        const moment = await findMoment(db, assessment_id);
        if (moment?.state === 'finished' || simulated.is_over) {
          await leave(assessment_id);
          return endClass(db, assessment_id);
        }
        if (moment?.state === 'running') {
          players ??= await listPlayers({ ...dependencies, findListener: (id) => findKnown(assessment_id, id) }, assessment_id, simulated);
          await showConnected(assessment_id, listConnected(moment, players));
          if (choicesOf !== moment.phase_id) {
            choices = await listChoices(db, moment.phase_id);
            choicesOf = moment.phase_id;
          }
          await act(dependencies, { assessmentId: assessment_id, simulated, moment, choices, players, tried }, isAwaited);
        }
        if (!isAwaited) await sleep(LOOK_EVERY_MS);
      } while (!isAwaited && performance.now() < endAt);
      throw new JobPostponed('the lesson goes on', { inMs: isAwaited ? 1000 : 0 });
    },
  };
}

/** Lists the students with a line: those who are here, without the one who loses it in Form - 1A before the answer. */
function listConnected({ here, form, posts }: Moment, players: readonly Player[]): ReadonlySet<number> {
  const known = new Set(here);
  const sent = new Set(posts.map(({ by }) => by));
  return new Set(
    players.flatMap(({ manner, person: { accountId } }) =>
      known.has(accountId) && (manner !== 'drops' || form !== 'Form - 1A' || sent.has(accountId)) ? [accountId] : [],
    ),
  );
}

/** Lists the students who are played: not those who somebody is signed in as. */
async function listPlayers({ db, findListener, hasDemo }: ClassJobDependencies, assessmentId: number, { seed, size }: SimulatedClassRow): Promise<Player[]> {
  const all = (await listPlayable(db, assessmentId, hasDemo)).slice(0, size);
  const manners = listManners(seed, all.length);
  const played = await listSignedIn(
    db,
    all.map(({ account_id }) => account_id),
    assessmentId,
  );
  const players: Player[] = [];
  for (const [number, { account_id }] of all.entries()) {
    const person = played.has(account_id) ? null : await findListener(account_id);
    if (person) players.push({ number, manner: manners[number] as Manner, person });
  }
  return players;
}

interface Turn {
  assessmentId: number;
  simulated: SimulatedClassRow;
  moment: Moment;
  /** The choices of the open form's question. */
  choices: readonly KnownChoice[];
  players: readonly Player[];
  /** The acts that were tried in this slice and refused, such as a like of what is not open yet. */
  tried: Set<string>;
}

/** Does what is due, one call after the other: a class at speed 8 comes in bursts, and real lessons go before it. */
async function act({ makeCall }: ClassJobDependencies, turn: Turn, isAwaited: boolean): Promise<void> {
  for (const { player, act: what } of listDue(turn)) {
    turn.tried.add(keyOf(turn.moment, player, what));
    try {
      await perform(makeCall, turn, player, what);
    } catch (error) {
      if (!(error instanceof AppError)) throw error; // a refusal: the lesson has moved on
    }
    if (!isAwaited) await sleep(PAUSE_MS);
  }
}

const keyOf = ({ phase_id }: Moment, { number }: Player, act: Due['act']): string => `${phase_id} ${number} ${act}`;

/** Lists what the class does now: what is due by lesson time, and neither done nor tried. */
function listDue({ simulated: { seed, speed }, moment, players, tried }: Turn): Due[] {
  const elapsed = moment.elapsed * speed;
  const here = new Set(moment.here);
  const sets = {
    draft: new Set([...moment.drafted, ...moment.posts.map(({ by }) => by)]),
    send: new Set(moment.posts.map(({ by }) => by)),
    like: new Set(moment.liked),
    comment: new Set(moment.commented),
    ask: new Set(moment.asked),
  };
  return players
    .flatMap((player): Due[] => {
      const { accountId } = player.person;
      const arrives = moment.form === 'Form - 1A' ? computeArrival(seed, player.number, player.manner) : player.manner === 'absent' ? null : 0;
      if (arrives === null || elapsed < arrives) return [];
      if (!here.has(accountId)) return [{ player, act: 'arrive' }];
      return planForm(seed, player.number, player.manner, moment.form)
        .filter(({ act: what, at }) => at <= elapsed && !sets[what].has(accountId))
        .filter(({ act: what }) => moment.is_open || what === 'like' || what === 'comment' || what === 'ask')
        .filter(({ act: what }) => what !== 'comment' || moment.can_comment)
        .slice(0, 1)
        .map(({ act: what }) => ({ player, act: what }));
    })
    .filter(({ player, act: what }) => !tried.has(keyOf(moment, player, what)));
}

async function perform(makeCall: MakeCall, turn: Turn, player: Player, act: Due['act']): Promise<void> {
  const { assessmentId, moment, simulated } = turn;
  const { person, number } = player;
  if (act === 'arrive') return makeCall(liveStudentLogin, person, { body: { assessment_id: assessmentId } });
  if (act === 'draft' || act === 'send') {
    const { choice, comment } = answerOf(turn, player);
    const body = { session_id: moment.session_id, form: moment.form, response_id: choice?.id ?? null, comment };
    return act === 'send' ? makeCall(postAdd, person, { body }) : makeCall(liveDraft, person, { body: { ...body, revision: 1 } });
  }
  if (act === 'ask') return makeCall(liveAsk, person, { body: { assessment_id: assessmentId, question: questionOf(number) } });
  const others = moment.posts.filter(({ by }) => by !== person.accountId);
  const post = others[Math.floor(chanceOf(simulated.seed, number, moment.form, act, 'whose') * others.length)];
  if (!post) return;
  if (act === 'like') return makeCall(postReact, person, { body: { post_id: post.id, reaction_type: 'like' } });
  return makeCall(commentAdd, person, { body: { post_id: post.id, comment: commentOf(simulated.seed, number) } });
}

/** Returns the choice and the words of a student in the form that is open. */
function answerOf(turn: Turn, { number, person }: Player): { choice: Choice | null; comment: string } {
  const { moment, simulated, players, choices } = turn;
  const { seed } = simulated;
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  const chosenBy = new Map(moment.alone.map(({ by, response_id }) => [by, response_id === null ? null : (byId.get(response_id) ?? null)]));
  const isAfterTalk = moment.form === 'Form - 1B';
  let choice: Choice | null = null;
  let before: boolean | undefined;
  if (isAfterTalk) {
    const talking = players.filter(({ person: { accountId } }) => accountId === person.accountId || moment.here.includes(accountId));
    const answers = talking.map((player) => ({ student: player.number, choice: chosenBy.get(player.person.accountId) ?? null }));
    const partners = choosePartners(seed, answers);
    const published = new Map(talking.map((player) => [player.number, findPartner(turn, player.person.accountId)]));
    const after = chooseAfterTalk(seed, answers, (student) => published.get(student) ?? partners.get(student));
    choice = after.get(number) ?? chooseAlone(seed, number, moment.form, choices);
    before = chosenBy.get(person.accountId)?.id !== choice?.id;
  } else choice = chooseAlone(seed, number, moment.form, choices);
  const words = choice && byId.get(choice.id);
  const comment = words ? reasonFor(seed, number, { question: moment.question, title: words.title, idea: words.idea, form: alikeOf(moment.form), before }) : '';
  return { choice, comment };
}

/** Returns the number of the student whom the teacher paired with an account; undefined without published groups. */
function findPartner({ moment, players }: Turn, accountId: number): number | undefined {
  const others = moment.groups.find((group) => group.includes(accountId))?.filter((id) => id !== accountId);
  return others && players.find(({ person }) => others.includes(person.accountId))?.number;
}

/** A student gives one reason for one choice in both forms of a question. */
const alikeOf = (form: Form): string => (form === 'Form - 2' ? form : 'Form - 1');
