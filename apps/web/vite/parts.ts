/**
 * Files to bundle together. By default the bundler makes a chunk for everything that several screens share, which would
 * be dozens of small ones. A path begins at `src/` or at a package, and applies to every file that starts with it.
 */
interface Part {
  name: string;
  of: readonly string[];
  except?: readonly string[];
  /** The number of screens that must share a file. A file of a single screen stays with it. */
  minShareCount?: number;
}

const parts: readonly Part[] = [
  {
    name: 'react',
    of: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/', 'node_modules/use-sync-external-store/'],
  },
  {
    name: 'tanstack',
    of: ['node_modules/@tanstack/'],
    // Only single screens use several queries together and infinite ones.
    except: ['useQueries', 'queriesObserver', 'useInfiniteQuery', 'infiniteQueryObserver'],
  },
  {
    // Parts that nearly every screen uses, without fields, dialogs, and parts loaded after the first paint.
    name: 'kit',
    of: ['src/app/', 'src/base/', 'src/ui/plain/', 'src/messages/translate.'],
    except: [
      'src/app/AssessmentPages.',
      'src/app/LeaveQuestion.',
      'src/app/shell/account-menu.',
      'src/app/shell/BarLinks.',
      'src/app/shell/bars.',
      'src/app/shell/Sidebar.',
      'src/app/shell/ConnectionBanner.',
      'src/app/shell/MenuSheet.',
      'src/app/shell/MiniSection.',
      'src/app/shell/Outbox.',
      'src/app/shell/SignedIn.',
      'src/app/shell/after-first-paint.',
      'src/app/shell/sections.',
      'src/base/copy-text.',
      'src/base/device.',
      'src/base/delete-kept-data.',
      'src/base/keeping/',
      'src/base/kept-draft.',
      'src/base/list-api.',
      'src/base/large-answer.',
      'src/base/list-api.',
      'src/base/open-download.',
      'src/base/own-account.',
      'src/base/refetcher.',
      'src/base/restore.',
      'src/base/room-follower.',
      'src/base/same-filled.',
      'src/base/shortcuts.',
      'src/base/special-dates.',
      'src/base/use-typed.',
      'src/base/versioned-form.',
      'src/base/watch-page.',
      'src/base/zod.',
      'src/ui/plain/AppLink.',
      'src/ui/plain/ConfirmDialog.',
      'src/ui/plain/Dialog.',
      'src/ui/plain/ErrorNotice.',
      'src/ui/plain/Field.',
      'src/ui/plain/focus-fault.',
      'src/ui/plain/FormDialog.',
      'src/ui/plain/Letter.',
      'src/ui/plain/OldPageNotice.',
      'src/ui/plain/PageHeader.',
      'src/ui/plain/Popover.',
      'src/ui/plain/Ribbons.',
      'src/ui/plain/StatusChip.',
    ],
    minShareCount: 2,
  },
  // No page is first drawn with an open menu or dialog.
  { name: 'dialog', of: ['src/ui/plain/Dialog.'], minShareCount: 2 },
  // Texts use them, and so do many screens without texts.
  { name: 'feature-icons', of: ['src/ui/feature-icons/'], minShareCount: 2 },
  {
    name: 'text',
    of: [
      'src/ui/rich-text/Formula.',
      'src/ui/rich-text/MathText.',
      'src/ui/rich-text/RichTextView.',
      'src/ui/rich-text/draw-formula.',
      'src/ui/rich-text/rich-text.module.',
      'src/rich-text/href.',
      'src/rich-text/split-math.',
    ],
    minShareCount: 2,
  },
  {
    // The code by which pages follow a class or a lesson.
    name: 'following',
    of: ['src/base/refetcher.', 'src/base/room-follower.', 'src/base/watch-page.', 'src/lesson/ask.', 'src/lesson/contact.', 'src/live/numbered.'],
    minShareCount: 2,
  },
  {
    name: 'table',
    of: [
      'src/ui/data-table/DataTable.',
      'src/ui/data-table/columns.',
      'src/ui/data-table/Pager.',
      'src/ui/data-table/SearchField.',
      'src/ui/data-table/pages.',
      'src/ui/data-table/use-all-columns.',
      'src/ui/data-table/use-paged-list.',
    ],
    minShareCount: 2,
  },
  // Letters of choices and shares, for lists that draw no chart.
  { name: 'shares', of: ['src/ui/charts/marks.', 'src/live/figures/distribution.', 'src/lesson/moves/choices.'], minShareCount: 2 },
  {
    name: 'charts',
    of: ['src/ui/charts/'],
    except: ['src/ui/charts/Interval.', 'src/ui/charts/marks.'],
    minShareCount: 2,
  },
  {
    name: 'grades',
    of: ['src/features/class/gradebook/numbers.', 'src/features/class/gradebook/search.', 'src/features/class/gradebook/colleagues/colleagues.'],
    minShareCount: 2,
  },
  {
    name: 'choices',
    of: ['src/ui/form/use-combobox.', 'src/ui/form/Combobox.'],
    minShareCount: 2,
  },
  {
    name: 'desk',
    of: ['src/features/lesson/live/', 'src/lesson/Tabs.', 'src/lesson/clock.', 'src/lesson/countdown.', 'src/lesson/follow-lesson.'],
    // The projector is a separate window. The class's moves are drawn after the lesson, and need a library of their
    // own.
    except: ['src/features/lesson/live/projector/', 'src/features/lesson/live/results'],
    minShareCount: 2,
  },
  {
    // Parts on every signed-in page except the running lesson.
    name: 'frame',
    of: [
      'src/app/shell/BottomBar.',
      'src/app/shell/Shell.',
      'src/app/shell/Sidebar.',
      'src/app/shell/TopBar.',
      'src/app/shell/sections.',
      'src/ui/page-menu/MenuLink.',
      'src/ui/plain/PageHeader.',
      'src/ui/page-menu/menu.',
    ],
  },
  {
    // The code that stores data on the device until the server has it.
    name: 'keeping',
    of: [
      'src/base/keeping/',
      'src/features/class/grade-outbox/grade-store.',
      'src/features/class/grade-outbox/kept-edits.',
      'src/features/class/grade-outbox/send-',
      'src/features/class/grade-outbox/typed-grade.',
      'src/lesson/outbox/device-store.',
      'src/lesson/outbox/item-store.',
      'src/lesson/outbox/keeping-store.',
    ],
  },
];

const isAmong = (id: string, paths: readonly string[] = []) => paths.some((path) => id.includes(`/${path}`));

/** The groups for the bundler's `codeSplitting`. */
export const groups = parts.map(({ name, of, except, minShareCount }) => ({
  name,
  test: (id: string) => {
    const path = id.replaceAll('\\', '/');
    return isAmong(path, of) && !isAmong(path, except);
  },
  ...(minShareCount && { minShareCount }),
}));

/** Every path that a part names, for the test that finds one whose file was renamed. */
export const namedPaths = parts.flatMap(({ of, except = [] }) => [...of, ...except]).filter((path) => path.startsWith('src/'));
