import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { TransitionView } from '@classwright/contract/lesson/live/views';
import { useEffect } from 'react';
import type { Move } from '@classwright/rules/live/figures/moves';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Flows } from '../../../../ui/moves/Flows.tsx';
import { Legend } from '../../../../ui/moves/Legend.tsx';
import { flowsOf, movedTitle, moveName } from '../../../../lesson/moves/transitions.ts';
import { t } from '../../../../base/t.ts';
import type { StaffModel } from '../lesson/model.ts';
import { useLive, useModel } from '../use-live.ts';
import { Ways } from '../results/Ways.tsx';
import styles from './Turn.module.css';

const summaryOf = ({ summary }: StaffModel) => summary;
const rosterOf = ({ roster }: StaffModel) => roster;

/**
 * Shows how answers changed: while Form - 1B is answered, the ribbons grow with every answer; after Form - 2 the ways
 * through all three forms.
 */
export function Change({ form, isClosed, question }: { form: Form; isClosed: boolean; question: StaffQuestionView }) {
  const { lesson } = useLive();
  const summary = useModel(summaryOf);
  const roster = useModel(rosterOf);
  const answered = useModel((model) => (model.tally?.form === form ? model.tally.answered : null));
  const here = useModel((model) => model.tally?.of ?? 0);
  const grows = form === FORMS[1] && !isClosed;
  // The summary holds the flows as absolute numbers. It is requested while somebody looks at them, at a limited pace.
  useEffect(() => {
    if (grows && answered !== null && answered > 0) lesson.reload('summary');
  }, [lesson, grows, answered]);
  if (form === FORMS[2]) return isClosed && summary?.ways ? <Ways ways={summary.ways} /> : null;
  if (form !== FORMS[1]) return null;
  const transition = summary?.transitions?.find(({ to }) => to === form);
  const hasFlows = transition !== undefined && transition.flows.length > 0;
  if (isClosed) return hasFlows ? <Ribbons transition={transition} question={question} whole={null} title={movedTitle(transition)} /> : null;
  const count = (move: Move): number => roster?.students.filter(({ moved }) => moved === move).length ?? 0;
  if (roster?.students.every(({ moved }) => moved === null) ?? true) return null;
  const soFar = t('teach.changeSoFar', { gained: count('wrong_to_right'), lost: count('right_to_wrong') });
  if (hasFlows) return <Ribbons transition={transition} question={question} whole={here} title={soFar} />;
  return (
    <Text size={13} weight={600} className={styles.soFar}>
      {soFar}
    </Text>
  );
}

/** `whole`: the number of students for whom the figure has room; null: those who are in it. */
function Ribbons({ transition, question, whole, title }: { transition: TransitionView; question: StaffQuestionView; whole: number | null; title: string }) {
  return (
    <Stack as="section" gap={4} className={styles.change} data-grows={whole !== null || undefined}>
      <Text as="h3" size={13} weight={650}>
        {title}
      </Text>
      {whole === null && (
        <Row align="stretch" justify="between">
          <PhaseChip phase={transition.from} />
          <PhaseChip phase={transition.to} />
        </Row>
      )}
      <Flows flows={flowsOf(transition, question)} nameOf={moveName} whole={whole ?? undefined} isLow={whole !== null} />
      {whole === null && <Legend counts={transition} nameOf={moveName} />}
    </Stack>
  );
}
