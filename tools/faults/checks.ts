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
  'groups, votes and lines to the teacher are as they were made': checkTurn,
  'a hidden text reaches nobody but its author': checkHidden,
  'a wall shows only what is revealed': checkWalls,
  'a token for one thing does nothing else, and ends': checkSeats,
  'a rehearsal leaves nothing': checkRehearsal,
  'no call failed for a reason that nobody knows': checkFailures,
  'no process ended that nobody had killed': ({ ended }) => ended,
};

const GRACE_MS = 3_000;
/** The time within which a client must match a fresh one, once everything is quiet and that one has its state. */
export const REPAIR_MS = 3_000;
/** A repair asks as often as this: what was under way at the quiet moment may hold the state before, so the page asks once more. */
const ASKS = 2;
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
      const isSame = found[0]?.id === postId && found[0]?.choice === choice && (found[0]?.original ?? found[0]?.text)?.includes(mark);
      return isSame ? [] : [`${what} is stored as something else: ${JSON.stringify(found[0])}`];
    }
    if (kind === 'rewrite') {
      const found = [...stored.posts, ...stored.comments].filter((one) => one.id === postId && one.text.includes(mark) && one.original !== null);
      return found.length === 1 ? [] : [`${what} is stored ${found.length} times`];
    }
    if (kind === 'ballot') return []; // the last one of a student counts
    const texts = { comment: stored.comments, reply: stored.replies, line: stored.lines }[kind] as readonly {
      accountId: number;
      text: string;
      original?: string | null;
    }[];
    const found = texts.filter((one) => one.accountId === accountId && (one.original ?? one.text).includes(mark));
    return found.length === 1 ? [] : [`${what} is stored ${found.length} times`];
  });
}

/**
 * Checks that each comment and reply that was sent more than once under its key is stored once. Marks identify the
 * texts.
 */
function checkSubmitted({ submitted, vanished, stored, removed }: StormRecord): string[] {
  const texts = [...stored.comments, ...stored.replies].map(({ text }) => text);
  const twice = texts.filter((text, at) => texts.indexOf(text) !== at).map((text) => `"${text}" stands twice`);
  const lost = submitted.flatMap(({ accountId, form, mark, end, refusal, phones }) => {
    if (removed.includes(accountId)) return [];
    const what = `answer ${mark} of ${accountId}`;
    if (end === 'left' && stored.state === 'canceled') return [];
    if (end === 'waiting' || end === 'left') return [`${what} in form ${form + 1} was never delivered (${end}); its phones: ${phones}`];
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
  const gone = vanished.map(({ accountId, form, mark }) => `the words ${mark} of ${accountId} in form ${form + 1} were gone from their phone before Submit`);
  return [...twice, ...lost, ...gone];
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
  return standings.flatMap(({ accountId, place, difference, repairedAfterMs, controlMs, lastCalls }) => {
    if (difference !== null)
      return [
        `the client of ${accountId} (${place}) is not as a fresh one: ${difference}; a fresh one needed ${Math.round(controlMs)} ms; its last calls: ${lastCalls.join(', ')}`,
      ];
    if (repairedAfterMs <= repairMs + ASKS * controlMs) return [];
    return [
      `the client of ${accountId} (${place}) was as a fresh one only after ${Math.round(repairedAfterMs)} ms; a fresh one needed ${Math.round(controlMs)} ms`,
    ];
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
export const markOf = (seed: number, accountId: number, form: number, kind: 'answer' | 'draft' | 'remark' | 'line', at = 0): string =>
  `zq${seed}a${accountId}f${form}${kind[0]}${at}z`;
const MARKS = /(crap )?zq(\d+)a(\d+)f(\d)([adrl])\d+z/g;
const STAFF_ONLY = /"sure"|"confidence":"|"partners"|"AbsentStudents"|"match_label"|tally\.changed|"tally"|private-staff-/;
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
  const filed = stored.posts.map(({ text, original }) => `${text} ${original ?? ''}`).join(' ');
  return heard.flatMap((one) =>
    one.received.flatMap(({ text, what, sentAtMs, atMs }) => {
      const problems: string[] = [];
      if (STAFF_ONLY.test(text)) problems.push(`${what} holds what is the staff's`);
      if (/"is_over":false,"server_time":"[^"]+".*"counts":\[/.test(text)) problems.push(`${what} counts a vote that runs`);
      if (/pairs\/(own|join)$/.test(what) && /"account_id"|"response_id"|"right"/.test(text)) problems.push(`${what} says more than names`);
      if (atMs < knownFrom && WHAT_IS_RIGHT.test(text)) problems.push(`${what} says what is right`);
      for (const [mark, foul, ofSeed, author, formText, kind] of text.matchAll(MARKS)) {
        if (Number(author) === one.accountId) continue;
        const form = Number(formText);
        if (Number(ofSeed) !== seed) problems.push(`${what} holds ${mark} of another lesson`);
        if (foul !== undefined) problems.push(`${what} holds words that were replaced: ${mark}`);
        if (kind === 'l') problems.push(`${what} holds ${mark}, a line to the teacher`);
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
  return heard.flatMap(({ accountId, received, answeredAtMs, removedAtMs }) => {
    if (removedAtMs === null) return [];
    const frames = received.filter(
      ({ what, atMs, text }) => what === 'frame' && atMs > removedAtMs + REMOVAL_MS && text.includes('private-channel-assessment-'),
    );
    const told = frames.filter(({ text }) => !text.includes('pusher:subscription_error') && !text.includes('pusher:error'));
    // an answer that was filed before gets its first response again, under its key
    const isFiled = (what: string): boolean => what === 'POST /posts/add' && Math.max(0, ...Object.values(answeredAtMs).map(Number)) <= removedAtMs;
    const answers = received.filter(
      ({ what, sentAtMs, status }) =>
        sentAtMs > removedAtMs && status === 200 && !isFiled(what) && /\/(posts|live\/learning\/(state|join|draft|studentlogin)|student\/active)/.test(what),
    );
    return [
      ...told.slice(0, 1).map(({ text }) => `${accountId} was removed and heard ${text.slice(0, 200)}`),
      ...answers.slice(0, 1).map(({ what }) => `${accountId} was removed and got an answer to ${what}`),
    ];
  });
}

/** Checks that the newest groups, the last ballots and their counts are those that were acknowledged. */
function checkTurn({ stored, acknowledged, voteCounts, ownGroups, removed }: StormRecord): string[] {
  const published = stored.divisions.filter(({ isPublished }) => isPublished);
  const groupOf = new Map(published.flatMap(({ groups }) => groups.flatMap((group) => group.map((id) => [id, group] as const))));
  const ballots = new Map(acknowledged.flatMap(({ kind, mark, accountId, choice }) => (kind === 'ballot' ? [[`${mark} ${accountId}`, choice]] : [])));
  return [
    ...(published.length > 1 ? [`${published.length} divisions are published`] : []),
    ...stored.divisions.flatMap(({ groups }) => {
      const members = groups.flat();
      const strangers = members.filter((id) => !stored.participants.includes(id));
      return [...compare('members of groups', members, [...new Set(members)]), ...strangers.map((id) => `${id} is in a group and not in the lesson`)];
    }),
    ...ownGroups.flatMap(({ accountId, others }) => {
      if (removed.includes(accountId)) return [];
      const wanted = groupOf.get(accountId)?.filter((id) => id !== accountId);
      return compare(`the group that ${accountId} reads`, others ?? ['none'], wanted ?? ['none']);
    }),
    ...stored.votes.flatMap(({ id, reasons, authors, ballots: cast }) => {
      const shown = voteCounts.find((one) => one.id === id);
      return [
        ...compare(
          `voters of ${id}`,
          cast.map(({ accountId }) => accountId),
          [...new Set(cast.map(({ accountId }) => accountId))].filter((voter) => stored.participants.includes(voter)),
        ),
        ...cast.flatMap(({ accountId, reason }) => (authors[reasons.indexOf(reason)] === accountId ? [`${accountId} voted for the own reason`] : [])),
        ...cast.flatMap(({ accountId, reason }) => {
          const acked = ballots.get(`${id} ${accountId}`);
          return acked === undefined || acked === reason || removed.includes(accountId)
            ? []
            : [`the ballot of ${accountId} is for ${reason}, acknowledged for ${acked}`];
        }),
        ...[...ballots].flatMap(([key]) =>
          key.startsWith(`${id} `) && !cast.some(({ accountId }) => key === `${id} ${accountId}`) ? [`the ballot ${key} is not stored`] : [],
        ),
        ...(shown
          ? reasons.flatMap((reason, at) => compare(`votes for ${reason}`, [shown.counts[at] ?? -1], [cast.filter((one) => one.reason === reason).length]))
          : []),
      ];
    }),
  ];
}

/** Checks calls that were sent once the hiding was acknowledged: the text reaches neither a classmate nor a wall. */
function checkHidden({ hidden, heard, walls }: StormRecord): string[] {
  const readers = [...heard, { accountId: 0, received: walls }];
  return hidden.flatMap(({ accountId: author, mark, hiddenAtMs, shownAtMs }) =>
    readers.flatMap(({ accountId, received }) =>
      received.flatMap(({ text, what, sentAtMs, atMs }) =>
        accountId !== author && sentAtMs > hiddenAtMs && atMs < (shownAtMs ?? Number.POSITIVE_INFINITY) && text.includes(mark)
          ? [`${what} of ${accountId || 'a wall'} holds ${mark}, which was hidden ${Math.round(sentAtMs - hiddenAtMs)} ms before`]
          : [],
      ),
    ),
  );
}

const isAny = (value: unknown): boolean => value !== null && value !== undefined;

/** Checks everything that walls received: names only of published groups, figures and right answers only once revealed. */
function checkWalls({ walls, acts }: StormRecord): string[] {
  const isSent = (atMs: number, of: (what: string) => boolean): boolean => acts.some(({ what, sentAtMs }) => sentAtMs <= atMs && of(what));
  return walls.flatMap(({ what, text, status, atMs }) => {
    if (status >= 400) return [];
    const problems: string[] = [];
    const isVote = what.endsWith('/projector/vote');
    const isKnown = isSent(atMs, (act) => act === 'reveal' || ENDING.includes(act));
    // a wall knows the teacher who connected it, and hears of that teacher's lessons
    const isOfTeacher = what.endsWith('/walls/lesson');
    if ((!isOfTeacher && text.includes('"account_id"')) || /"confidence"|@lessons\.test/.test(text)) problems.push('a person');
    const mayName = isOfTeacher || (what.endsWith('/projector/pairs') && isSent(atMs, (act) => act === 'publish pairs'));
    if (!mayName && /Person No/.test(text)) problems.push('a name');
    const isReadOut = (mark: string): boolean => isSent(atMs, (act) => act === `wall asked ${mark}`);
    const isPut = isVote && isSent(atMs, (act) => act === 'open vote');
    if (!isPut && [...text.matchAll(new RegExp(MARKS, 'g'))].some(([mark]) => !isReadOut(mark))) problems.push('words of a student');
    visit(parseDeep(text), (one) => {
      if (one.is_over === false && isAny(one.counts)) problems.push('counts of a vote that runs');
      if (typeof one.form === 'string' && isAny(one.counts) && one.is_over === undefined && !isRevealed(one.form, atMs))
        problems.push(`the distribution of ${one.form}`);
      if (!isKnown && (isAny(one.correct) || isAny(one.is_valid) || isAny(one.moves) || isAny(one.branches))) problems.push('what is right');
    });
    return problems.map((problem) => `${what} gave a wall ${problem}: ${text.slice(0, 200)}`);
  });

  /** To show a change reveals the distributions up to its form. */
  function isRevealed(form: string, atMs: number): boolean {
    return isSent(atMs, (act) => ENDING.includes(act) || act === `show ${form}` || (act.startsWith('wall change') && act.slice('wall change '.length) >= form));
  }
}

/** Parses JSON in which texts can be JSON again, as in frames. */
function parseDeep(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => (typeof value === 'string' && value.startsWith('{') ? parseDeep(value) : value));
  } catch {
    return text;
  }
}

function visit(value: unknown, look: (one: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) look(value as Record<string, unknown>);
  for (const inner of Object.values(value)) visit(inner, look);
}

function checkSeats({ probes, endedSeats, heard }: StormRecord): string[] {
  const frames = endedSeats.flatMap(({ accountId, device, endedAtMs }) => {
    const received = heard.find((one) => one.accountId === accountId)?.received ?? [];
    const late = received.filter((one) => device !== null && one.device === device && one.what === 'frame' && one.atMs > endedAtMs + REMOVAL_MS);
    return late.some(({ text }) => text.includes('assessment.')) ? [`device ${device} of ${accountId} hears the lesson without its seat`] : [];
  });
  return [...probes.flatMap(({ what, status, wanted }) => (status === wanted ? [] : [`${what}: ${status} instead of ${wanted}`])), ...frames];
}

/** Checks that no row names a rehearsal that was taken away, and that no student heard of its people. */
function checkRehearsal({ rehearsalRows, simulated, heard, walls, shown, stored }: StormRecord): string[] {
  const isPlayed = (text: string): boolean => [...text.matchAll(/"account_id":(\d+)/g)].some(([, id]) => simulated.includes(Number(id)));
  const told = [...heard.flatMap(({ received }) => received), ...walls].filter(({ text }) => simulated.length > 0 && isPlayed(text));
  const counted = [...stored.participants, ...shown.flatMap(({ likes }) => likes.map(({ accountId }) => accountId))].filter((id) => simulated.includes(id));
  return [
    ...rehearsalRows.map((rows) => `${rows} are left of a rehearsal`),
    ...told.slice(0, 3).map(({ what }) => `${what} holds people of a rehearsal`),
    ...counted.map((id) => `${id} of a rehearsal counts`),
  ];
}

function checkFailures({ heard }: StormRecord): string[] {
  return heard.flatMap(({ accountId, received }) =>
    received.filter(({ status }) => status === 500).map(({ what, text }) => `${accountId} got 500 for ${what}: ${text}`),
  );
}
