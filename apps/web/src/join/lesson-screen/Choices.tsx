import type { RevealedQuestionView } from '@classwright/contract/class/assessments/views';
import { useId } from 'react';
import { IconCircleCheckFilled } from '../../ui/plain/icons.ts';
import { Letter, letterAt } from '../../ui/plain/Letter.tsx';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { MathText } from '../../ui/rich-text/MathText.tsx';
import { t } from '../../base/t.ts';
import styles from './Choices.module.css';

type Response = RevealedQuestionView['responses'][number];

/** Returns the responses in page order. The letters follow it and are the same in every form. */
export const inOrder = (responses: readonly Response[]): readonly Response[] => [...responses].sort((left, right) => left.position - right.position);

/** The responses as radio buttons, large enough for a thumb. */
export function Choices({
  responses,
  value,
  before = null,
  onChange,
  errorId,
  isCompact = false,
}: {
  responses: readonly Response[];
  value: number | null;
  /** The choice of the previous form, only for display. */
  before?: number | null;
  onChange: (id: number) => void;
  /** The id of the message that a choice is missing. */
  errorId?: string | undefined;
  /** Leaves a small phone more room, as in `Question`. */
  isCompact?: boolean;
}) {
  const name = useId();
  return (
    <Stack
      as="fieldset"
      gap={8}
      shrinks
      className={styles.choices}
      role="radiogroup"
      aria-required
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      data-compact={isCompact || undefined}
      data-missing={errorId !== undefined || undefined}
    >
      <legend className="visually-hidden">{t('join.answer')}</legend>
      {inOrder(responses).map((response, index) => {
        const chosen = response.id === value;
        return (
          <Row
            as="label"
            key={response.id}
            gap={12}
            weight={500}
            leading={1.3}
            radius="lg"
            ground="surface"
            className={styles.choice}
            data-chosen={chosen || undefined}
          >
            <input type="radio" name={name} checked={chosen} onChange={() => onChange(response.id)} />
            <Letter letter={letterAt(index)} size="l" look={chosen ? 'selected' : 'plain'} />
            <Text as="span" grow shrinks breaks>
              <MathText text={response.response} />
            </Text>
            {response.id === before && (
              <Text as="span" size={13} weight={600} fixed className={styles.before}>
                <span aria-hidden>1A</span>
                <span className="visually-hidden">{t('join.reminderOfFirst')}</span>
              </Text>
            )}
            {chosen ? <IconCircleCheckFilled size={24} className={styles.check} /> : <span className={styles.radio} aria-hidden />}
          </Row>
        );
      })}
    </Stack>
  );
}
