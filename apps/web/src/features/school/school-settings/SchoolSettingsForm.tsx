import { HAND_OFF_TARGETS, LAUNCHER_MODULES } from '@classwright/contract/people/profiles/shell-preferences';
import type { CallResult } from '@classwright/contract/core/endpoint';
import type { schoolSettingsGet } from '@classwright/contract/school/school-settings/calls';
import { SEAT_CHECKS } from '@classwright/contract/school/school-settings/seat-checks';
import { THRESHOLD_BOUNDS } from '@classwright/rules/results/attention';
import { SUBGROUP_FIELDS } from '@classwright/rules/results/subgroups';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { NotFound } from '../../../ui/plain/NotFound.tsx';
import { FormProblem, SelectField, SwitchField, useFaultFocus } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { LevelsField } from './LevelsField.tsx';
import styles from './school-settings.module.css';
import { t } from '../../../base/t.ts';
import { type Field, settingsKey, type Typed, useSchoolSettings, type Values } from './use-school-settings.ts';
import { timeIn } from '../../../base/dates.ts';

/** Lists every time zone that the browser knows, plus UTC and the selected one. */
const zones = (chosen: string): string[] => [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].sort();

/** Formats the current time in a zone as "2:05 PM", as elsewhere. Empty for a zone that this browser does not know. */
function clockOf(timeZone: string, at: Date): string {
  if (timeZone === '') return '';
  try {
    return timeIn(at, timeZone);
  } catch {
    return '';
  }
}

interface FormProps {
  mayEdit: boolean;
  typed: Typed | null;
  onTyped: (typed: Typed | null) => void;
}

/** The settings of one school. Typed values are kept on any failure. */
export function SchoolSettingsForm({ schoolId, ...props }: FormProps & { schoolId: number }) {
  const loaded = useQuery({
    queryKey: settingsKey(schoolId),
    queryFn: ({ signal }) => api<typeof schoolSettingsGet>('GET', '/schools/:id/settings', { params: { id: schoolId }, signal }),
  });
  if (isApiError(loaded.error, 'NOT_FOUND')) return <NotFound />;
  if (loaded.data) return <Settings {...loaded.data} {...props} />;
  return loaded.error ? <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} /> : <SkeletonText lines={8} />;
}

const label = (field: Field): string => {
  const launched = LAUNCHER_MODULES.find((module) => `${module}_url` === field);
  const threshold = THRESHOLDS.find((one) => `attention_${one}` === field);
  if (threshold) return t(`schoolSettings.attention.${threshold}`);
  return launched ? t(`launcher.${launched}`) : t(LABELS[field as keyof typeof LABELS]);
};
const THRESHOLDS = Object.keys(THRESHOLD_BOUNDS) as (keyof typeof THRESHOLD_BOUNDS)[];
const LABELS = {
  time_zone: 'schoolSettings.timeZone',
  several_devices_for_staff: 'schoolSettings.severalDevices',
  commenting_in_streams: 'schoolSettings.commenting',
  asks_sure: 'schoolSettings.asksSure',
  asks_again: 'schoolSettings.asksAgain',
  simulated_classes: 'schoolSettings.simulated',
  censorship_levels: 'schoolSettings.censorship',
  subgroup_field: 'schoolSettings.subgroupField',
  seat_check: 'schoolSettings.seatCheck',
  sender_name: 'schoolSettings.senderName',
  sender_address: 'schoolSettings.senderAddress',
} as const;

type SettingsProps = FormProps & Pick<CallResult<typeof schoolSettingsGet>, 'settings' | 'levels' | 'has_classroom'>;

function Settings({ settings, levels, has_classroom, mayEdit, typed, onTyped }: SettingsProps) {
  const versioned = useSchoolSettings(settings, typed, onTyped);
  const { values, faults, pending, isDirty, change, reset, save } = versioned;
  const { form, focusFault } = useFaultFocus();
  const words = (field: Field, said: Values): string => {
    const value = said[field];
    if (field === 'censorship_levels') return namesOf(levels, said.censorship_levels);
    if (field === 'subgroup_field') return t(`schoolSettings.subgroup.${said.subgroup_field ?? 'none'}`);
    if (field === 'seat_check') return t(`schoolSettings.seat.${said.seat_check ?? 'pin'}`);
    if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
    return String(value ?? '');
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pending && !(await save())) focusFault();
  };
  return (
    <Grid as="form" ref={form} gap={16} className={styles.form} aria-label={settings.school_name} onSubmit={(event) => void submit(event)} noValidate>
      {!mayEdit && <Notice hue="gray">{t('schoolSettings.readOnly')}</Notice>}
      <Grid as="fieldset" gap={16} align="start" oneColumn shrinks className={styles.panels} disabled={!mayEdit || pending}>
        <Grid gap={16} shrinks>
          <Panel title={t('schoolSettings.general')} className={styles.panel}>
            <div className={styles.fields}>
              <SelectField
                label={label('time_zone')}
                description={t('schoolSettings.timeZoneHint', { time: clockOf(values.time_zone, new Date()) })}
                value={values.time_zone}
                error={faults['time_zone']}
                options={zones(values.time_zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
                onChange={(event) => change({ time_zone: event.target.value })}
              />
            </div>
          </Panel>
          <Panel title={t('schoolSettings.people')} className={styles.panel}>
            <div className={`${styles.fields} ${styles.switches}`}>
              <SwitchField
                label={t('schoolSettings.severalDevices')}
                description={t('schoolSettings.severalDevicesHint')}
                checked={values.several_devices_for_staff}
                error={faults['several_devices_for_staff']}
                onChange={(checked) => change({ several_devices_for_staff: checked })}
              />
              <SwitchField
                label={t('schoolSettings.commenting')}
                description={t('schoolSettings.commentingHint')}
                checked={values.commenting_in_streams}
                error={faults['commenting_in_streams']}
                onChange={(checked) => change({ commenting_in_streams: checked })}
              />
              <SelectField
                label={label('seat_check')}
                description={t('schoolSettings.seatCheckHint')}
                value={values.seat_check}
                error={faults['seat_check']}
                options={SEAT_CHECKS.map((check) => ({ value: check, label: t(`schoolSettings.seat.${check}`) }))}
                onChange={(event) => change({ seat_check: SEAT_CHECKS.find((check) => check === event.target.value) ?? 'pin' })}
              />
            </div>
          </Panel>
          <Panel title={t('schoolSettings.lessons')} className={styles.panel}>
            <div className={`${styles.fields} ${styles.switches}`}>
              <SwitchField
                label={t('schoolSettings.asksSure')}
                description={t('schoolSettings.asksSureHint')}
                checked={values.asks_sure}
                error={faults['asks_sure']}
                onChange={(checked) => change({ asks_sure: checked })}
              />
              <SwitchField
                label={t('schoolSettings.simulated')}
                description={t('schoolSettings.simulatedHint')}
                checked={values.simulated_classes}
                error={faults['simulated_classes']}
                onChange={(checked) => change({ simulated_classes: checked })}
              />
            </div>
          </Panel>
          <Panel title={t('schoolSettings.censorship')} className={styles.panel}>
            <div className={styles.fields}>
              <LevelsField
                levels={levels}
                chosen={values.censorship_levels}
                error={faults['censorship_levels']}
                onChange={(chosen) => change({ censorship_levels: chosen })}
              />
            </div>
          </Panel>
          <Panel title={t('schoolSettings.attention')} className={styles.panel}>
            <div className={styles.fields}>
              <Text size={13} tone="dimmed" className={styles.hint}>
                {t('schoolSettings.attentionHint')}
              </Text>
              <Grid gap={14} align="end" className={styles.thresholds}>
                {THRESHOLDS.map((threshold) => {
                  const name = `attention_${threshold}` as const;
                  return (
                    <TextField
                      key={threshold}
                      label={label(name)}
                      inputMode="numeric"
                      autoComplete="off"
                      value={String(values[name])}
                      error={faults[name]}
                      onChange={(event) => change({ [name]: event.target.value })}
                    />
                  );
                })}
              </Grid>
            </div>
          </Panel>
        </Grid>
        <Grid gap={16} shrinks>
          {!has_classroom && (
            <Panel title={t('schoolSettings.connections')} className={styles.panel}>
              <div className={styles.fields}>
                <Text size={13} tone="dimmed" className={styles.hint}>
                  {t('schoolSettings.noClassroom')} <AppLink to="/sync">{t('menu.added.sync')}</AppLink>
                </Text>
              </div>
            </Panel>
          )}
          <Panel title={t('schoolSettings.reviews')} className={styles.panel}>
            <div className={styles.fields}>
              <SwitchField
                label={t('schoolSettings.asksAgain')}
                description={t('schoolSettings.asksAgainHint')}
                checked={values.asks_again}
                error={faults['asks_again']}
                onChange={(checked) => change({ asks_again: checked })}
              />
            </div>
          </Panel>
          <Panel title={t('schoolSettings.subgroups')} className={styles.panel}>
            <div className={styles.fields}>
              <SelectField
                label={label('subgroup_field')}
                description={t('schoolSettings.subgroupHint')}
                value={values.subgroup_field ?? ''}
                error={faults['subgroup_field']}
                options={[
                  { value: '', label: t('schoolSettings.subgroup.none') },
                  ...SUBGROUP_FIELDS.map((field) => ({ value: field, label: t(`schoolSettings.subgroup.${field}`) })),
                ]}
                onChange={(event) => change({ subgroup_field: SUBGROUP_FIELDS.find((field) => field === event.target.value) ?? null })}
              />
            </div>
          </Panel>
          <Panel title={t('schoolSettings.emails')} className={styles.panel}>
            <div className={styles.fields}>
              <Text size={13} tone="dimmed" className={styles.hint}>
                {t('schoolSettings.emailsHint')}
              </Text>
              <TextField
                label={label('sender_name')}
                autoComplete="off"
                value={values.sender_name}
                error={faults['sender_name']}
                onChange={(event) => change({ sender_name: event.target.value })}
              />
              <TextField
                label={label('sender_address')}
                description={
                  settings.sender_domain === null ? t('schoolSettings.senderClosed') : t('schoolSettings.senderAddressHint', { domain: settings.sender_domain })
                }
                type="email"
                inputMode="email"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={values.sender_address}
                error={faults['sender_address']}
                onChange={(event) => change({ sender_address: event.target.value })}
              />
            </div>
          </Panel>
          <Panel title={t('schoolSettings.launcher')} className={styles.panel}>
            <div className={styles.fields}>
              <Text size={13} tone="dimmed" className={styles.hint}>
                {t('schoolSettings.launcherHint')}
              </Text>
              {LAUNCHER_MODULES.map((module) => {
                const name = `${module}_url` as const;
                return (
                  <TextField
                    key={module}
                    label={t(`launcher.${module}`)}
                    description={HAND_OFF_TARGETS[module] && t('schoolSettings.handOffHint')}
                    type="url"
                    inputMode="url"
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    value={values[name]}
                    error={faults[name]}
                    onChange={(event) => change({ [name]: event.target.value })}
                  />
                );
              })}
            </div>
          </Panel>
        </Grid>
      </Grid>
      {mayEdit && (
        <Row wrap gap={12} ground="canvas" className={styles.actions}>
          <FormProblem form={versioned} label={label} words={words} />
          <Button type="submit" variant="filled" pending={pending} disabled={!isDirty}>
            {pending ? t('schoolSettings.saving') : t('schoolSettings.save')}
          </Button>
          {isDirty && !pending && (
            <Button variant="subtle" onClick={reset}>
              {t('schoolSettings.reset')}
            </Button>
          )}
          <Text role="status" size={13} tone="dimmed" className={styles.hint}>
            {isDirty && !pending && t('schoolSettings.unsaved')}
          </Text>
        </Row>
      )}
    </Grid>
  );
}

const namesOf = (levels: readonly { id: number; name: string }[], chosen: readonly number[] | null | undefined): string =>
  chosen
    ? levels
        .filter(({ id }) => chosen.includes(id))
        .map(({ name }) => name)
        .join(', ')
    : t('schoolSettings.allLevels');
