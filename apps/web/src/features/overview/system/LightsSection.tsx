import type { LightView } from '@classwright/contract/overview/system/calls';
import type { LightState } from '@classwright/contract/overview/system/lights';
import type { Hue } from '../../../base/hue.ts';
import { type MessageKey, t } from '../../../base/t.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import type { IconComponent } from '../../../ui/plain/icon.tsx';
import { IconAlertTriangle, IconCircleCheck, IconEye, IconX } from '../../../ui/plain/icons.ts';
import { Grid, Stack } from '../../../ui/plain/layout/layout.tsx';
import { Section } from './Section.tsx';
import styles from './system.module.css';
import { TestMail } from './TestMail.tsx';

/** The look of each state, in the order in which the lights are shown. */
const LOOKS = {
  problem: { hue: 'red', icon: IconX },
  attention: { hue: 'amber', icon: IconAlertTriangle },
  good: { hue: 'green', icon: IconCircleCheck },
  off: { hue: 'gray', icon: IconEye },
} as const satisfies Record<LightState, { hue: Hue; icon: IconComponent }>;

/** Shows what the installation needs and how the server sees it, problems first, each with what to do. */
export function LightsSection({ lights, mayAct }: { lights: readonly LightView[]; mayAct: boolean }) {
  const hasMail = !lights.some(({ saying }) => saying === 'mailOff');
  return (
    <Section id="lights" title={t('system.title')}>
      <Grid as="ul" wide>
        {(Object.keys(LOOKS) as LightState[])
          .flatMap((state) => lights.filter((light) => light.state === state))
          .map((light) => (
            <Light key={light.id} light={light} />
          ))}
      </Grid>
      {mayAct && hasMail && <TestMail />}
    </Section>
  );
}

function Light({ light: { state, saying } }: { light: LightView }) {
  const { hue, icon } = LOOKS[state];
  const isBad = state === 'problem' || state === 'attention';
  return (
    <Stack as="li" gap={6} align="start" className={styles.duty}>
      <Chip hue={hue} icon={icon}>
        {t(`system.lightState.${state}`)}
      </Chip>
      {isBad ? <b>{t(`light.${saying}`)}</b> : <span>{t(`light.${saying}`)}</span>}
      {isBad && <span>{t(`lightRemedy.${saying}` as MessageKey)}</span>}
    </Stack>
  );
}
