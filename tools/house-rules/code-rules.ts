import type { Violation } from './import-rules.ts';
import { nameOf, type Source, walk } from './source.ts';

const isTest = (path: string) => /\.test\.tsx?$|\/testing\//.test(path);
const isProduct = (path: string) => /^(apps|packages)\/[^/]+\/src\//.test(path) && !isTest(path);
const isServer = (path: string) => path.startsWith('apps/server/src/') && !isTest(path);
const mayHoldSql = (path: string) => /\/([a-z-]+-)?queries\.ts$|^apps\/server\/src\/platform\/(database\/|clock\.ts$)/.test(path);

const queryStarts = new Set(['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom', 'replaceInto', 'mergeInto']);

/**
 * Checks for modules of sources, and calls that end or restore things: only `ends` does that for them, with reasons.
 */
const isOfSource = (path: string) => /^apps\/server\/src\/modules\/connections\/(sync|rosters|oneroster)\//.test(path);
const endings = new Set([
  'removeMember',
  'removeMembers',
  'archiveTopics',
  'archiveClass',
  'setOutsideWorksArchived',
  'setOutsideAnnouncementsArchived',
  'closeInvitations',
]);

interface Found {
  start: number;
  problem: string;
}

/** The file that formats dates and times for people. The formats are its table and that of `special-dates.ts`. */
const DATE_FORMATS = 'packages/rules/src/text/dates.ts';
/** The files that may call it. Everything else calls them, with an instant and not with a format of its own. */
const callsDateFormats = new Set(['packages/rules/src/text/special-dates.ts', 'apps/web/src/base/dates.ts', 'apps/server/src/platform/dates.ts']);
/** The file that reads how far a zone's clocks are ahead of UTC. It formats nothing. */
const ZONE_OFFSETS = 'packages/rules/src/grading/due.ts';
/** The file that joins the days and times of the web app. */
const WEB_DATES = 'apps/web/src/base/dates.ts';
/** The files that format names of people. The gradebook builds its rows from columns of first and of last names. */
const writesNames = new Set(['apps/web/src/base/full-name.ts', 'apps/web/src/features/class/gradebook/book.ts']);

/**
 * The file that sorts people by name in SQL, so that a person without a last name is sorted by the first name in every
 * list.
 */
const NAME_ORDER = 'apps/server/src/platform/database/fragments.ts';

/** Checks the rules about what the code does, in every file. */
export function checkCode(sources: readonly Source[]): Violation[] {
  return sources
    .filter((source) => isProduct(source.path))
    .flatMap((source) => {
      const found: Found[] = [];
      const ownFetch = bindsFetch(source);
      walk(source.program, (node) => {
        const called = node.type === 'CallExpression' ? nameOf(node.callee) : null;
        const isBareDate = node.type === 'NewExpression' && nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0;
        if (nameOf(node) === 'process.env' && source.path !== 'apps/server/src/platform/config.ts')
          found.push({ start: node.start, problem: 'process.env is read in platform/config.ts only' });
        if (node.type === 'ImportSpecifier' && isOfSource(source.path) && endings.has(nameOf(node.imported) ?? ''))
          found.push({ start: node.start, problem: 'a source ends things through modules/ends only, with grounds' });
        if (node.type === 'ImportSpecifier' && nameOf(node.imported) === 'dateFormat' && !callsDateFormats.has(source.path))
          found.push({ start: node.start, problem: 'a date has one of the styles: call base/dates.ts (web) or platform/dates.ts (server)' });
        if (source.path !== DATE_FORMATS && source.path !== ZONE_OFFSETS && isDateFormat(source, node))
          found.push({ start: node.start, problem: `dates are formatted by formatDate (${DATE_FORMATS}) only` });
        if (source.path !== WEB_DATES && isHandMadeDate(source, node))
          found.push({ start: node.start, problem: 'a date is put together by hand: call base/dates.ts (web) or platform/dates.ts (server)' });
        if (source.path.startsWith('apps/web/') && node.type === 'TemplateLiteral' && !writesNames.has(source.path) && joinsNames(source, node))
          found.push({ start: node.start, problem: 'names of people are written by fullName (base/full-name.ts) only' });
        if (isServer(source.path) && source.path !== NAME_ORDER && sortsByLastName(source, node))
          found.push({ start: node.start, problem: 'people are sorted by nameOrder (platform/database/fragments.ts) only' });
        if (called === 'fetch' && !ownFetch && source.path.startsWith('apps/web/') && source.path !== 'apps/web/src/base/api.ts')
          found.push({ start: node.start, problem: 'fetch is called in the API client (base/api.ts) only' });
        if (called === 'useSearch' && source.path !== 'apps/web/src/base/use-page-search.ts')
          found.push({ start: node.start, problem: 'what an address says is parsed: usePageSearch (base/use-page-search.ts)' });
        if (called === 'createRoute' && !/^apps\/web\/src\/app\/(page|layouts)\.tsx$/.test(source.path))
          found.push({ start: node.start, problem: 'a page is declared by page() in app/pages.tsx' });
        if ((called === 'Date.now' || isBareDate) && isServer(source.path) && source.path !== 'apps/server/src/platform/clock.ts')
          found.push({ start: node.start, problem: 'the clock is the database’s: use platform/clock' });
        if (source.path.startsWith('packages/rules/') && (called === 'Date.now' || called === 'Math.random' || isBareDate))
          found.push({ start: node.start, problem: 'rules have neither clock nor chance: take them as arguments' });
        if (source.path.startsWith('apps/web/') && node.type === 'JSXAttribute' && (node.name as { name?: string }).name === 'style')
          for (const start of findSides(node))
            found.push({ start, problem: 'a style has a left and a right: say start and end (insetInlineStart, marginInlineEnd)' });
        if (source.path.startsWith('apps/web/') && node.type === 'JSXOpeningElement' && asksToDelete(source, node))
          found.push({ start: node.start, problem: 'questions before something is deleted or removed use DeleteDialog (ui/delete-dialog/DeleteDialog.tsx)' });
        if (isServer(source.path) && !mayHoldSql(source.path) && isSql(node)) found.push({ start: node.start, problem: 'SQL stands in queries.ts only' });
      });
      return found.map(({ start, problem }) => ({ where: `${source.path}:${source.lineOf(start)}`, problem }));
    });
}

/** Checks whether a node formats a date directly. Asking Intl for a zone (`resolvedOptions`) formats nothing. */
function isDateFormat({ text }: Source, node: Parameters<Parameters<typeof walk>[1]>[0] & { end?: number }): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false;
  const called = nameOf(node.callee) ?? '';
  if (called === 'Intl.DateTimeFormat') return !text.slice(node.end).startsWith('.resolvedOptions()');
  return /(?:^|\.)toLocale(?:Date|Time)String$/.test(called) || /^new Date\([^)]*\)\.toLocaleString\(/.test(text.slice(node.start, node.end));
}

/** The parts of a date in the machine's own zone, which is neither the school's nor UTC. */
const MACHINE_DATE = /\.get(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds)$/;

/**
 * Checks whether a date for people is put together by hand: from the parts of the machine's date, from a formatted day
 * and a formatted time, or from the wire's form of an instant, which is passed to a message.
 */
function isHandMadeDate({ text }: Source, node: Parameters<Parameters<typeof walk>[1]>[0] & { end?: number }): boolean {
  const written = text.slice(node.start, node.end);
  if (node.type === 'JSXText')
    return written.startsWith(', ') && /\{day(?:Of|On)\([^{}]*\)\}$/.test(text.slice(0, node.start)) && /^\{time(?:Of|On)\(/.test(text.slice(node.end));
  if (node.type === 'TemplateLiteral') return /\$\{day(?:Of|On)\(.*\$\{time(?:Of|On)\(/s.test(written) || /\.toISOString\(\).*UTC/s.test(written);
  if (node.type !== 'CallExpression') return false;
  const called = nameOf(node.callee) ?? (node.callee as { property?: { name?: string } }).property?.name ?? '';
  return MACHINE_DATE.test(`.${called}`) || (called === 't' && written.includes('.toISOString()'));
}

/** Checks whether a template joins a first and a last name, in either order. */
function joinsNames({ text }: Source, node: Parameters<Parameters<typeof walk>[1]>[0] & { end?: number }): boolean {
  const written = text.slice(node.start, node.end);
  return /\$\{[^}]*first_?name[^}]*\}/i.test(written) && /\$\{[^}]*last_?name[^}]*\}/i.test(written);
}

/** Checks whether SQL, written by hand or by builder, sorts by a last name that may be empty. */
function sortsByLastName({ text }: Source, node: Parameters<Parameters<typeof walk>[1]>[0] & { end?: number }): boolean {
  const written = text.slice(node.start, node.end);
  if (node.type === 'TaggedTemplateExpression' && nameOf(node.tag) === 'sql')
    return /\blast_name\b\S*\s+COLLATE\b/.test(written) || /ORDER BY[^()]*\blast_name\b/.test(written);
  const callee = node.callee as { type: string; property?: { name?: string } } | undefined;
  if (node.type !== 'CallExpression' || callee?.property?.name !== 'orderBy') return false;
  return (node.arguments as { start: number; end: number }[]).some(({ start, end }) => /^['"](?:\w+\.)?last_name\b/.test(text.slice(start, end)));
}

/**
 * Checks whether an element is a question about deleting something: a dialog whose title says so, or a confirmation
 * with any such word in its title, its button or its action.
 */
function asksToDelete({ text }: Source, node: Parameters<Parameters<typeof walk>[1]>[0]): boolean {
  const element = (node.name as { name?: string }).name;
  if (element !== 'Dialog' && element !== 'ConfirmDialog') return false;
  return (node.attributes as { name?: { name?: string }; start: number; end: number }[]).some(({ name, start, end }) => {
    const isRead = name?.name === 'title' || (element === 'ConfirmDialog' && (name?.name === 'confirmLabel' || name?.name === 'onConfirm'));
    return isRead && /\b(?:delete|remove|purge|erase|revoke)(?=[A-Z(}'`.]|\b)/.test(text.slice(start, end));
  });
}

/** Returns the places in an element's inline style that name the left or the right. */
function findSides(style: Parameters<Parameters<typeof walk>[1]>[0]): number[] {
  const found: number[] = [];
  walk(style, (node) => {
    if (
      node.type === 'Property' &&
      /^(?:left|right)$|^(?:margin|padding|border)(?:Left|Right)|^border(?:Top|Bottom)(?:Left|Right)/.test(nameOf(node.key) ?? '')
    )
      found.push(node.start);
  });
  return found;
}

/** Checks whether the file has a parameter or variable of that name, which a call may mean. */
function bindsFetch(source: Source): boolean {
  let binds = false;
  const isFetch = (node: unknown) => nameOf(node) === 'fetch';
  walk(source.program, (node) => {
    const parameters = (node.params as { items?: unknown[] } | unknown[] | undefined) ?? [];
    binds ||= (Array.isArray(parameters) ? parameters : (parameters.items ?? [])).some(isFetch) || (node.type === 'VariableDeclarator' && isFetch(node.id));
  });
  return binds;
}

function isSql(node: Parameters<Parameters<typeof walk>[1]>[0]): boolean {
  if (node.type === 'TaggedTemplateExpression') return nameOf(node.tag) === 'sql';
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as { type: string; property?: { name?: string } };
  return callee.type === 'MemberExpression' && queryStarts.has(callee.property?.name ?? '');
}
