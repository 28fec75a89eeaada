import { HAND_OFF_TARGETS, LAUNCHER_MODULES } from '@classwright/contract/shell-preferences';
import type { FormEvent, ReactNode } from 'react';
import { isApiError } from '../../base/api.ts';
import { NotFound } from '../../ui/plain/NotFound.tsx';
import { SelectField, SwitchField, useFaultFocus } from '../../ui/form/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { Panel } from '../../ui/plain/Card.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { LevelsField } from './LevelsField.tsx';
import styles from './school-settings.module.css';
import { t } from './t.ts';
import { type Field, useSchoolSettings, type Values } from './use-school-settings.ts';
import { clockOf, zones } from './zones.ts';

interface FormProps {
  schoolId: number;
  mayEdit: boolean;
  typed: Partial<Values>;
  onTyped: (typed: Partial<Values>) => void;
}

/** The settings of one school; whatever fails, what was typed stays. */
export function SchoolSettingsForm({ schoolId, mayEdit, typed, onTyped }: FormProps) {
  const { loaded, values, faults, error, meanwhile, pending, isDirty, change, reset, save } = useSchoolSettings(schoolId, typed, onTyped);
  const { form, focusFault } = useFaultFocus();
  if (isApiError(loaded.error, 'NOT_FOUND')) return <NotFound />;
  if (loaded.error && !loaded.data) return <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />;
  if (!loaded.data || !values) return <SkeletonText lines={8} />;
  const { levels, settings } = loaded.data;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pending && !(await save())) focusFault();
  };
  const saved = (name: Field, words = String(meanwhile?.[name] ?? '')): ReactNode =>
    meanwhile && name in meanwhile && <p className={styles.meanwhile}>{t('schoolSettings.newerValue', { value: words || t('schoolSettings.none') })}</p>;
  const yesNo = (name: 'several_devices_for_staff' | 'commenting_in_streams') => saved(name, meanwhile?.[name] ? t('common.yes') : t('common.no'));
  return (
    <form ref={form} className={styles.form} aria-label={settings.school_name} onSubmit={(event) => void submit(event)} noValidate>
      {!mayEdit && <Notice hue="gray">{t('schoolSettings.readOnly')}</Notice>}
      <fieldset className={styles.panels} disabled={!mayEdit || pending}>
        <div className={styles.column}>
          <Panel title={t('schoolSettings.general')} className={styles.panel}>
            <div className={styles.fields}>
              <SelectField
                label={t('schoolSettings.timeZone')}
                description={t('schoolSettings.timeZoneHint', { time: clockOf(values.time_zone, new Date()) })}
                value={values.time_zone}
                error={faults['time_zone']}
                options={zones(values.time_zone).map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
                onChange={(event) => change('time_zone', event.target.value)}
              />
              {saved('time_zone')}
            </div>
          </Panel>
          <Panel title={t('schoolSettings.people')} className={styles.panel}>
            <div className={`${styles.fields} ${styles.switches}`}>
              <SwitchField
                label={t('schoolSettings.severalDevices')}
                description={t('schoolSettings.severalDevicesHint')}
                checked={values.several_devices_for_staff}
                error={faults['several_devices_for_staff']}
                onChange={(checked) => change('several_devices_for_staff', checked)}
              />
              {yesNo('several_devices_for_staff')}
              <SwitchField
                label={t('schoolSettings.commenting')}
                description={t('schoolSettings.commentingHint')}
                checked={values.commenting_in_streams}
                error={faults['commenting_in_streams']}
                onChange={(checked) => change('commenting_in_streams', checked)}
              />
              {yesNo('commenting_in_streams')}
            </div>
          </Panel>
          <Panel title={t('schoolSettings.censorship')} className={styles.panel}>
            <div className={styles.fields}>
              <LevelsField
                levels={levels}
                chosen={values.censorship_levels}
                error={faults['censorship_levels']}
                onChange={(chosen) => change('censorship_levels', chosen)}
              />
              {saved('censorship_levels', namesOf(levels, meanwhile?.censorship_levels))}
            </div>
          </Panel>
        </div>
        <Panel title={t('schoolSettings.launcher')} className={styles.panel}>
          <div className={styles.fields}>
            <p className={styles.hint}>{t('schoolSettings.launcherHint')}</p>
            {LAUNCHER_MODULES.map((module) => {
              const name = `${module}_url` as const;
              return (
                <div key={module}>
                  <TextField
                    label={t(`launcher.${module}`)}
                    description={HAND_OFF_TARGETS[module] && t('schoolSettings.handOffHint')}
                    type="url"
                    inputMode="url"
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    value={values[name]}
                    error={faults[name]}
                    onChange={(event) => change(name, event.target.value)}
                  />
                  {saved(name)}
                </div>
              );
            })}
          </div>
        </Panel>
      </fieldset>
      {mayEdit && (
        <div className={styles.actions}>
          {meanwhile && <Notice hue="amber">{t('schoolSettings.newer')}</Notice>}
          {error !== null && <Notice>{errorText(error)}</Notice>}
          <Button type="submit" variant="filled" pending={pending} disabled={!isDirty}>
            {pending ? t('schoolSettings.saving') : t('schoolSettings.save')}
          </Button>
          {isDirty && !pending && (
            <Button variant="subtle" onClick={reset}>
              {t('schoolSettings.reset')}
            </Button>
          )}
          <p role="status" className={styles.hint}>
            {isDirty && !pending && t('schoolSettings.unsaved')}
          </p>
        </div>
      )}
    </form>
  );
}

const namesOf = (levels: readonly { id: number; name: string }[], chosen: readonly number[] | null | undefined): string =>
  chosen
    ? levels
        .filter(({ id }) => chosen.includes(id))
        .map(({ name }) => name)
        .join(', ')
    : t('schoolSettings.allLevels');
