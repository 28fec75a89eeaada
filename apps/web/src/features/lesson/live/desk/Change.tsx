import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { TransitionView } from '@classwright/contract/lesson/live/views';
import type { Move } from '@classwright/rules/live/figures/moves';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Flows } from '../../../../ui/moves/Flows.tsx';
import { Legend } from '../../../../ui/moves/Legend.tsx';
import { flowsOf, movedTitle, moveName } from '../../../../lesson/moves/transitions.ts';
import { t } from '../../../../base/t.ts';
import type { StaffModel } from '../lesson/model.ts';
import { useModel } from '../use-live.ts';
import { Ways } from '../results/Ways.tsx';
import styles from './Turn.module.css';

const summaryOf = ({ summary }: StaffModel) => summary;
const rosterOf = ({ roster }: StaffModel) => roster;

/**
 * Shows how answers changed: while Form - 1B is answered, how many have moved so far; ribbons once it has closed; after Form - 2 the ways through all three forms.
 */
export function Change({ form, isClosed, question }: { form: Form; isClosed: boolean; question: StaffQuestionView }) {
  const summary = useModel(summaryOf);
  const roster = useModel(rosterOf);
  if (form === FORMS[2]) return isClosed && summary?.ways ? <Ways ways={summary.ways} /> : null;
  if (form !== FORMS[1]) return null;
  const transition = isClosed ? summary?.transitions?.find(({ to }) => to === form) : undefined;
  if (transition && transition.flows.length > 0) return <Ribbons transition={transition} question={question} />;
  const count = (move: Move): number => roster?.students.filter(({ moved }) => moved === move).length ?? 0;
  if (roster?.students.every(({ moved }) => moved === null) ?? true) return null;
  return (
    <Text size={13} weight={600} className={styles.soFar}>
      {t('teach.changeSoFar', { gained: count('wrong_to_right'), lost: count('right_to_wrong') })}
    </Text>
  );
}

function Ribbons({ transition, question }: { transition: TransitionView; question: StaffQuestionView }) {
  return (
    <Stack as="section" gap={4} className={styles.change}>
      <Text as="h3" size={13} weight={650}>
        {movedTitle(transition)}
      </Text>
      <Row align="stretch" justify="between">
        <PhaseChip phase={transition.from} />
        <PhaseChip phase={transition.to} />
      </Row>
      <Flows flows={flowsOf(transition, question)} nameOf={moveName} />
      <Legend counts={transition} nameOf={moveName} />
    </Stack>
  );
}
