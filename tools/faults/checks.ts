import type { Heard, StormRecord } from './record.ts';

/** The checks after a storm. Each returns its findings as sentences. */
export const CHECKS: Readonly<Record<string, (record: StormRecord) => string[]>> = {
  'what was acknowledged is stored once': checkAcknowledged,
  'nothing submitted is lost': checkSubmitted,
  'what is stored is counted and shown': checkCounted,
  'clients are as a fresh one': checkStandings,
  'a form closes once, and never early': checkPhases,
  'events are numbered without gaps': checkNumbers,
  'nobody got what they may not': checkSecrets,
  'who was removed gets nothing': checkRemoved,
  'no call failed for a reason that nobody knows': checkFailures,
};

const GRACE_MS = 3_000;
/** The time within which a client must match a fresh one, once everything is quiet. */
export const REPAIR_MS = 3_000;
/** The time within which events may still reach a student whose removal was acknowledged. */
const REMOVAL_MS = 2_000;

function checkAcknowledged({ acknowledged, stored }: StormRecord): string[] {
  return acknowledged.flatMap(({ kind, accountId, form, mark, postId, choice, revision }) => {
    const what = `${kind} ${mark} of ${accountId}`;
    if (kind === 'like') {
      const found = stored.likes.filter((like) => like.accountId === accountId && String(like.postId) === mark);
      return found.length === 1 ? [] : [`${what} is stored ${found.length} times`];
    }
    if (kind === 'draft') {
      const draft = stored.drafts.find((one) => one.accountId === accountId && one.form === form);
      const isPast = (draft?.revision ?? 0) >= (revision ?? 0) || stored.posts.some((post) => post.accountId === accountId && post.form === form);
      return isPast ? [] : [`${what} is not stored: revision ${draft?.revision} of ${revision}`];
    }
    if (kind === 'answer') {
      const found = stored.posts.filter((post) => post.accountId === accountId && post.form === form);
      if (found.length !== 1) return [`${what} is stored ${found.length} times`];
      const isSame = found[0]?.id === postId && found[0]?.choice === choice && found[0]?.text.includes(mark);
      return isSame ? [] : [`${what} is stored as something else: ${JSON.stringify(found[0])}`];
    }
    const found = (kind === 'comment' ? stored.comments : stored.replies).filter((one) => one.accountId === accountId && one.text.includes(mark));
    return found.length === 1 ? [] : [`${what} is stored ${found.length} times`];
  });
}

/**
 * Checks that each comment and reply that was sent more than once under its key is stored once. Marks identify the
 * texts.
 */
function checkSubmitted({ submitted, stored, removed }: StormRecord): string[] {
  const texts = [...stored.comments, ...stored.replies].map(({ text }) => text);
  const twice = texts.filter((text, at) => texts.indexOf(text) !== at).map((text) => `"${text}" stands twice`);
  const lost = submitted.flatMap(({ accountId, form, mark, end, refusal }) => {
    if (removed.includes(accountId)) return [];
    const what = `answer ${mark} of ${accountId}`;
    if (end === 'waiting') return [`${what} was never delivered`];
    if (end === 'received') return [];
    if (refusal === 'SESSION_NOT_RUNNING' || stored.state === 'canceled') return [];
    const isKept = stored.late.some((late) => late.accountId === accountId && late.form === form && late.text.includes(mark));
    const isAnother = refusal === 'ALREADY_ANSWERED' && stored.posts.some((post) => post.accountId === accountId && post.form === form);
    if (isKept || isAnother) return [];
    const own = <Row extends { accountId: number; form: number }>(rows: readonly Row[]) =>
      rows.filter((row) => row.accountId === accountId && row.form === form);
    return [
      `${what} was refused (${refusal}) and is kept nowhere; stored: ${JSON.stringify([...own(stored.posts), ...own(stored.drafts), ...own(stored.late)])}`,
    ];
  });
  return [...twice, ...lost];
}

function checkCounted({ stored, shown }: StormRecord): string[] {
  return shown.flatMap(({ form, answered, postIds, comments, likes }) => {
    const posts = stored.posts.filter((post) => post.form === form);
    const ids = new Set(posts.map(({ id }) => id));
    const standing = posts.filter(({ choice, text }) => choice !== null || text !== '').map(({ id }) => id);
    const commentIds = stored.comments.filter(({ postId }) => ids.has(postId)).map(({ id }) => id);
    const given = stored.likes.filter(({ postId }) => ids.has(postId)).map(({ postId, accountId }) => `${postId} by ${accountId}`);
    return [
      ...compare(`answers counted in form ${form + 1}`, [answered], [posts.filter(({ choice }) => choice !== null).length]),
      ...compare(`posts shown in form ${form + 1}`, postIds, standing),
      ...compare(`comments shown in form ${form + 1}`, comments, commentIds),
      ...compare(
        `likes shown in form ${form + 1}`,
        likes.map(({ postId, accountId }) => `${postId} by ${accountId}`),
        given,
      ),
    ];
  });
}

function compare(what: string, found: readonly (number | string)[], wanted: readonly (number | string)[]): string[] {
  const [left, right] = [found, wanted].map((list) => JSON.stringify([...list].sort()));
  return left === right ? [] : [`${what}: ${left}, stored: ${right}`];
}

function checkStandings({ standings, repairMs }: StormRecord): string[] {
  return standings.flatMap(({ accountId, place, difference, repairedAfterMs }) => {
    if (difference !== null) return [`the client of ${accountId} (${place}) is not as a fresh one: ${difference}`];
    return repairedAfterMs <= repairMs ? [] : [`the client of ${accountId} (${place}) was as a fresh one only after ${Math.round(repairedAfterMs)} ms`];
  });
}

function checkPhases({ stored: { phases, events, state }, acts }: StormRecord): string[] {
  const perForm = phases.flatMap(({ form, deadlineAtMs, closedAtMs }) => {
    const told = events.filter((event) => event.name === 'assessment.phase.closed' && event.form === form).length;
    if (state === 'canceled') return told <= 1 ? [] : [`form ${form + 1} was told to be closed ${told} times`];
    if (closedAtMs === null) return [`form ${form + 1} never closed`];
    const stepsUntil = (ms: number): number => acts.filter(({ what, sentAtMs }) => ['re-assign', 'next', 'finished'].includes(what) && sentAtMs <= ms).length;
    const isPressed = acts.some(({ what, sentAtMs }) => CLOSING.includes(what) && sentAtMs <= closedAtMs && stepsUntil(sentAtMs) === form);
    const isEarly = closedAtMs < deadlineAtMs + GRACE_MS && stepsUntil(closedAtMs) < form + 1 && !isPressed;
    return [
      ...(told === 1 ? [] : [`form ${form + 1} was told to be closed ${told} times`]),
      ...(isEarly ? [`form ${form + 1} closed ${Math.round(deadlineAtMs + GRACE_MS - closedAtMs)} ms early, and nobody had pressed`] : []),
    ];
  });
  const forms = phases.map(({ form }) => form);
  return [...perForm, ...compare('forms opened', forms, [...new Set(forms)])];
}

function checkNumbers({ stored: { events } }: StormRecord): string[] {
  let last = 0;
  return events.flatMap(({ from, sequence, name }) => {
    const isNext = from === last + 1 && sequence >= from;
    const problem = isNext ? [] : [`${name} is numbered ${from} to ${sequence} after ${last}`];
    last = sequence;
    return problem;
  });
}

/** Returns a mark for the students' texts: seed, account, form and kind. */
export const markOf = (seed: number, accountId: number, form: number, kind: 'answer' | 'draft' | 'remark', at = 0): string =>
  `zq${seed}a${accountId}f${form}${kind[0]}${at}z`;
const MARKS = /(crap )?zq(\d+)a(\d+)f(\d)([adr])\d+z/g;
const STAFF_ONLY = /"AbsentStudents"|"match_label"|tally\.changed|"tally"|private-staff-/;
const WHAT_IS_RIGHT = /"is_valid"|"is_correct":(true|false)|Reasoning \d/;

/**
 * Checks for leaks: classmates' posts before one's own answer, the right answer before it is revealed, replaced words,
 * and staff data.
 */
function checkSecrets(record: StormRecord): string[] {
  const { stored, acts, heard, seed } = record;
  const knownFrom = Math.min(
    ...acts.filter(({ what }) => what === 'reveal' || ENDING.includes(what)).map(({ sentAtMs }) => sentAtMs),
    Number.POSITIVE_INFINITY,
  );
  const filed = stored.posts.map(({ text }) => text).join(' ');
  return heard.flatMap((one) =>
    one.received.flatMap(({ text, what, sentAtMs, atMs }) => {
      const problems: string[] = [];
      if (STAFF_ONLY.test(text)) problems.push(`${what} holds what is the staff's`);
      if (atMs < knownFrom && WHAT_IS_RIGHT.test(text)) problems.push(`${what} says what is right`);
      for (const [mark, foul, ofSeed, author, formText, kind] of text.matchAll(MARKS)) {
        if (Number(author) === one.accountId) continue;
        const form = Number(formText);
        if (Number(ofSeed) !== seed) problems.push(`${what} holds ${mark} of another lesson`);
        if (foul !== undefined) problems.push(`${what} holds words that were replaced: ${mark}`);
        if (kind === 'd' && !filed.includes(mark.replace('crap ', ''))) problems.push(`${what} holds a draft that was never filed: ${mark}`);
        if (!mayRead(record, one, form, atMs)) problems.push(`${what} holds ${mark} before the reader had answered`);
        if (kind === 'r' && isWithheld(record, one, sentAtMs, atMs)) problems.push(`${what} holds the remark ${mark} while the reader has a form to answer`);
      }
      return problems.map((problem) => `${one.accountId} got: ${problem}`);
    }),
  );
}

/** Checks whether a student may read the form's posts: after answering it, or once it is closed. */
function mayRead({ stored, acts }: StormRecord, { answeredAtMs }: Heard, form: number, atMs: number): boolean {
  const phase = stored.phases.find((one) => one.form === form);
  const isClosed = phase !== undefined && phase.closedAtMs !== null && phase.closedAtMs <= atMs;
  const isEnded = acts.some(({ what, sentAtMs }) => ENDING.includes(what) && sentAtMs <= atMs);
  return isClosed || isEnded || (answeredAtMs[form] ?? Number.POSITIVE_INFINITY) <= atMs;
}

const OPENING = ['start', 're-assign', 'next'];
const ENDING = ['finished', 'end here'];
/** The acts that close the form opened last and open no other. */
const CLOSING = ['close form', 'end here'];

/**
 * Checks whether comments are withheld: a form was open the whole time and not answered, which also covers earlier
 * forms. It is open once the press was acknowledged.
 */
function isWithheld({ stored, acts }: StormRecord, { answeredAtMs }: Heard, sentAtMs: number, atMs: number): boolean {
  return stored.phases.some(({ form, closedAtMs }) => {
    const opening = acts.find(({ what }) => what === OPENING[form]);
    const isOpen = opening !== undefined && opening.doneAtMs < sentAtMs && (closedAtMs ?? Number.POSITIVE_INFINITY) > atMs;
    return isOpen && (answeredAtMs[form] ?? Number.POSITIVE_INFINITY) > atMs;
  });
}

function checkRemoved({ heard }: StormRecord): string[] {
  return heard.flatMap(({ accountId, received, removedAtMs }) => {
    if (removedAtMs === null) return [];
    const frames = received.filter(
      ({ what, atMs, text }) => what === 'frame' && atMs > removedAtMs + REMOVAL_MS && text.includes('private-channel-assessment-'),
    );
    const told = frames.filter(({ text }) => !text.includes('pusher:subscription_error') && !text.includes('pusher:error'));
    const answers = received.filter(
      ({ what, sentAtMs, status }) =>
        sentAtMs > removedAtMs && status === 200 && /\/(posts|live\/learning\/(state|join|draft|studentlogin)|student\/active)/.test(what),
    );
    return [
      ...told.slice(0, 1).map(({ text }) => `${accountId} was removed and heard ${text.slice(0, 200)}`),
      ...answers.slice(0, 1).map(({ what }) => `${accountId} was removed and got an answer to ${what}`),
    ];
  });
}

function checkFailures({ heard }: StormRecord): string[] {
  return heard.flatMap(({ accountId, received }) =>
    received.filter(({ status }) => status === 500).map(({ what, text }) => `${accountId} got 500 for ${what}: ${text}`),
  );
}
