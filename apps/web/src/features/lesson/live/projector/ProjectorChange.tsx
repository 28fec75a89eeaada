import type { WallChange } from '@classwright/contract/lesson/live/projector';
import type { StudentQuestionView } from '@classwright/contract/class/assessments/views';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { percentOf } from '../../../../ui/charts/index.ts';
import { IconCircleCheckFilled, IconX } from '../../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { Flows } from '../../../../ui/moves/Flows.tsx';
import { Legend } from '../../../../ui/moves/Legend.tsx';
import { flowsOf, moveName } from '../../../../lesson/moves/transitions.ts';
import { t } from '../../../../base/t.ts';
import styles from './Projector.module.css';

/**
 * Shows how answers changed on the way to this form: ribbons between the same choices, or after Form - 2 how many were
 * right and wrong in each form. Right and wrong have their colors only once they are revealed.
 */
export function ProjectorChange({ change, question, correct }: { change: WallChange; question: StudentQuestionView; correct: readonly number[] | null }) {
  if (change.branches) return <Ways branches={change.branches} />;
  const responses = question.responses.map((response) => ({ ...response, is_valid: correct?.includes(response.id) ?? false }));
  const flows = flowsOf(change, { responses });
  const students = flows.reduce((sum, { count }) => sum + count, 0);
  const changed = flows.reduce((sum, { from, to, count }) => (from.id === to.id ? sum : sum + count), 0);
  return (
    <Stack as="main" grow className={styles.change}>
      <h1>{students === 0 ? t('teach.wall.nobodyTwice') : t('teach.wall.changed', { count: changed, students })}</h1>
      {change.moves && students > 0 && (
        <div className={styles.resultsLegend}>
          <Legend counts={change.moves} nameOf={moveName} />
        </div>
      )}
      {students > 0 && (
        <div className={styles.changeFigure}>
          <Row as="p" align="stretch" justify="between" className={styles.resultsEnds}>
            {change.forms.map(({ form }) => (
              <PhaseChip key={form} phase={form} />
            ))}
          </Row>
          <Flows flows={flows} nameOf={change.moves ? moveName : null} grows />
        </div>
      )}
    </Stack>
  );
}

/** Shows the eight ways through the three forms, with the students of each. */
function Ways({ branches }: { branches: NonNullable<WallChange['branches']> }) {
  const total = branches.reduce((sum, { students }) => sum + students, 0);
  const most = Math.max(1, ...branches.map(({ students }) => students));
  return (
    <Stack as="main" grow className={styles.change}>
      <h1>{t('teach.wall.ways', { count: total })}</h1>
      <table className={styles.ways}>
        <thead>
          <tr>
            {(['Form - 1A', 'Form - 1B', 'Form - 2'] as const).map((form) => (
              <th key={form} scope="col">
                <PhaseChip phase={form} />
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('teach.wall.students')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {branches.map(({ first, second, transfer, students }) => (
            <tr key={`${first} ${second} ${transfer}`} data-none={students === 0 || undefined}>
              {[first, second, transfer].map((isRight, index) => (
                <td key={['1A', '1B', '2'][index]} data-right={isRight}>
                  {isRight ? <IconCircleCheckFilled size={40} aria-hidden /> : <IconX size={40} aria-hidden />}
                  <span className="visually-hidden">{t(isRight ? 'teach.wall.right' : 'teach.wall.wrong')}</span>
                </td>
              ))}
              <td>
                <Row as="span" gap={16}>
                  <span className={styles.wayBar} style={{ width: `${(100 * students) / most}%` }} data-none={students === 0 || undefined} />
                  <Text as="span" weight={650} numbers>
                    {students}
                  </Text>
                  {students > 0 && (
                    <Text as="span" tone="dimmed">
                      {t('teach.percent', { percent: percentOf(students, total) })}
                    </Text>
                  )}
                </Row>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  );
}
