import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { en } from '@classwright/contract/messages/en';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !/\.test\.tsx?$|(^|\/)testing\//.test(path))
  .map((path) => ({ path, text: readFileSync(root + path, 'utf8') }));

interface Service {
  /** Texts that mention it. */
  words: RegExp;
  /**
   * Folders that are entirely about it. Their parts on other screens are behind its flag (`not-set-up.dom.test.tsx` and
   * the tests named below).
   */
  rooms: readonly string[];
  /** Matches code that asks if it is set up. */
  flag: RegExp;
  /** Sources that mention it without asking, and the reason they offer nothing. */
  rightly: Readonly<Record<string, string>>;
}

const SERVICES: Readonly<Record<string, Service>> = {
  Google: {
    words: /Google(?! Meet)|(?<!School Data )\bSync\b|Syncing/,
    rooms: ['features/connections/sync/', 'features/school/files/drive/', 'features/people/google-sign-in/', 'picker/'],
    flag: /[hH]asClassroom\b|has_classroom|drive_picker|sign_in\?\.google|'classroom-sync:/,
    rightly: {
      'features/connections/rosters/people-source/source-name.ts': 'the server leaves Google Classroom out of the sources where it is not set up',
      'features/connections/rosters/people-source/PeopleSource.tsx': 'the server leaves Google Classroom out of the sources where it is not set up',
      'features/overview/notice/NoticeScreen.tsx': 'the server says with the notice which services are set up',
      'features/overview/consents/ConsentPeople.tsx': 'opened by SchoolConsents alone, for a use that the server offers',
      'features/overview/consents/ConsentsSection.tsx': 'the server leaves out uses that are not set up',
      'features/overview/consents/SchoolConsents.tsx': 'the server leaves out uses that are not set up',
      'features/overview/system/StateSections.tsx': 'a lane of tasks that is shown while it has some, to the people who run the installation',
      'features/people/factors/AppCode.tsx': 'names an app for codes as an example',
      'features/people/factors/ConfirmAgain.tsx': 'said to people who have no password alone: they sign in with Google',
      'features/class/submissions/student/OwnAnswer.tsx': 'says why a work that was made there takes no answer here',
    },
  },
  mail: {
    words: /(?<!e-)\bmail(?:s|ed)?\b|\bemailed|\bemails|(?:by|no|an|send|sends|sending) emails?\b(?! address)|email (?:server|with)|sent to it|forgot your/i,
    rooms: [],
    flag: /sign_in\?\.mail|useSendsMail\(\)|sends_mail|hasMail/,
    rightly: {
      'app/shell/Launcher.tsx': 'the school’s own mail, or the mail program of the device',
      'features/school/school-settings/SchoolSettingsForm.tsx': 'addresses of the school’s own mail',
      'features/overview/notice/NoticeScreen.tsx': 'the server says with the notice which services are set up',
      'features/people/first-sign-in/MailChoiceScreen.tsx': 'the page that the link of a mail leads to',
      'features/connections/rosters/ApplyCard.tsx': 'says that people get no mail',
      'features/school/failed-jobs/FailedJobsScreen.tsx': 'says what work of the server may fail',
      'features/overview/system/DutiesSection.tsx': 'said of a mail server that is set up, to the people who run the installation',
      'features/overview/all-schools/dialogs.tsx': 'says that nobody of a suspended school gets an email, which is true without mail too',
      'features/overview/system/TestMail.tsx': 'asked and said where a mail server is set up, by its light',
      'features/overview/system/StateSections.tsx': 'a lane of tasks that is shown while it has some, to the people who run the installation',
      'features/overview/home/SystemCard.tsx': 'said of a mail server that is set up, to the people who run the installation',
      'features/people/accounts/BulkDialog.tsx': 'opened by BulkActions alone, which asks',
      'features/school/notifications/MailPreferences.tsx': 'drawn by the profile alone, which asks',
    },
  },
};

/** Words that a template may be filled with: quoted words of the screens, of the contract and of the server. */
const quoted = new Set(
  ['../', '../../../../packages/contract/src/', '../../../server/src/'].flatMap((place) => {
    const folder = fileURLToPath(new URL(place, import.meta.url));
    const files = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((path) => !path.startsWith('messages/'));
    return files.flatMap((path) => [...readFileSync(folder + path, 'utf8').matchAll(/'([\w.-]+)'/g)].map(([, word]) => word as string));
  }),
);

/** Returns true when a source uses a message: by its key, or by a template that known words turn into the key. */
function asks(text: string, key: string): boolean {
  const short = key.replace(/\.(one|other)$/, '');
  if (text.includes(`'${short}'`)) return true;
  const parts = short.split('.');
  return parts.slice(1).some((_, at) => text.includes(`\`${parts.slice(0, at + 1).join('.')}.\${`) && quoted.has(parts.slice(at + 1).join('.')));
}

test.each(Object.entries(SERVICES))(
  '[B1932] every text of the screens that names %s stands where all is about it, or behind the question whether it is set up',
  (_, service) => {
    const keys = Object.entries(en).filter(([, text]) => service.words.test(text));
    expect(keys.length).toBeGreaterThan(5);
    const naming = sources
      .filter(({ path }) => !service.rooms.some((room) => path.startsWith(room)))
      .map(({ path, text }) => ({ path, text, keys: keys.filter(([key]) => asks(text, key)).map(([key]) => key) }))
      .filter(({ keys }) => keys.length > 0);
    const unasked = naming.filter(({ path, text }) => !service.flag.test(text) && service.rightly[path] === undefined);
    expect(unasked.map(({ path, keys }) => `${path}: ${keys.join(', ')}`)).toEqual([]);
    expect(Object.keys(service.rightly).filter((path) => !naming.some((one) => one.path === path))).toEqual([]);
  },
);
