import type { Violation } from './import-rules.ts';
import { nameOf, type Node, type Source, walk } from './source.ts';

const isProduct = (path: string) => /^(apps\/(server|web)|packages\/[^/]+)\/src\//.test(path) && !/\.test\.tsx?$|\/testing\/|\.gen\.ts$/.test(path);

/**
 * Files that keep state between two calls, with the reason why one copy per process is correct with several processes
 * (in the web: per tab). Those of the server are also listed in docs/state-of-a-process.md. All other files keep state
 * only in objects that they are given or create. A WeakMap's value goes with its key, so these are not listed.
 */
export const keepsState: Readonly<Record<string, string>> = {
  'apps/server/src/product.ts': 'the program itself: each process is stopped once',
  'apps/server/src/modules/people/accounts/auth-login.ts': 'look-ups take turns on what this process may ask of the database',
  'apps/server/src/modules/people/accounts/password.ts': 'hashing takes turns on the threads of this process, and its time is measured there',
  'apps/server/src/modules/school/files/uploads/hash-worker.ts': 'a worker: hashes of one begun upload each; what came to other processes it reads',
  'apps/server/src/modules/lesson/work-products/drawing/draw-worker.ts': 'a worker: the program and the fonts that it draws with are what it is kept for',
  'apps/server/src/platform/http/form-pace.ts': 'forms take turns on the memory of this process',
  'apps/server/src/platform/reference-lists/dependents.ts': 'foreign keys do not change while a process runs, at any of them',
  'packages/rules/src/grading/due.ts': 'a format for each time zone that was asked for: there are some hundreds, and they never change',
  'apps/web/src/base/chunk.ts': 'parts of the program that failed to load in this tab',
  'apps/web/src/base/confirm.ts': 'the one question to the person of this tab',
  'apps/web/src/base/config.ts': 'the installation’s configuration, fetched once',
  'apps/web/src/base/language.ts': 'the language of this page',
  'apps/web/src/base/page-age.ts': 'whether this tab is older than the server',
  'apps/web/src/base/preferences.ts': 'what the person chose, and what waits to be sent',
  'apps/web/src/base/query-client.ts': 'what was fetched',
  'apps/web/src/base/realtime.ts': 'the one socket of this tab',
  'apps/web/src/base/session.ts': 'who is signed in',
  'apps/web/src/base/snackbar.ts': 'what is said at the bottom',
  'apps/web/src/base/storage.ts': 'stands in for a storage that the browser refuses',
  'apps/web/src/base/unsaved.ts': 'what would be lost by leaving',
  'apps/web/src/base/use-user.ts': 'the person last shown, until the next is known',
  'apps/web/src/features/class/grade-outbox/grade-store.ts': 'what the device keeps, heard wherever it changes in this tab',
  'apps/web/src/features/class/grade-outbox/kept-edits.ts': 'which gradebooks are open in this tab: they deliver by themselves',
  'apps/web/src/features/school/files/upload/library-queue.ts': 'uploads go on while pages change',
  'apps/web/src/features/people/google-sign-in/GoogleSignInScreen.tsx': 'a code is redeemed once, however often the screen is drawn',
  'apps/web/src/features/connections/sync/connect/ConnectScreen.tsx': 'a consent is redeemed once, however often the screen is drawn',
  'apps/web/src/join/lesson/joining.ts': 'the join that the page sends before anything of it exists',
  'apps/web/src/join/lesson/socket-ticket.ts': 'the ticket of the last join, for the one socket of this tab',
  'apps/web/src/lesson/contact.ts': 'whether the lesson reaches the server',
  'apps/web/src/ui/plain/Dialog.tsx': 'how many dialogs hold the page still',
  'apps/web/src/ui/rich-text/RichTextEditor.tsx': 'the editor’s surface, fetched once',
  'apps/web/src/ui/rich-text/arriving.ts': 'pictures that are still arriving',
  'apps/web/src/ui/rich-text/formula/load-font.ts': 'the font of formulas, fetched once',
};

const writes = new Set(['set', 'add', 'delete', 'clear', 'push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill']);
/** Types that keep no state, or cannot be changed without one of the calls above. */
const harmless = /^(Map|Set|WeakMap|WeakSet|RegExp|URL|Date|Error|Text(En|De)coder|AsyncLocalStorage|Intl\..+)$/;
const makers = /^create[A-Z]\w*(Store|Queue)$|^createStore$/;

interface Found {
  name: string;
  start: number;
}

/**
 * Checks that modules keep no state at load time, so that two servers in one process share nothing. State is kept in
 * created objects.
 */
export function checkState(sources: readonly Source[], kept: Readonly<Record<string, string>> = keepsState): Violation[] {
  const product = sources.filter(({ path }) => isProduct(path));
  const found = new Map(product.map((source) => [source.path, findState(source)]));
  const byPath = new Map(product.map((source) => [source.path, source]));
  return [
    ...product.flatMap(({ path, lineOf }) =>
      Object.hasOwn(kept, path)
        ? []
        : (found.get(path) ?? []).map(({ name, start }) => ({
            where: `${path}:${lineOf(start)}`,
            problem: `${name} is state that stands where the module loads: make it where it is needed, or say why it is one (state-rules.ts)`,
          })),
    ),
    ...Object.keys(kept)
      .filter((path) => byPath.size > 0 && (found.get(path) ?? []).length === 0)
      .map((path) => ({ where: path, problem: 'is listed in state-rules.ts and keeps no state' })),
  ];
}

/** Finds the variables of a file that keep state between two calls. */
export function findState({ program }: Source): Found[] {
  const constants = new Map<string, Found>();
  const found = new Map<string, Found>();
  const note = (one: Found | undefined) => one && found.set(one.name, one);
  for (const statement of (program as { body: Node[] }).body) {
    const declaration = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null;
    if (declaration?.type !== 'VariableDeclaration' || declaration.declare) continue;
    for (const { id, init, start } of declaration.declarations as { id: Node; init: Node | null; start: number }[]) {
      const name = nameOf(id);
      if (name === null) continue;
      const one = { name, start };
      const made = init?.type === 'NewExpression' || init?.type === 'CallExpression' ? nameOf(init.callee) : null;
      if (declaration.kind !== 'const' || (init?.type === 'NewExpression' && made !== null && !harmless.test(made)) || (made !== null && makers.test(made)))
        note(one);
      else if (!(init?.type === 'NewExpression' && made?.startsWith('Weak'))) constants.set(name, one);
    }
  }
  const shadowed = new Set<string>();
  walk(program, (node) => {
    for (const parameter of (node.params as Node[] | undefined) ?? []) if (parameter.type === 'Identifier') shadowed.add(parameter.name as string);
    if (node.type === 'CallExpression') {
      const callee = node.callee as { type: string; object?: Node; property?: { name?: string } };
      if (callee.type === 'MemberExpression' && writes.has(callee.property?.name ?? '')) note(constants.get(nameOf(callee.object) ?? ''));
    }
    const written = node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' || node.operator === 'delete' ? node.argument : null;
    let target = written as (Node & { object?: Node }) | null;
    if (target?.type !== 'MemberExpression') return;
    if ((target.property as { name?: string }).name === 'lastIndex') return; // where a pattern begins, said before each use
    while (target?.type === 'MemberExpression') target = target.object as typeof target;
    note(constants.get(nameOf(target) ?? ''));
  });
  return [...found.values()].filter(({ name }) => !shadowed.has(name));
}
