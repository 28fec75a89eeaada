import type { TableIdeaView, TableLessonView } from '@classwright/contract/lesson/ideas/calls';
import type { Tally } from '@classwright/rules/ideas/share';
import { dayOn } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import { useIsMobile } from '../../../base/use-media.ts';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { shareText, tallyText } from './calls.ts';
import styles from './ideas.module.css';

interface TableProps {
  ideas: readonly TableIdeaView[];
  lessons: readonly TableLessonView[];
  onIdea: (id: number) => void;
  onCell: (id: number, assessmentId: number) => void;
}

type Cell = TableIdeaView['cells'][number];

/** Shows each idea in each lesson: a table, or on a phone a list with the newest lessons of each idea. */
export function IdeaTable(props: TableProps) {
  return useIsMobile() ? <IdeaList {...props} /> : <IdeaGrid {...props} />;
}

function IdeaGrid({ ideas, lessons, onIdea, onCell }: TableProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('idea.tableCaption')}>
      <table className={styles.table}>
        <caption className="visually-hidden">{t('idea.tableCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('list.idea')}</th>
            <th scope="col">{t('idea.allLessons')}</th>
            {lessons.map(({ assessment_id, title, class_name, held_on }) => (
              <th key={assessment_id} scope="col" title={title}>
                <span className={styles.class}>{class_name}</span>
                <time dateTime={held_on}>{dayOn(held_on)}</time>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ideas.map((idea) => (
            <tr key={idea.id}>
              <th scope="row">
                <button type="button" className={styles.name} onClick={() => onIdea(idea.id)}>
                  {idea.name}
                </button>
                <span className={styles.sentence}>{idea.sentence}</span>
              </th>
              <td>
                <Figures cell={idea.total} />
              </td>
              {lessons.map(({ assessment_id, class_name, held_on }, place) => {
                const cell = idea.cells.find(({ lesson }) => lesson === place);
                return (
                  <td key={assessment_id}>
                    {cell && (
                      <button
                        type="button"
                        className={styles.cell}
                        aria-label={t('idea.openCell', { name: idea.name, class: class_name, day: dayOn(held_on), figures: wordsOf(cell) })}
                        title={wordsOf(cell)}
                        onClick={() => onCell(idea.id, assessment_id)}
                      >
                        <Figures cell={cell} />
                      </button>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The lessons of an idea that a phone shows before it is opened. */
const ON_PHONE = 3;

function IdeaList({ ideas, lessons, onIdea, onCell }: TableProps) {
  return (
    <Grid as="ul" gap={10} className={styles.plain}>
      {ideas.map((idea) => (
        <Stack as="li" key={idea.id} gap={8} bordered radius="lg" ground="surface" className={styles.card}>
          <button type="button" className={styles.name} onClick={() => onIdea(idea.id)}>
            {idea.name}
          </button>
          <Text size={14} tone="dimmed" breaks>
            {idea.sentence}
          </Text>
          {idea.cells.length === 0 && (
            <Stack gap={2}>
              <Text size={13} tone="dimmed">
                {t('idea.allLessons')}
              </Text>
              <Figures cell={idea.total} />
            </Stack>
          )}
          <Stack as="ul" gap={6} className={styles.plain}>
            {idea.cells.slice(0, ON_PHONE).map((cell) => {
              const { assessment_id, class_name, held_on } = lessons[cell.lesson] as TableLessonView;
              return (
                <li key={assessment_id}>
                  <button type="button" className={styles.line} onClick={() => onCell(idea.id, assessment_id)}>
                    <Text as="span" size={13} tone="dimmed">
                      {t('idea.lessonOf', { class: class_name, day: dayOn(held_on) })}
                    </Text>
                    <Figures cell={cell} />
                  </button>
                </li>
              );
            })}
          </Stack>
        </Stack>
      ))}
    </Grid>
  );
}

/** Returns the figures of a cell as sentences, with their intervals. */
export function wordsOf({ first, second, transfer }: Pick<Cell, 'first' | 'second' | 'transfer'>): string {
  return [
    first && t('idea.said.first', { share: shareText(first) }),
    second && t('idea.said.second', { share: shareText(second) }),
    transfer && t('idea.said.transfer', { share: shareText(transfer) }),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Shows how many held an idea: before and after talking as two bars, and in the transfer question. */
function Figures({ cell: { first, second, transfer } }: { cell: Pick<Cell, 'first' | 'second' | 'transfer'> }) {
  return (
    <span className={styles.figures}>
      {first && <Bar mark="first" label={t('idea.moment.first')} tally={first} />}
      {second && <Bar mark="second" label={t('idea.moment.second')} tally={second} />}
      {transfer && <Bar mark="transfer" label={t('idea.moment.transfer')} tally={transfer} />}
    </span>
  );
}

function Bar({ mark, label, tally }: { mark: 'first' | 'second' | 'transfer'; label: string; tally: Tally }) {
  return (
    <Row as="span" gap={6} nowrap>
      <span className="visually-hidden">{label}</span>
      <i className={styles.bar} data-mark={mark} aria-hidden>
        <i style={{ inlineSize: `${(100 * tally.count) / tally.of}%` }} />
      </i>
      <Text as="span" numbers>
        {tallyText(tally)}
      </Text>
    </Row>
  );
}
