import type { ChunkGraph } from './chunk-graph.ts';

/** A limit for a sum of gzip bytes. Scripts and style sheets count, fonts and images do not. */
export interface Budget {
  name: string;
  /** Null: the sum is only printed, and something else limits it. */
  kilobytes: number | null;
  /** The maximum number of files: on a slow phone each one costs time before the first line runs. */
  files?: number;
  /** The modules that are all loaded. */
  parts: readonly string[];
  /** The modules that are already loaded. */
  without?: readonly string[];
  /** True when no screen may use it. Then there is nothing to measure. */
  optional?: boolean;
}

/**
 * The same limit for a folder's own modules and styles, in any chunk. It measures before minification, so the real size
 * is smaller.
 */
export interface FolderBudget {
  name: string;
  kilobytes: number;
  folder: string;
}

/** The budgets of one build. */
export interface Budgets {
  sums: readonly Budget[];
  folders?: readonly FolderBudget[];
  /** The modules that must not be loaded for a part, from anywhere. */
  forbidden: readonly { for: string; in: string; parts: readonly string[] }[];
}

const STAFF = ['/src/main.tsx', '/src/app/shell/index.ts'];
const LESSON = '/src/join/main.tsx';
const PICKER = '/src/picker/main.tsx';
const route = (name: string, module: string, kilobytes: number): Budget => ({ name: `staff, ${name}`, kilobytes, parts: [...STAFF, module] });
const editor = (without: readonly string[]): Budget => ({
  name: 'editor, when it opens',
  kilobytes: 230,
  parts: ['/src/ui/rich-text/editor/Surface.tsx', '/src/ui/rich-text/katex.ts'],
  without,
  optional: true,
});

/** The first loads may not grow: a new part of the frame loads after the first paint, or another part goes. */
export const staffBudgets: Budgets = {
  sums: [
    { name: 'sign-in, first load', kilobytes: 145.8, parts: ['/src/main.tsx', '/src/features/people/sign-in/index.ts'] },
    { name: 'home, first load', kilobytes: 145.5, parts: [...STAFF, '/src/features/overview/home/index.ts'] },
    route('assessments', '/src/features/class/assessments/index.ts', 171.3),
    route('live lessons', '/src/features/lesson/lessons/index.ts', 150.6),
    route('a list that administrators keep', '/src/features/school/lists/index.ts', 197.08),
    route('the question bank', '/src/app/QuestionBank.tsx', 183.3),
    route('the gradebook', '/src/features/class/gradebook/GradebookScreen.tsx', 192.5),
    route('the policy explorer', '/src/features/people/access/index.ts', 160),
    route('the audit trail', '/src/features/overview/audit/index.ts', 163.7),
    { name: 'staff, running lesson', kilobytes: 199.6, parts: ['/src/main.tsx', '/src/app/TeacherLesson.tsx', '/src/base/pusher.ts'] },
    editor(STAFF),
  ],
  folders: [{ name: 'charts, ours in SVG', kilobytes: 8, folder: '/src/ui/charts/' }],
  forbidden: [{ for: 'the first screens', in: '/src/main.tsx', parts: ['/node_modules/zod/'] }],
};

/**
 * The modules that a student's browser caches to open the lesson without a network: no more than it has loaded until
 * then.
 */
export const KEPT_FOR_OFFLINE = [LESSON, '/src/base/pusher.ts'] as const;

const REACT = '/node_modules/react-dom/client.js';

/** The student's lesson is limited by time, which `npm run bench -- phone` measures. Its bytes are only printed. */
export const lessonBudgets: Budgets = {
  sums: [
    { name: 'student’s lesson', kilobytes: null, files: 5, parts: [LESSON] },
    { name: 'student’s lesson with socket, kept for offline', kilobytes: null, parts: KEPT_FOR_OFFLINE },
    editor([LESSON]),
  ],
  // These are too heavy for a phone that joins a lesson, or meant for staff.
  forbidden: [
    {
      for: 'the student’s lesson',
      in: LESSON,
      parts: ['/node_modules/zod/', '/node_modules/@tanstack/', '/node_modules/preact/'],
    },
  ],
};

export const pickerBudgets: Budgets = {
  sums: [{ name: 'window of Google’s picker, without React', kilobytes: 40, parts: [PICKER], without: [REACT] }],
  forbidden: [{ for: 'the window of Google’s picker', in: PICKER, parts: ['/node_modules/zod/', '/node_modules/preact/'] }],
};

const WALL = '/src/features/lesson/live/wall/main.tsx';

export const wallBudgets: Budgets = {
  sums: [{ name: 'classroom’s wall, with socket', kilobytes: 200, parts: [WALL, '/src/base/pusher.ts'] }],
  forbidden: [{ for: 'the classroom’s wall', in: WALL, parts: ['/node_modules/zod/', '/node_modules/@tanstack/react-router/'] }],
};

const union = (graph: ChunkGraph, modules: readonly string[]) => new Set(modules.flatMap((module) => [...graph.filesOf(module)]));

/** Returns one line per budget, and the violations. */
export function measure(graph: ChunkGraph, { sums, folders = [], forbidden }: Budgets): { lines: string[]; faults: string[] } {
  const faults: string[] = [];
  const lineOf = ({ name, kilobytes }: { name: string; kilobytes: number | null }, bytes: number): string => {
    const used = bytes / 1000;
    if (kilobytes === null) return `${used.toFixed(1).padStart(7)} KB         ${name}`;
    if (used > kilobytes) faults.push(`${name} takes ${used.toFixed(1)} KB of ${kilobytes} KB (gzip)`);
    return `${used.toFixed(1).padStart(7)} of ${String(kilobytes).padStart(3)} KB  ${name}`;
  };
  const lines = sums
    .filter(({ parts, optional }) => !optional || parts.every(graph.has))
    .map((budget) => {
      const files = union(graph, budget.parts);
      for (const file of union(graph, budget.without ?? [])) files.delete(file);
      if (files.size > (budget.files ?? Number.POSITIVE_INFINITY)) faults.push(`${budget.name} takes ${files.size} files, at most ${budget.files} are allowed`);
      return lineOf(budget, graph.gzipBytes(files));
    });
  for (const budget of folders) lines.push(lineOf(budget, graph.gzipBytesOfFolder(budget.folder)));
  for (const rule of forbidden) {
    const modules = graph.modulesIn(graph.filesOf(rule.in));
    for (const part of rule.parts) {
      const found = modules.find((module) => module.includes(part));
      if (found) faults.push(`${rule.for} must not carry ${part}, but has ${found}`);
    }
  }
  return { lines, faults };
}
