import type { Form } from '@classwright/contract/lesson/live/forms';
import type { StaffQuestionView } from '@classwright/contract/class/assessments/views';
import { timeWithSecondsOf } from '../../../../base/dates.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { IconClock, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { PhaseChip } from '../../../../ui/plain/PhaseChip.tsx';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { t } from '../../../../base/t.ts';
import { Distribution, ViewSwitch } from '../parts.ts';
import { useLive, useModel, usePhase, usePreferences } from '../use-live.ts';
import desk from './Desk.module.css';
import { PrivacyCover } from './PrivacyCover.tsx';
import styles from './Responses.module.css';

/**
 * The results of a form: hidden until requested, as bars, doughnut or table; and the controls for what the class sees.
 */
export function Responses({ form, question }: { form: Form; question: StaffQuestionView }) {
  const { preferences } = useLive();
  const { showsFigures, usesKeys } = usePreferences();
  const isCurrent = usePhase()?.form === form;
  const answered = useModel((model) => (model.tally?.form === form ? model.tally : model.feeds[form]?.distribution)?.answered ?? 0);
  return (
    <Stack as="section" grow className={styles.responses} aria-label={t('teach.distributionOf', { form })}>
      <Row gap={8} fixed className={desk.head}>
        <h2 className={isCurrent ? undefined : 'visually-hidden'}>{t('teach.responses')}</h2>
        {!isCurrent && <PhaseChip phase={form} />}
        <span className={desk.count}>{answered}</span>
        <Text as="span" grow shrinks className={desk.grow} />
        {showsFigures && <ViewSwitch />}
        {showsFigures && (
          <Button
            size="s"
            variant="subtle"
            icon={IconEyeOff}
            aria-label={t('teach.hideDistribution')}
            title={t('teach.hideDistribution')}
            aria-keyshortcuts={usesKeys ? 'D' : undefined}
            onClick={() => preferences.change({ showsFigures: false })}
          >
            {t('teach.hide')}
          </Button>
        )}
      </Row>
      {showsFigures ? (
        <Distribution form={form} question={question} />
      ) : (
        <>
          <PrivacyCover title={t('teach.distributionHidden')} hint={t('teach.distributionHiddenHint')} show={t('teach.showDistribution')} />
          <LastAnswer form={form} />
        </>
      )}
    </Stack>
  );
}

/** Shows who answered last, and when. This shows activity without the figures. */
function LastAnswer({ form }: { form: Form }) {
  const rows = useModel((model) => model.feeds[form]?.responses);
  const last = rows?.reduce<(typeof rows)[number] | null>((newest, row) => (newest === null || row.last_update > newest.last_update ? row : newest), null);
  if (!last) return null;
  return (
    <Row as="p" gap={8} size={13} tone="dimmed" fixed numbers className={styles.last}>
      <IconClock size={16} />
      {t('teach.lastAnswer', { time: timeWithSecondsOf(last.last_update), name: last.name })}
    </Row>
  );
}
