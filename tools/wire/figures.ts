// Writes a page about each dashboard figure and what it counts, with the texts of its card's tooltip and of the OpenAPI
// document.
import { fileURLToPath } from 'node:url';
import { dashboards, type DefinedDashboard, en } from '@classwright/contract';
import { describeLessonFigures } from './lesson-figures.ts';

export const figuresFile = fileURLToPath(new URL('../../docs/figures.md', import.meta.url));

const say = (key: string): string => (en as Readonly<Record<string, string>>)[key]!;

export function describeFigures(): string {
  return `${['# Figures', '', HEAD, '', ...dashboards.flatMap(describe), ...describeLessonFigures()].join('\n')}\n`;
}

const HEAD = `This page says what each figure of the dashboards counts, in the words of its tooltip, with its filters and rows. For
example, a student in two classes counts once in *Total Students* and twice in *Total Enrollments*.

\`npm run wire\` writes the page from the definitions in \`packages/contract/src/overview/dashboards\`; do not edit it. The condition
of each figure is written once, in \`apps/server/src/modules/overview/dashboards\`. The rows behind a figure
(\`GET {path}/rows?figure=\`) and its file (\`GET {path}/export?figure=&format=xlsx|csv\`) use the same condition.

**Whose things are counted**: everything for an Admin, one school for a person with \`dashboards:view-school\`, the classes
that a person with \`dashboards:view-classes\` teaches now, and one's own things for everybody else. Figures of the present count what exists
now, in running classes. Figures of the past count for good, from the facts of finished lessons. After the dashboards come
the figures of lessons that are on other pages; [Reading your results](reading-your-results.md) says what to do with them.`;

function describe({ declaration: { title, about, path, route, filters, figures, rows, parts = [], figuresPath = path } }: DefinedDashboard): string[] {
  return [
    `## ${say(title)}`,
    '',
    `${say(about)} Screen \`/${route}\`, figures at \`/api${figuresPath}\`, rows at \`/api${path}/rows\`.`,
    '',
    '| figure | card | what it counts | rows |',
    '|---|---|---|---|',
    ...Object.entries(figures).map(([name, { title: card, says, kind, rows: over, over: of }]) => {
      const how = kind === 'mean' ? `\`${of![0]}\` ÷ \`${of![1]}\`` : kind === 'sum' ? `sum over ${over}` : over;
      return `| \`${name}\` | ${say(card)} | ${say(says)} | ${how} |`;
    }),
    '',
    ...(parts.length > 0 ? [`All rows are in exactly one of ${parts.map((name) => `\`${name}\``).join(', ')}.`, ''] : []),
    `Filters: ${Object.entries(filters)
      .map(
        ([name, { label, for: audience }]) =>
          `\`${name}\` (${say(label)}${audience === 'staff' ? '' : audience === 'admin' ? ', Admin' : ', who sees a school'})`,
      )
      .join(', ')}.`,
    '',
    `Rows: ${Object.entries(rows)
      .map(
        ([name, { columns }]) =>
          `${name} (${Object.values(columns)
            .map(({ label }) => say(label))
            .join(', ')})`,
      )
      .join('; ')}.`,
    '',
  ];
}
