import { CONFIDENCES, type Confidence } from '@classwright/rules/live/confidence';
import { useId } from 'react';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { t } from '../../base/t.ts';
import styles from './HowSure.module.css';

/** Asks how sure one is: three choices below the responses, which may be left out. The chosen one is cleared by a second press. */
export function HowSure({ value, onChange }: { value: Confidence | null; onChange: (value: Confidence | null) => void }) {
  const id = useId();
  return (
    <Stack gap={6} shrinks>
      <Row justify="between" gap={8}>
        <Text as="span" id={id} size={15} weight={600} leading={1.35}>
          {t('join.sure')}
        </Text>
        {value === null ? (
          <Text as="span" size={13} tone="dimmed">
            {t('join.sureOptional')}
          </Text>
        ) : (
          <button type="button" className={styles.clear} onClick={() => onChange(null)}>
            {t('join.sureClear')}
          </button>
        )}
      </Row>
      <Row gap={8} role="radiogroup" aria-labelledby={id}>
        {CONFIDENCES.map((confidence) => (
          <Row
            as="label"
            key={confidence}
            justify="center"
            size={15}
            weight={600}
            leading={1.3}
            radius="lg"
            grow
            shrinks
            className={styles.level}
            data-chosen={value === confidence || undefined}
          >
            <input
              type="radio"
              name={id}
              checked={value === confidence}
              onChange={() => onChange(confidence)}
              onClick={() => value === confidence && onChange(null)}
            />
            {t(`sure.${confidence}`)}
          </Row>
        ))}
      </Row>
    </Stack>
  );
}
