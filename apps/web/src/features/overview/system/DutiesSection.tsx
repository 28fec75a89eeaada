import type { DutyView } from '@classwright/contract/overview/system/calls';
import { DUTIES, type DutyState } from '@classwright/contract/overview/system/duties';
import type { Hue } from '../../../base/hue.ts';
import { type MessageKey, t } from '../../../base/t.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { IconAlertTriangle, IconCircleCheck, IconEye } from '../../../ui/plain/icons.ts';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { Section } from './Section.tsx';
import styles from './system.module.css';

/** The light of each state, in the order in which the duties are shown. */
const LIGHTS = {
  todo: { hue: 'amber', icon: IconAlertTriangle },
  own: { hue: 'gray', icon: IconEye },
  done: { hue: 'green', icon: IconCircleCheck },
} as const satisfies Record<DutyState, { hue: Hue; icon: IconComponent }>;
const ORDER = Object.keys(LIGHTS) as DutyState[];

/** Shows the duties of the operator with their lights, those to do first. */
export function DutiesSection({ duties }: { duties: readonly DutyView[] }) {
  return (
    <Section id="duties" title={t('system.duties')}>
      <Grid as="ul" wide>
        {ORDER.flatMap((state) => duties.filter((duty) => duty.state === state)).map((duty) => (
          <Duty key={duty.id} duty={duty} />
        ))}
      </Grid>
      <Text size={14} tone="dimmed">
        {t('system.docs')}
      </Text>
    </Section>
  );
}

function Duty({ duty: { id, state, remedies } }: { duty: DutyView }) {
  const { hue, icon } = LIGHTS[state];
  const { asvs, settings }: { asvs: readonly string[]; settings: readonly string[] } = DUTIES[id];
  return (
    <Stack as="li" gap={6} align="start" className={styles.duty}>
      <Chip hue={hue} icon={icon}>
        {t(`system.state.${state}`)}
      </Chip>
      <h3>{t(`system.duty.${id}.title`)}</h3>
      <span>{t(`system.duty.${id}.do`)}</span>
      {remedies.map((remedy) => (
        <b key={remedy}>{t(`system.remedy.${remedy}`)}</b>
      ))}
      {state === 'done' && <Text as="span">{t(`system.duty.${id}.seen` as MessageKey)}</Text>}
      {state === 'own' && <Text as="span">{t('system.unseen')}</Text>}
      {settings.length > 0 && (
        <Text as="span" size={13} tone="dimmed">
          {t('system.settings', { names: settings.join(', ') })}
        </Text>
      )}
      <Text as="span" size={13} tone="dimmed">
        {t('system.asvs', { ids: asvs.join(', ') })}
      </Text>
    </Stack>
  );
}
