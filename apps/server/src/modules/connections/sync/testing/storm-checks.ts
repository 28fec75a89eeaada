import { syncConflictList } from '@classwright/contract';
import type { Value } from './plain-model.ts';
import { KINDS, type Seen, type StormClass, type Thing } from './storm-class.ts';

/** Finds duplicates on a side, and pairs the things of both sides. */
async function pair(klass: StormClass): Promise<{ pairs: { thing: Thing; here: Seen; there: Seen }[]; problems: string[] }> {
  const problems: string[] = [];
  const pairs: { thing: Thing; here: Seen; there: Seen }[] = [];
  for (const kind of KINDS) {
    const [here, there] = [await klass.look('here', kind), await klass.look('there', kind)];
    for (const [side, list] of [
      ['here', here],
      ['there', there],
    ] as const) {
      const marks = list.map(({ mark }) => mark);
      for (const mark of new Set(marks.filter((one, at) => marks.indexOf(one) !== at))) problems.push(`${kind} ${mark} is twice ${side}`);
    }
    for (const one of here) {
      const other = there.find(({ mark }) => mark === one.mark);
      const thing = kind === 'submission' ? klass.findCell(one.mark) : klass.find(one.mark);
      if (other && thing) pairs.push({ thing, here: one, there: other });
    }
  }
  return { pairs, problems };
}

type Told = Awaited<ReturnType<StormClass['listTold']>>;
const toldOf = (told: Told, { kind }: Thing, { id }: Seen, field: string): Value[] =>
  told.filter((row) => row.kind === kind && row.local_id === id && row.field === field).flatMap(({ values }) => values);

/** Checks a class between runs, after any failures. Returns the errors. */
export async function checkBetweenRuns(klass: StormClass): Promise<string[]> {
  const { pairs, problems } = await pair(klass);
  const told = await klass.listTold();
  for (const { thing, here, there } of pairs)
    for (const [name, field] of thing.fields) {
      const lost = field.look(here.fields[name] ?? null, there.fields[name] ?? null, toldOf(told, thing, here, name));
      if (lost) problems.push(`${thing.mark} ${name}: ${lost}`);
    }
  return [...problems, ...(await checkFacts(klass))];
}

/** Checks the members of the class and its submissions, which the sync may have read, or (`isRead`) has read. */
async function checkFacts(klass: StormClass, isRead = false): Promise<string[]> {
  const { learners } = klass.ground;
  const problems: string[] = [];
  const students = await klass.listStudentsHere();
  for (const { accountId, there } of learners) {
    const { fact, there: words } = klass.members.get(accountId)!;
    const word = klass.standingThere(there.id);
    fact.mayRead(words.add(word));
    if (isRead) fact.read(word);
    const wrong = fact.look(students.has(accountId) ? 'in' : 'out');
    if (wrong) problems.push(`student ${accountId} ${wrong}`);
  }
  const there = new Map(klass.submissionsThere().map(({ mark, submission }) => [mark, submission]));
  for (const { mark, state } of await klass.cells()) {
    const submission = there.get(mark);
    if (!submission) continue;
    const { fact, there: words } = klass.handIn(mark);
    const word = klass.noteHandIn(mark, submission);
    fact.mayRead(words);
    if (isRead) fact.read(word);
    const wrong = fact.look(state);
    if (wrong) problems.push(`what ${mark} handed in ${wrong}`);
  }
  return problems;
}

/** Clears the states that lists may have shown: from now on they show the current one, and may lag behind it later. */
export function forgetLag(klass: StormClass): void {
  for (const { there } of [...klass.members.values(), ...klass.handIns.values()]) there.clear();
  for (const { accountId, there } of klass.ground.learners) klass.members.get(accountId)?.there.add(klass.standingThere(there.id));
  for (const { mark, submission } of klass.submissionsThere()) klass.noteHandIn(mark, submission);
}

/** Checks a class at the end, when everything was read. Returns the errors. */
export async function checkInTheEnd(klass: StormClass): Promise<string[]> {
  const { owner, courseId } = klass.ground;
  const { pairs, problems } = await pair(klass);
  const [told, open] = [await klass.listTold(), await klass.listOpen()];
  const shown = (await owner.call(syncConflictList, { query: { course_id: courseId, per_page: 200 } })).body.data.map(({ id }) => id);
  if (
    shown.toSorted().join() !==
    open
      .map(({ id }) => id)
      .toSorted()
      .join()
  )
    problems.push(`conflicts ${open.map(({ id }) => id).join()} are not shown`);
  const topics = { here: await klass.look('here', 'topic'), there: await klass.look('there', 'topic') };
  /** Returns true when a work's topic exists only on one side, since somebody undid its creation on the other. */
  const isOfOneSide = (one: Value | undefined, side: 'here' | 'there', other: Value | undefined): boolean =>
    other == null && klass.find(String(one))?.isOver === true && !topics[side].some(({ mark }) => mark === one);
  for (const { thing, here, there } of pairs)
    for (const [name, field] of thing.fields) {
      if (thing.isDeleted || thing.isOver) continue;
      const [ours, theirs] = [here.fields[name], there.fields[name]];
      if (name === 'topic' && (isOfOneSide(ours, 'there', theirs) || isOfOneSide(theirs, 'here', ours))) continue;
      const conflict = open.find((row) => row.kind === thing.kind && row.local_id === here.id && row.field === name);
      const wrong = field.settle(here.fields[name] ?? null, there.fields[name] ?? null, conflict, toldOf(told, thing, here, name));
      if (wrong) problems.push(`${thing.mark} ${name}: ${wrong}`);
    }
  for (const kind of ['work', 'topic', 'announcement'] as const) {
    const [here, there] = [await klass.look('here', kind), await klass.look('there', kind)];
    for (const thing of klass.things.filter((one) => one.kind === kind && !one.isOver && one.fields.size > 0)) {
      const sides = [here, there].map((list) => list.find(({ mark }) => mark === thing.mark));
      const isTold = [...open, ...told].some((row) => row.kind === kind && row.local_id === sides[0]?.id && (row.field === 'deleted' || row.field === ''));
      for (const [at, side] of ['here', 'there'].entries()) {
        if (!thing.isDeleted && !sides[at]) problems.push(`${thing.mark} is not ${side}`);
        if (thing.isDeleted && sides[at] && !isTold) problems.push(`${thing.mark} was deleted, and is ${side}`);
      }
    }
  }
  const submissions = new Map(klass.submissionsThere().map(({ mark, submission }) => [mark, submission]));
  for (const cell of await klass.cells()) {
    const submission = submissions.get(cell.mark);
    if (!submission) continue;
    const state = klass.noteHandIn(cell.mark, submission);
    const isTold = [...told, ...open].some(({ kind, local_id }) => kind === 'submission' && local_id === cell.id);
    const isHereOnly = klass.handedInHere.has(cell.mark) && state === 'CREATED';
    if (cell.state !== state && !isTold && !isHereOnly) problems.push(`${cell.mark} is ${cell.state} here and ${submission.state} there`);
  }
  return [...problems, ...(await checkFacts(klass, true))];
}
