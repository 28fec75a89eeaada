// Moves each module's messages into its folder of the contract, and gives every file of the web app the one `t` of
// `base/t.ts`. Running it again mends what another branch brings: an old message file that is there again, an import of
// an old `t`, a key that was added, changed or removed in an old file.
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const at = (path) => join(root, path);
const read = (path) => readFileSync(at(path), 'utf8');
const write = (path, text) => {
  if (existsSync(at(path)) && read(path) === text) return;
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  console.log(`wrote ${path}`);
};
const remove = (path) => {
  rmSync(at(path));
  console.log(`removed ${path}`);
};

const CONTRACT = 'packages/contract/src';
const OLD = `${CONTRACT}/messages`;

/** The new files below the contract's sources: the constant, its comment, and the old files that are joined in it. */
const files = {
  'bank/question-formats/messages': ['questionFormatMessages', 'The messages of importing and exporting questions.', 'question-import', 'question-tools'],
  'bank/questions/messages': ['questionMessages', 'The messages of questions and of the question bank.', 'content', 'questions', 'question-bank'],
  'class/announcements/messages': ['announcementMessages', 'The messages of announcements and of a class’s stream.', 'announcements', 'stream'],
  'class/assessments/messages': ['assessmentMessages', '', 'assessments'],
  'class/calendar/messages': ['calendarMessages', '', 'calendar'],
  'class/censorship/messages': ['censorshipMessages', '', 'censorship'],
  'class/classes/messages': ['classMessages', 'The messages of classes.', 'classes', 'class-screens', 'class-answers'],
  'class/classwork/messages': ['classworkMessages', 'The messages of classwork.', 'classwork', 'classwork-page'],
  'class/extra-time/messages': ['extraTimeMessages', 'The messages of extra time.', 'extra-time-answers', 'extra-time-page'],
  'class/gradebook/acts-messages': ['gradeActMessages', 'The messages of acts on many grades.', 'grade-acts', 'grade-act-dialogs'],
  'class/gradebook/files-messages': ['gradeFileMessages', 'The messages of files of grades.', 'grade-files', 'grade-file-dialogs'],
  'class/gradebook/messages': [
    'gradebookMessages',
    'The messages of the gradebook.',
    'gradebook-answers',
    'gradebook-sheet',
    'gradebook-one-by-one',
    'gradebook-unsaved',
    'gradebook-what-if',
    'kept-grades',
    'own-gradebook',
    'why',
  ],
  'class/invitation-groups/messages': ['invitationGroupMessages', '', 'invitation-groups'],
  'class/invitations/messages': ['invitationMessages', 'The messages of a class’s people and invitations.', 'invitation-answers', 'people-page'],
  'class/submissions/messages': ['submissionMessages', 'The messages of submissions and of the dialog that shows them.', 'submissions', 'work-dialog'],
  'connections/oneroster/messages': ['oneRosterMessages', 'The messages of OneRoster and its clients.', 'api-clients', 'one-roster'],
  'connections/rosters/messages': ['rosterMessages', 'The messages of roster imports.', 'rosters', 'roster-page'],
  'connections/rosters/sources-messages': [
    'rosterSourceMessages',
    'The messages of the sources of rosters.',
    'roster-sources',
    'roster-source-page',
    'people-source',
  ],
  'connections/sync/messages': ['syncMessages', 'The messages of the sync: the server’s, and those on the pages of a class.', 'sync-answers', 'sync-buttons'],
  'connections/sync/page-messages': ['syncPageMessages', '', 'sync-page'],
  'lesson/item-analysis/messages': ['itemAnalysisMessages', '', 'item-analysis'],
  'lesson/live/messages': ['liveMessages', 'The messages of the live lesson on the teacher’s screens.', 'live', 'teach', 'teach-parts', 'gain'],
  'lesson/live/snapshots-messages': [
    'snapshotMessages',
    'The messages of a lesson’s snapshot.',
    'live-snapshot',
    'staff-snapshot',
    'snapshot-sheets',
    'snapshot-compare',
  ],
  'lesson/results/messages': ['attentionMessages', 'The messages of the page "Who needs attention".', 'attention-answers', 'attention-page'],
  'lesson/work-products/messages': ['workProductMessages', 'The messages of work products.', 'work-products', 'work-product-pages'],
  'lists/messages': ['listMessages', 'The messages of the lists that administrators maintain.', 'lists', 'list-many'],
  'messages/charts': ['chartMessages', '', 'charts'],
  'messages/common': ['commonMessages', '', 'common'],
  'messages/editor': ['editorMessages', 'The messages of the editor.', 'editor', 'formula-palette'],
  'messages/errors': ['errorMessages', '', 'errors', 'client-errors'],
  'messages/forms': ['formMessages', 'The messages of forms, their fields and dialogs.', 'fields', 'choices', 'dialogs', 'conflict', 'validation'],
  'messages/join': ['joinMessages', '', 'join'],
  'messages/menu-pages': ['menuPageMessages', '', 'menu-pages'],
  'messages/page': ['pageMessages', '', 'page'],
  'messages/shell': ['shellMessages', 'The messages of the shell, which is around every page.', 'shell', 'not-found', 'settings'],
  'messages/tables': ['tableMessages', 'The messages of tables and grids.', 'table', 'grid'],
  'overview/audit/messages': ['auditMessages', 'The messages of the audit trail.', 'audit', 'audit-fields'],
  'overview/dashboards/messages': ['dashboardMessages', 'The messages of the dashboards.', 'dashboards', 'dashboard-screens'],
  'overview/home/messages': ['homeMessages', 'The messages of the home pages.', 'home', 'home-to-do', 'student-home', 'first-steps'],
  'people/access/messages': ['accessMessages', 'The messages of rights and roles.', 'access', 'role-page'],
  'people/accounts/messages': ['accountMessages', '', 'accounts'],
  'people/sign-in/messages': ['signInMessages', 'The messages of signing in.', 'sign-in', 'google'],
  'school/drive/messages': ['driveMessages', 'The messages of files from Google Drive.', 'drive', 'drive-answers', 'drive-window'],
  'school/failed-jobs/messages': ['failedJobMessages', 'The messages of background tasks.', 'failed-jobs', 'job-kinds'],
  'school/files/messages': ['fileMessages', '', 'files'],
  'school/imports/messages': ['importMessages', 'The messages of fixing and undoing an import.', 'import-remedies', 'import-undo'],
  'school/notifications/messages': [
    'notificationMessages',
    'The messages of notifications.',
    'notifications',
    'bell',
    'my-notifications',
    'notification-preferences',
    'notification-answers',
    'mail-choice',
  ],
  'school/rewards/messages': ['rewardMessages', 'The messages of rewards and of the store.', 'rewards', 'store'],
  'school/school-settings/messages': ['schoolSettingsMessages', '', 'school-settings'],
};
const newOf = new Map(Object.entries(files).flatMap(([file, [name, , ...olds]]) => olds.map((old) => [old, { file, name }])));

// --- The contract ---

const DECLARATION = /^((?:\/\*\*[^]*?\*\/\n)?)export const (\w+)(?:: \w+)? = \{\n([^]*?)^\}(?: as const)?(?: satisfies [^]*?)?;$/m;
const ENTRY = /^ {2}'([^']+)':\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`),\n/gm;
const parse = (text) => {
  const match = DECLARATION.exec(text);
  if (!match) throw new Error(`no messages in ${text.slice(0, 200)}`);
  const [, comment, name, body] = match;
  return { comment, name, body, entries: new Map([...body.matchAll(ENTRY)].map(([entry, key]) => [key, entry])) };
};

/** Makes a heading for a part of a joined file from the comment of the old file. */
function toHeading(comment) {
  const words = comment
    .replace(/^\/\*\*\s*|\s*\*\/\s*$/g, '')
    .replace(/\n ?\* ?/g, ' ')
    .replace(/^\s*\*\s*/, '')
    .replace(/^(?:The m|M)essages (?:of|about|in|for|on|that|from) /, '')
    .replace(/\s*Quoted ones are exactly as in the specification\./, '')
    .replace(/\.$/, '')
    .trim();
  const lines = [''];
  for (const word of (words.charAt(0).toUpperCase() + words.slice(1)).split(' ')) {
    if (lines.at(-1).length + word.length > 112) lines.push('');
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.map((line) => `  //${line}\n`).join('');
}

/** The text that an old file had before it was moved, or null when it was not moved yet. */
function readBefore(path) {
  const commit = execFileSync('git', ['log', '-1', '--diff-filter=D', '--format=%H', '--', path], { cwd: root, encoding: 'utf8' }).trim();
  return commit && execFileSync('git', ['show', `${commit}^:${path}`], { cwd: root, encoding: 'utf8' });
}

/** Brings the keys that an old file added, changed or removed since the move into the new file. */
function mend(newPath, oldPath) {
  let text = read(newPath);
  const old = parse(read(oldPath)).entries;
  const beforeText = readBefore(oldPath);
  const before = beforeText ? parse(beforeText).entries : new Map();
  for (const [key, entry] of old) {
    if (before.get(key) === entry) continue;
    const now = parse(text).entries.get(key);
    if (now === entry) continue;
    if (now === undefined) text = text.replace(/^\} as const/m, () => `${entry}} as const`);
    else if (now === before.get(key)) text = text.replace(now, () => entry);
    else console.error(`${newPath}: decide about ${key}: ${entry.trim()}`);
  }
  for (const key of before.keys()) {
    const now = parse(text).entries.get(key);
    if (!old.has(key) && now !== undefined) text = text.replace(now, () => '');
  }
  write(newPath, text);
}

for (const [file, [name, comment, ...olds]] of Object.entries(files)) {
  const path = `${CONTRACT}/${file}.ts`;
  const isOldPath = olds.some((old) => `${OLD}/${old}.ts` === path);
  const there = olds.filter((old) => existsSync(at(`${OLD}/${old}.ts`)));
  const isMade = existsSync(at(path)) && (!isOldPath || olds.length === 1 || read(path).includes(`/** ${comment}`));
  const others = there.map((old) => `${OLD}/${old}.ts`).filter((old) => old !== path);
  if (file === 'messages/errors') {
    // Its entries are checked against the error codes, so it keeps its own declaration.
    if (others.length > 0 && !read(path).includes('...clientErrorMessages')) {
      mend(path, others[0]);
      remove(others[0]);
    } else if (others.length > 0) {
      const { body } = parse(read(others[0]));
      write(
        path,
        read(path)
          .replace(/^import \{ clientErrorMessages \}.*\n/m, '')
          .replace(/^ {2}\.\.\.clientErrorMessages,\n/m, () => body),
      );
      others.forEach(remove);
    }
    continue;
  }
  if (isMade) {
    for (const old of others) {
      mend(path, old);
      remove(old);
    }
    continue;
  }
  const parts = olds.map((old) => parse(read(`${OLD}/${old}.ts`)));
  const isQuoting = parts.some((part) => part.comment.includes('Quoted ones'));
  const text =
    parts.length === 1
      ? read(`${OLD}/${olds[0]}.ts`).replace(parts[0].name, name)
      : `/** ${comment}${isQuoting ? ' Quoted ones are exactly as in the specification.' : ''} */\nexport const ${name} = {\n${parts
          .map((part) => toHeading(part.comment) + part.body)
          .join('\n')}} as const;\n`;
  write(path, text);
  others.forEach(remove);
}

/** Every catalogue of the contract, those of newer modules too. */
const catalogues = globSync([`${CONTRACT}/*/*/{messages,*-messages}.ts`, `${CONTRACT}/lists/messages.ts`, `${OLD}/*.ts`], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|\/en\.ts$/.test(path) && DECLARATION.test(read(path)) && /Messages$/.test(parse(read(path)).name))
  .sort();
const imports = catalogues.map((path) => [parse(read(path)).name, posix.relative(OLD, path).replace(/^(?!\.)/, './')]);
write(
  `${OLD}/en.ts`,
  `import type { KeyOf } from './translate.ts';\n${imports.map(([name, path]) => `import { ${name} } from '${path}';\n`).join('')}
/** The whole English catalogue. A build cuts it: each part of the web app gets the texts that it names. */
export const en = {\n${imports.map(([name]) => `  ...${name},\n`).join('')}} as const;\nexport type MessageKey = KeyOf<typeof en>;\n`,
);

// --- Everyone who reads them ---

const WEB = 'apps/web/src';
const T = `${WEB}/base/t.ts`;
/** Files that gave the texts of a folder under another name, and nothing else. */
const isOldT = (path) => path !== T && /(?:^|\/)(?:t|[a-z-]+-t|one-by-one-words)\.tsx?$/.test(path);
/** Old names of `t`, and of the type of its keys. */
const OLD_T = new Set(['t', 'tableWords', 'gridWords', 'gainWords', 'pageT']);
const OLD_KEY = new Set(['CommonKey', 'EditorKey', 'ChartKey', 'FilesKey', 'BankKey', 'PaletteKey']);
/** The new places of the functions of old files. */
const helpers = {
  [`${WEB}/features/school/lists/t.ts`]: `${WEB}/features/school/lists/message-of.ts`,
  [`${WEB}/features/class/invitation-groups/t.ts`]: `${WEB}/features/class/invitation-groups/count-words.ts`,
  [`${WEB}/features/bank/questions/t.ts`]: `${WEB}/features/bank/questions/question-words.ts`,
  [`${WEB}/lesson/snapshot/staff/t.ts`]: `${WEB}/lesson/snapshot/staff/group-words.ts`,
};

const PLACE = '//@@ the one t @@\n';
const IMPORT = /^import (type )?\{([^}]*)\} from '([^']+)';\n/gm;
const relative = (from, to) => posix.relative(posix.dirname(from), to).replace(/^(?!\.)/, './');
const wordOf = (name) => new RegExp(`(?<![\\w$.'"-])${name}(?![\\w$'"-])`, 'g');

/** The old or new path of a catalogue that an import names, without its ending, or null. */
function catalogueOf(path, request) {
  const resolved = request.startsWith('@classwright/contract/')
    ? request.slice('@classwright/contract/'.length)
    : request.startsWith('.')
      ? posix.relative(CONTRACT, posix.join(posix.dirname(path), request)).replace(/\.ts$/, '')
      : '';
  const [, old = null] = /^messages\/([\w-]+)$/.exec(resolved) ?? [];
  return old !== null && newOf.has(old) ? newOf.get(old) : null;
}

/** Returns a file of the web app with the one `t`. */
function withOneT(path, text) {
  let needsT = false;
  let needsKey = false;
  const renames = [];
  let isPlaced = false;
  let ownImport = null;
  /** Marks the place of the first import that went. */
  const mark = () => {
    const sign = isPlaced ? '' : PLACE;
    isPlaced = true;
    return sign;
  };
  const moved = [];
  let body = text.replace(IMPORT, (whole, isType, list, request) => {
    const target = request.startsWith('.') ? posix.join(posix.dirname(path), request) : request;
    const isFactory = target === `${WEB}/base/messages.ts` && path !== T && !path.endsWith('.test.ts');
    const bindings = list
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    if (target === T) ownImport = whole;
    if (!isFactory && !isOldT(target) && target !== T) {
      // An old `t` among other things, such as `gridWords` of the grid.
      const [olds, rest] = [true, false].map((isOld) => bindings.filter((one) => (OLD_T.has(one.split(' ')[0]) && one.split(' ')[0] !== 't') === isOld));
      if (olds.length === 0) return whole;
      needsT = true;
      for (const one of olds) if ((one.split(' as ')[1] ?? one) !== 't') renames.push([one.split(' as ')[1] ?? one, 't']);
      return `${mark()}${rest.length > 0 ? `import ${isType ?? ''}{ ${rest.join(', ')} } from '${request}';\n` : ''}`;
    }
    for (const binding of bindings) {
      const [, inlineType, name, as = name] = /^(type )?(\w+)(?: as (\w+))?$/.exec(binding);
      if (isFactory) continue;
      if (OLD_T.has(name)) {
        needsT = true;
        if (as !== 't') renames.push([as, 't']);
      } else if (OLD_KEY.has(name) || name === 'MessageKey') {
        needsKey = true;
        if (as !== 'MessageKey') renames.push([as, 'MessageKey']);
      } else if (target === T) moved.push([target, binding]);
      else if (helpers[target]) moved.push([helpers[target], isType || inlineType ? `type ${name}` : name]);
      else console.error(`${path}: where is ${name} of ${request} now?`);
    }
    return mark();
  });
  body = body.replace(/^export \{ (\w+) \} from '[^']*\bt\.ts';\n/gm, (whole, name) => (OLD_T.has(name) ? '' : whole));
  // `const t = messages({ … })` for a single file.
  body = body.replace(/(?:^\/\*\*(?:(?!\*\/)[^])*?\*\/\n)?^(export )?const (\w+) = messages\((?:\w+|\{[^}]*\})\);\n\n?/gm, (whole, _, name) => {
    if (path.includes('.test.')) return whole;
    needsT = true;
    if (name !== 't') renames.push([name, 't']);
    return '';
  });
  body = body.replace(/^(export )?type (\w+) = (?:KeyOf<typeof (?:\w+Messages|t)>|keyof typeof \w+Messages|Parameters<typeof t>\[0\]);\n/gm, (_, __, name) => {
    needsKey = true;
    if (name !== 'MessageKey') renames.push([name, 'MessageKey']);
    return '';
  });
  body = body.replace(/keyof typeof \w+Messages\b|Parameters<typeof t>\[0\]/g, () => {
    needsKey = true;
    return 'MessageKey';
  });
  if (!needsT && !needsKey && !isPlaced && body === text) return text;
  // Its one import of `t` is as it is to be.
  if (ownImport !== null && renames.length === 0 && body.replace(PLACE, () => ownImport) === text) return text;
  for (const [from, to] of renames) body = body.replace(wordOf(from), to);
  // Catalogues and types of catalogues that nothing uses any more.
  body = body.replace(IMPORT, (whole, isType, list, request) => {
    if (!request.startsWith('@classwright/contract/') || !/messages/.test(request)) return whole;
    const rest = body.replace(whole, '');
    const left = list
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one && wordOf(one.replace(/^type /, '').replace(/.* as /, '')).test(rest));
    if (left.length === list.split(',').filter((one) => one.trim()).length) return whole;
    return left.length > 0 ? `import ${isType ?? ''}{ ${left.join(', ')} } from '${request}';\n` : '';
  });
  const lines = [];
  if (needsT || needsKey) {
    const taken = [...(needsKey ? ['type MessageKey'] : []), ...(needsT ? ['t'] : []), ...moved.filter(([from]) => from === T).map(([, name]) => name)];
    lines.push(
      needsT || moved.some(([from]) => from === T)
        ? `import { ${taken.join(', ')} } from '${relative(path, T)}';\n`
        : `import type { MessageKey } from '${relative(path, T)}';\n`,
    );
  }
  for (const [from, list] of Map.groupBy(
    moved.filter(([one]) => one !== T),
    ([one]) => one,
  ))
    lines.push(`import { ${list.map(([, name]) => name).join(', ')} } from '${relative(path, from)}';\n`);
  return isPlaced ? body.replace(PLACE, () => lines.join('')) : lines.join('') + body;
}

for (const [old, now] of Object.entries(helpers)) {
  if (!existsSync(at(old))) continue;
  if (existsSync(at(now))) console.error(`${old} is there again: see what it has that ${now} lacks`);
  else write(now, withOneT(now, read(old)));
}
for (const path of globSync(`${WEB}/**/*.{ts,tsx}`, { cwd: root }).map((one) => one.replaceAll('\\', '/')))
  if (path !== T && path !== `${WEB}/base/messages.ts` && !isOldT(path)) write(path, withOneT(path, read(path)));
for (const path of globSync(`${WEB}/**/*.ts`, { cwd: root }).map((one) => one.replaceAll('\\', '/'))) if (isOldT(path)) remove(path);

// Imports of an old catalogue outside the web app.
for (const path of globSync(['{apps,packages,tools,e2e}/**/*.{ts,tsx}'], { cwd: root, exclude: (name) => name === 'node_modules' }).map((one) =>
  one.replaceAll('\\', '/'),
)) {
  if (path === `${OLD}/en.ts`) continue;
  const text = read(path);
  const renames = [];
  let now = text.replace(/^import (type )?\{ (\w+Messages) \} from '([^']+)';$/gm, (whole, isType = '', name, request) => {
    const target = catalogueOf(path, request);
    if (!target) return whole;
    const file = request.startsWith('@') ? `@classwright/contract/${target.file}` : `${relative(path, `${CONTRACT}/${target.file}.ts`)}`;
    if (name !== target.name) renames.push([name, target.name]);
    return `import ${isType}{ ${target.name} } from '${file}';`;
  });
  for (const [from, to] of renames) now = now.replace(wordOf(from), to);
  if (now !== text) write(path, now);
}
