import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

/**
 * Matches the parameters that limit rows to an owner: the school, class, account or source that the caller may reach,
 * or the caller.
 */
const SAYS_WHOSE =
  /^(?:reach|actor|person|whose|mayTouch|scope|groupSchoolId|(?:school|course|class|account|owner|author|import|run|source|session|assessment|work|courseWork)Id|\w*Call)$/;
const CHANGES_MANY = /^(?:lock|decide|approve|decline|cancel|reopen)[A-Z]|Many$/;

/** A reason why a function may take ids only, and the files that call it, each of which was reviewed. */
export interface NamesNobody {
  why: string;
  from: readonly string[];
}

/**
 * Functions that lock or change rows by ids only, by file and name, with the protection of other people's rows, and
 * their callers. If you add one, list it here, or pass it the caller's reach; if you call one, show the source of the
 * ids.
 */
const namesNobody: Readonly<Record<string, NamesNobody>> = {
  'accounts/administration/queries.ts updateMany': {
    why: 'changes what `lockAccounts` held within reach',
    from: ['accounts/administration/account-bulk.ts'],
  },
  'all-schools/queries.ts lockSchools': {
    why: 'all schools are of the people who run the installation, whom alone the calls let in',
    from: ['all-schools/acts.ts'],
  },
  'announcements/outside-queries.ts lockOutsideAnnouncements': {
    why: 'ids are of links below the class that is synced, which `listRightful` gave its own announcements alone, or of a change of a run of the source',
    from: ['sync/classroom/announcement-step.ts', 'sync/runs/undo-here.ts'],
  },
  'classes/many-queries.ts lockCourseRows': {
    why: 'the classes that a roster import created, read from its own rows when it is undone',
    from: ['classes/many-classes.ts'],
  },
  'classwork/outside-queries.ts lockOutsideWorks': {
    why: 'the same of works; a call asks first whether the work has a link below the class whose staff calls',
    from: ['sync/classroom/link-calls.ts', 'sync/classroom/work-step.ts', 'sync/runs/undo-here.ts'],
  },
  'files/queries.ts lockFiles': { why: '`mayDelete` is asked of each', from: ['files/file-delete.ts'] },
  'files/queries.ts lockFilesShared': { why: '`isUsable` is asked of each', from: ['files/access.ts'] },
  'ideas/queries.ts lockQuestionsOf': { why: 'holds in one order; `getWholeQuestion` reads each as the person who asks', from: ['ideas/names.ts'] },
  'questions/archive-queries.ts lockQuestions': {
    why: 'holds in one order; `listBankRows` reads as whoever asks, and an import names questions that it made',
    from: ['questions/archive-unused.ts', 'questions/question-bulk.ts'],
  },
  'records/erasure/queries.ts lockErasures': {
    why: 'erasures that are due, and the one whose person was locked within reach',
    from: ['records/erasure/endpoints.ts', 'records/erasure/run.ts'],
  },
  'rewards/queries.ts lockBalances': {
    why: 'one’s own, those of learners of a class whose staff gives, of purchases that were read within reach, of whoever a lesson or a post is of',
    from: ['rewards/gifts.ts', 'rewards/service.ts', 'rewards/store/decide.ts', 'rewards/store/redeem.ts'],
  },
  'rewards/store/queries.ts lockItems': {
    why: 'items of purchases that were read within reach; who may change or redeem one is asked of each',
    from: ['rewards/store/decide.ts', 'rewards/store/picture.ts', 'rewards/store/redeem.ts'],
  },
  'rewards/store/queries.ts lockPurchases': {
    why: 'purchases that were read within reach, and are read so again; one’s own at a cancel',
    from: ['rewards/store/decide.ts', 'rewards/store/redeem.ts'],
  },
  'submissions/grades-queries.ts lockWorks': {
    why: 'the works of submissions that were read by their class',
    from: ['submissions/save-grades.ts'],
  },
  'submissions/outside-queries.ts lockOutsideSubmissionsById': {
    why: 'submissions of works below the class that is synced, of a conflict of which `isTheirs` was asked, or of a change of a run of the source',
    from: ['sync/classroom/submission-step.ts', 'sync/conflicts/solve.ts', 'sync/runs/undo-here.ts'],
  },
  'sync/conflicts/queries.ts lockConflicts': { why: '`isTheirs` is asked of each', from: ['sync/conflicts/solve.ts'] },
};

const MODULES = /^apps\/server\/src\/modules\/[^/]+\//;

/**
 * Checks that calls with row ids cannot reach those of other schools. In modules, every function that locks or checks
 * rows by a list of ids gets an owner; callers of one that does not are listed with it.
 */
export function checkReach(sources: readonly Source[], known: Readonly<Record<string, NamesNobody>> = namesNobody): Violation[] {
  const met = new Set<string>();
  const ofModules = sources.filter(isOfModules);
  const violations = ofModules.flatMap(({ path, program, lineOf }) =>
    listManyFunctions(program).flatMap(({ name, start, parameters }) => {
      const key = `${path.replace(MODULES, '')} ${name}`;
      if (parameters.some((one) => SAYS_WHOSE.test(one))) return [];
      met.add(key);
      if (Object.hasOwn(known, key)) return [];
      const problem = `${name} takes ids and not whose they are: give it the reach of whoever calls, or say what keeps it from others (reach-rules.ts)`;
      return [{ where: `${path}:${lineOf(start)}`, problem }];
    }),
  );
  const stale = Object.keys(known).filter((key) => sources.length > 0 && !met.has(key));
  const callers = Object.entries(known).flatMap(([key, { from }]) => (met.has(key) ? checkCallers(ofModules, key, from) : []));
  return [...violations, ...stale.map((key) => ({ where: key, problem: 'is listed in reach-rules.ts and is not needed there' })), ...callers];
}

/** Reports unlisted callers of a function that takes ids only, and listed ones that do not call it. */
function checkCallers(sources: readonly Source[], key: string, from: readonly string[]): Violation[] {
  const name = key.slice(key.indexOf(' ') + 1);
  const calling = new Map<string, string>();
  for (const { path, program, lineOf } of sources)
    walk(program, (node) => {
      if (node.type === 'CallExpression' && calledName(node.callee as Node) === name)
        calling.set(path.replace(MODULES, ''), `${path}:${lineOf(node.start as number)}`);
    });
  return [
    ...[...calling].flatMap(([file, where]) =>
      from.includes(file)
        ? []
        : [{ where, problem: `${name} takes ids and not whose they are: see that these are of whoever calls, and list the file (reach-rules.ts)` }],
    ),
    ...from.filter((file) => !calling.has(file)).map((file) => ({ where: key, problem: `lists ${file} in reach-rules.ts, which does not call it` })),
  ];
}

/** Returns the called name of `name()` or `queries.name()`. */
const calledName = (callee: Node): string | null => nameOf(callee.type === 'MemberExpression' ? callee.property : callee);

const isOfModules = ({ path }: Source): boolean => MODULES.test(path) && !/\.test\.ts$|\/testing\//.test(path);

interface ManyFunction {
  name: string;
  start: number;
  /** Names of all parameters, including destructured ones and those of their types. */
  parameters: string[];
}

/** Returns the functions that take a list of numbers and have a name for locking, checking or changing. */
function listManyFunctions(program: unknown): ManyFunction[] {
  const found: ManyFunction[] = [];
  walk(program, (node) => {
    const named =
      node.type === 'FunctionDeclaration'
        ? { id: node.id, of: node }
        : node.type === 'VariableDeclarator'
          ? { id: node.id, of: node.init as Node | null }
          : null;
    const name = named && nameOf(named.id);
    const parameters = (named?.of?.params ?? []) as Node[];
    if (!named || !name || !CHANGES_MANY.test(name) || !parameters.some(isListOfNumbers)) return;
    found.push({ name, start: node.start as number, parameters: parameters.flatMap(namesWithin) });
  });
  return found;
}

function isListOfNumbers(parameter: Node): boolean {
  let isList = false;
  walk((parameter as { typeAnnotation?: unknown }).typeAnnotation, (node) => {
    if (node.type === 'TSArrayType' && (node.elementType as Node).type === 'TSNumberKeyword') isList = true;
  });
  return isList;
}

function namesWithin(parameter: Node): string[] {
  const names: string[] = [];
  walk(parameter, (node) => {
    if (node.type === 'Identifier') names.push(node.name as string);
  });
  return names;
}
