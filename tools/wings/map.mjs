// Where every file stood before the wings, and where it is now. Kept until the next landing, for branches that began before.

/** The modules of each wing, for the server's modules and the web's features alike. */
export const wings = {
  people: ['access', 'accounts', 'first-sign-in', 'google-sign-in', 'hand-off', 'profile', 'profiles', 'sign-in'],
  school: ['config', 'drive', 'failed-jobs', 'files', 'imports', 'lists', 'notifications', 'reference', 'rewards', 'school-settings'],
  bank: ['question-formats', 'questions'],
  class: [
    'announcements',
    'assessments',
    'calendar',
    'censorship',
    'classes',
    'classwork',
    'ends',
    'extra-time',
    'grade-outbox',
    'gradebook',
    'invitation-groups',
    'invitations',
    'settings',
    'sources',
    'students',
    'submissions',
  ],
  lesson: ['item-analysis', 'lessons', 'live', 'results', 'work-products'],
  overview: ['audit', 'dashboards', 'home'],
  connections: ['oneroster', 'rosters', 'sync'],
};

/** Files of the contract: the old name → wing, module and new name. */
const contract = {
  people: {
    access: { access: 'calls' },
    accounts: { accounts: 'calls', 'account-links': 'links' },
    'hand-off': { 'hand-off': 'calls' },
    profiles: { profile: 'calls', 'shell-preferences': 'shell-preferences' },
    'sign-in': { auth: 'calls' },
  },
  school: {
    config: { config: 'calls' },
    drive: { drive: 'calls' },
    'failed-jobs': { 'failed-jobs': 'calls' },
    files: { files: 'calls', 'file-kinds': 'file-kinds', attachments: 'attachments' },
    imports: { import: 'calls', 'import-limits': 'limits' },
    notifications: { notifications: 'calls', 'notification-kinds': 'kinds', 'notification-text': 'text' },
    reference: { suggest: 'suggest' },
    rewards: { rewards: 'calls', store: 'store' },
    'school-settings': { 'school-settings': 'calls' },
  },
  bank: {
    'question-formats': { 'question-import': 'calls', 'question-import-limits': 'limits' },
    questions: {
      questions: 'calls',
      'question-archive': 'archive',
      'question-content': 'content',
      'question-input': 'input',
      'question-templates': 'templates',
      'question-views': 'views',
    },
  },
  class: {
    announcements: { announcements: 'calls', 'announcement-input': 'input' },
    assessments: { assessments: 'calls' },
    calendar: { calendar: 'calls' },
    censorship: { censorship: 'calls' },
    classes: { courses: 'calls', 'class-people': 'people', 'class-room': 'room', 'requested-classes': 'requested', topics: 'topics' },
    classwork: { 'course-works': 'calls', 'course-work-input': 'input', 'course-work-kinds': 'kinds', materials: 'materials' },
    'extra-time': { 'extra-time': 'calls', 'extra-time-limits': 'limits' },
    gradebook: {
      'grade-book': 'calls',
      'grade-acts': 'acts',
      'grade-changes': 'changes',
      'grade-files': 'files',
      'grade-files-limits': 'files-limits',
      'grade-settings': 'settings',
    },
    'invitation-groups': { 'invitation-groups': 'calls' },
    invitations: { invitations: 'calls' },
    settings: { settings: 'calls' },
    sources: { 'people-source': 'calls' },
    students: { students: 'calls' },
    submissions: { submissions: 'calls', 'private-notes': 'private-notes', 'private-note-limits': 'private-note-limits' },
  },
  lesson: {
    'item-analysis': { 'item-analysis': 'calls' },
    live: {
      live: 'calls',
      forms: 'forms',
      'live-events': 'events',
      'live-event-schemas': 'event-schemas',
      'live-projector': 'projector',
      'live-snapshots': 'snapshots',
      'live-views': 'views',
    },
    results: { compare: 'compare', attention: 'attention' },
    'work-products': { 'work-products': 'calls' },
  },
  overview: {
    audit: { audit: 'calls' },
    home: { home: 'calls' },
  },
  connections: {
    oneroster: { 'one-roster': 'calls', 'api-clients': 'clients', 'api-client-limits': 'client-limits' },
    rosters: { rosters: 'calls', 'roster-limits': 'limits', 'roster-sources': 'sources', 'roster-source-limits': 'source-limits' },
    sync: { sync: 'calls' },
  },
};

/** Old path → new path, both from the root: single files first, then folders, which end in a slash. */
export const files = new Map();
/** Old folder → new folder. */
export const folders = new Map([['packages/contract/src/dashboards/', 'packages/contract/src/overview/dashboards/']]);

for (const [wing, modules] of Object.entries(contract))
  for (const [module, names] of Object.entries(modules))
    for (const [old, now] of Object.entries(names)) files.set(`packages/contract/src/${old}.ts`, `packages/contract/src/${wing}/${module}/${now}.ts`);
for (const [wing, modules] of Object.entries(wings))
  for (const module of modules) {
    folders.set(`apps/server/src/modules/${module}/`, `apps/server/src/modules/${wing}/${module}/`);
    folders.set(`apps/web/src/features/${module}/`, `apps/web/src/features/${wing}/${module}/`);
  }

/** The path of a file or folder now, given the one before. */
export function move(path) {
  const file = files.get(path);
  if (file) return file;
  const of = path.endsWith('/') ? path : `${path}/`;
  for (const [old, now] of folders) {
    if (of === old) return path.endsWith('/') ? now : now.slice(0, -1);
    if (path.startsWith(old)) return now + path.slice(old.length);
  }
  return path;
}

const back = new Map([...files].map(([old, now]) => [now, old]));

/** The path of a file before, given the one now. */
export function moveBack(path) {
  const file = back.get(path);
  if (file) return file;
  for (const [old, now] of folders) if (path.startsWith(now)) return old + path.slice(now.length);
  return path;
}
