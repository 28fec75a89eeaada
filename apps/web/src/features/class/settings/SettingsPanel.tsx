import { SIDEBAR_COLORS, SIDEBAR_IMAGES } from '@classwright/contract/people/profiles/shell-preferences';
import { useDarkMode } from '../../../base/color-mode.ts';
import { choosePreferences as choose, usePreferences } from '../../../base/preferences.ts';
import { sidebarLook } from '../../../ui/page-menu/sidebar-look.ts';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { Choices } from './Choices.tsx';
import styles from './SettingsPanel.module.css';
import { t } from '../../../base/t.ts';

/** Settings for the appearance of one's own screens. Each choice applies and is saved right away. */
export function SettingsPanel({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { preferences, waits } = usePreferences();
  const [dark] = useDarkMode();
  const { sidebar_color, sidebar_gradient, sidebar_image, sidebar_image_choice } = preferences;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('settings.title')} width={460}>
      <div className={styles.panel}>
        <p className={styles.hint}>{t('settings.hint')}</p>
        <Choices
          legend={t('settings.color')}
          options={SIDEBAR_COLORS.map((color) => ({ value: color, label: t(`settings.color.${color}`) }))}
          chosen={sidebar_color}
          onChoose={(color) => choose({ sidebar_color: color })}
          swatch={(color) => sidebarLook({ ...preferences, sidebar_color: color, sidebar_image: false })}
        />
        <div className={styles.switches}>
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
        </div>
        {sidebar_image && (
          <Choices
            legend={t('settings.imageChoice')}
            options={SIDEBAR_IMAGES.map((image) => ({ value: image, label: t(`settings.image.${image}`) }))}
            chosen={sidebar_image_choice}
            onChoose={(image) => choose({ sidebar_image_choice: image })}
            swatch={(image) => sidebarLook({ ...preferences, sidebar_image: true, sidebar_image_choice: image })}
          />
        )}
        <p className={styles.hint} role="status">
          {waits && t('settings.unsaved')}
        </p>
      </div>
    </Dialog>
  );
}
