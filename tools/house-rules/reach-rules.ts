import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

/** What says whose rows are meant: the school, class, account or source that the caller may come near, or the caller. */
const SAYS_WHOSE =
  /^(?:reach|actor|person|whose|mayTouch|scope|groupSchoolId|(?:school|course|class|account|owner|author|import|run|source|session|assessment|work|courseWork)Id|\w*Call)$/;
const CHANGES_MANY = /^(?:lock|decide|approve|decline|cancel|reopen)[A-Z]|Many$/;

/**
 * Functions that hold or change rows by ids alone, by file and name, and what keeps them from the rows of others. Whoever
 * adds one says so here, or gives it the reach of whoever calls.
 */
const namesNobody: Readonly<Record<string, string>> = {
  'accounts/administration/queries.ts updateMany': 'changes what `lockAccounts` held within reach',
  'announcements/outside-queries.ts lockOutsideAnnouncements': 'a sync names what its own links lead to',
  'classes/courses-write-queries.ts lockOwners': 'holds people so that they stay, and changes none; who may own a class is asked by the caller',
  'classwork/outside-queries.ts lockOutsideWorks': 'a sync names what its own links lead to; a call looks at the class first',
  'files/queries.ts lockFiles': '`mayDelete` is asked of each',
  'files/queries.ts lockFilesShared': '`isUsable` is asked of each',
  'questions/archive-queries.ts lockQuestions': 'holds in one order; `listBankRows` reads as whoever asks, and an import names questions that it made',
  'rewards/queries.ts lockBalances': 'the balances of people whom the caller has read within reach',
  'rewards/store/queries.ts lockItems': 'items of purchases that were read within reach; who may change or redeem one is asked of each',
  'rewards/store/queries.ts lockPurchases': 'purchases that were read within reach, and are read so again; one’s own at a cancel',
  'submissions/grades-queries.ts lockWorks': 'the works of submissions that were read by their class',
  'submissions/outside-queries.ts lockOutsideSubmissionsById': 'a sync names what its own links lead to',
  'sync/conflicts/queries.ts lockConflicts': '`isTheirs` is asked of each',
};

/**
 * A call that names rows by their ids must not come near those of other schools. In modules whatever locks or decides rows
 * by a list of ids is told whose they are.
 */
export function checkReach(sources: readonly Source[], known: Readonly<Record<string, string>> = namesNobody): Violation[] {
  const met = new Set<string>();
  const violations = sources.filter(isOfModules).flatMap(({ path, program, lineOf }) =>
    listManyFunctions(program).flatMap(({ name, start, parameters }) => {
      const key = `${path.replace('apps/server/src/modules/', '')} ${name}`;
      if (parameters.some((one) => SAYS_WHOSE.test(one))) return [];
      met.add(key);
      if (Object.hasOwn(known, key)) return [];
      const problem = `${name} takes ids and not whose they are: give it the reach of whoever calls, or say what keeps it from others (reach-rules.ts)`;
      return [{ where: `${path}:${lineOf(start)}`, problem }];
    }),
  );
  const stale = Object.keys(known).filter((key) => sources.length > 0 && !met.has(key));
  return [...violations, ...stale.map((key) => ({ where: key, problem: 'is listed in reach-rules.ts and is not needed there' }))];
}

const isOfModules = ({ path }: Source): boolean => path.startsWith('apps/server/src/modules/') && !/\.test\.ts$|\/testing\//.test(path);

interface ManyFunction {
  name: string;
  start: number;
  /** Names of all parameters, those that are taken apart and those of their types included. */
  parameters: string[];
}

/** Returns the functions whose name says that they hold, decide or change, and that take a list of numbers. */
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
