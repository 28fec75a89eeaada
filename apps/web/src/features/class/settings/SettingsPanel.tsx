import { SIDEBAR_COLORS, SIDEBAR_IMAGES } from '@classwright/contract/people/profiles/shell-preferences';
import { useDarkMode } from '../../../base/color-mode.ts';
import { choosePreferences as choose, usePreferences } from '../../../base/preferences.ts';
import { sidebarLook, lookStyles } from '../../../ui/page-menu/sidebar-look.ts';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { Stack, Text, Grid } from '../../../ui/plain/layout/layout.tsx';
import { useId } from 'react';
import { classes } from '../../../ui/plain/classes.ts';
import styles from './SettingsPanel.module.css';
import { t } from '../../../base/t.ts';

/** Settings for the appearance of one's own screens. Each choice applies and is saved right away. */
export function SettingsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { preferences, waits } = usePreferences();
  const [dark] = useDarkMode();
  const { sidebar_color, sidebar_gradient, sidebar_image, sidebar_image_choice } = preferences;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('settings.title')} width={460}>
      <Stack gap={16}>
        <Text size={13} tone="dimmed" className={styles.hint}>
          {t('settings.hint')}
        </Text>
        <Choices
          legend={t('settings.color')}
          options={SIDEBAR_COLORS.map((color) => ({ value: color, label: t(`settings.color.${color}`) }))}
          chosen={sidebar_color}
          onChoose={(color) => choose({ sidebar_color: color })}
          swatch={(color) => sidebarLook({ ...preferences, sidebar_color: color, sidebar_image: false })}
        />
        <Stack gap={4} className={styles.switches}>
          <CheckField label={t('settings.gradient')} checked={sidebar_gradient} onChange={() => choose({ sidebar_gradient: !sidebar_gradient })} />
          <CheckField
            label={t('settings.mini')}
            checked={preferences.mini_sidebar ?? false}
            onChange={() => choose({ mini_sidebar: !preferences.mini_sidebar })}
          />
          <CheckField label={t('settings.darkMode')} checked={dark} onChange={() => choose({ dark_mode: !dark })} />
          <CheckField
            label={`${t('settings.shortcuts')}: ${t('settings.shortcutsHint')}`}
            checked={preferences.shortcuts}
            onChange={() => choose({ shortcuts: !preferences.shortcuts })}
          />
          <CheckField label={t('settings.image')} checked={sidebar_image} onChange={() => choose({ sidebar_image: !sidebar_image })} />
        </Stack>
        {sidebar_image && (
          <Choices
            legend={t('settings.imageChoice')}
            options={SIDEBAR_IMAGES.map((image) => ({ value: image, label: t(`settings.image.${image}`) }))}
            chosen={sidebar_image_choice}
            onChoose={(image) => choose({ sidebar_image_choice: image })}
            swatch={(image) => sidebarLook({ ...preferences, sidebar_image: true, sidebar_image_choice: image })}
          />
        )}
        <Text size={13} tone="dimmed" className={styles.hint} role="status">
          {waits && t('settings.unsaved')}
        </Text>
      </Stack>
    </Dialog>
  );
}

/** A choice between several appearances, each with a small picture. */
function Choices<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
  swatch,
}: {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
  swatch: (value: Value) => ReturnType<typeof sidebarLook>;
}) {
  const name = useId();
  return (
    <Grid as="fieldset" gap={8} shrinks className={styles.choices}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => {
        const look = swatch(value);
        return (
          <Stack as="label" key={value} gap={4} size={13} centered className={styles.choice}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span {...look} className={classes(look.className, lookStyles.surface, styles.swatch)} aria-hidden />
            <span>{label}</span>
          </Stack>
        );
      })}
    </Grid>
  );
}
