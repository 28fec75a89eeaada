import { FORMS, type Form } from '@classwright/contract/lesson/live/forms';
import type { CertaintyView } from '@classwright/contract/lesson/live/views';
import { CONFIDENCES } from '@classwright/rules/live/confidence';
import { Card } from '../../../ui/plain/Card.tsx';
import { Letter } from '../../../ui/plain/Letter.tsx';
import { PhaseChip } from '../../../ui/plain/PhaseChip.tsx';
import { Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { t } from '../../../base/t.ts';
import { letterOf } from '../../moves/choices.ts';
import { VoteBars } from '../../vote/VoteBars.tsx';
import { questionOf, reportOf, type Snapshot } from './model.ts';
import styles from './snapshot.module.css';

/** Shows right answers by confidence in each form that asked for it, and says how many were sure and wrong. */
export function Certainty({ snapshot }: { snapshot: Snapshot }) {
  const asked = FORMS.flatMap((form) => {
    const { certainty } = reportOf(snapshot, form);
    return certainty ? [{ form, levels: certainty }] : [];
  });
  if (asked.length === 0) return null;
  return (
    <Card className={styles.part} aria-label={t('snapshot.certainty')}>
      <CertaintyFigures asked={asked} />
    </Card>
  );
}

/** The figures of `Certainty`, for the forms that asked how sure students are; at least one. */
export function CertaintyFigures({ asked }: { asked: readonly { form: Form; levels: CertaintyView }[] }) {
  const sureAndWrong = ({ levels }: (typeof asked)[number]): number => levels.find(({ confidence }) => confidence === 'sure')?.wrong ?? 0;
  const [before, after] = [asked.find(({ form }) => form === 'Form - 1A'), asked.find(({ form }) => form === 'Form - 1B')];
  return (
    <>
      <h3>{before && after ? t('snapshot.sureAndWrong', { before: sureAndWrong(before), after: sureAndWrong(after) }) : t('snapshot.certainty')}</h3>
      <table className={styles.table}>
        <caption>
          <Text as="span" weight={400} tone="dimmed">
            {t('snapshot.certaintyHint')}
          </Text>
        </caption>
        <thead>
          <tr>
            <th scope="col">{t('snapshot.confidence')}</th>
            {asked.map(({ form }) => (
              <th key={form} scope="col">
                {form}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {CONFIDENCES.toReversed().map((level) => (
            <tr key={level}>
              <th scope="row">{t(`sure.${level}`)}</th>
              {asked.map(({ form, levels }) => {
                const { right, wrong } = levels.find(({ confidence }) => confidence === level) ?? { right: 0, wrong: 0 };
                return <td key={form}>{right + wrong === 0 ? '–' : t('snapshot.rightAnswers', { right, answered: right + wrong })}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Lists the votes of the class between two of its reasons. */
export function Votes({ snapshot }: { snapshot: Snapshot }) {
  if (snapshot.votes.length === 0) return null;
  return (
    <Card className={styles.part} aria-label={t('snapshot.votes')}>
      <h3>{t('snapshot.votes')}</h3>
      <Stack as="ul" gap={16}>
        {snapshot.votes.map(({ id, form, reasons: [first, second], counts }) => (
          <li key={id}>
            <Row gap={8} below={8}>
              <PhaseChip phase={form} />
              {[first, second].map((reason) => (
                <Letter key={reason.id} letter={letterOf(questionOf(snapshot, form), reason.response_id) ?? '–'} size="s" />
              ))}
            </Row>
            <VoteBars reasons={[first.comment, second.comment]} counts={counts} />
          </li>
        ))}
      </Stack>
    </Card>
  );
}
