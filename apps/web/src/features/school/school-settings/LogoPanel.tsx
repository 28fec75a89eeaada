import type { CallResult } from '@classwright/contract/core/endpoint';
import type { schoolSettingsGet, schoolSettingsUpdate } from '@classwright/contract/school/school-settings/calls';
import { COLOR } from '@classwright/contract/school/school-settings/color';
import type { schoolLogoDelete, schoolLogoSave } from '@classwright/contract/school/school-settings/logo';
import { LOGO_LIMITS, LOGO_TYPES } from '@classwright/contract/school/school-settings/logo-limits';
import { PRIMARY_SHADES } from '@classwright/rules/colors/own-colors';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { loadConfig } from '../../../base/config.ts';
import { refreshUser } from '../../../base/own-account.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import styles from './school-settings.module.css';
import { settingsKey } from './use-school-settings.ts';

type Loaded = CallResult<typeof schoolSettingsGet>;

/** Reads the bytes of a file in base64. */
async function toBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** The logo and the color of a school, and the address that is its own. They show once the settings of the form are loaded. */
export function LogoPanel({ schoolId, mayEdit }: { schoolId: number; mayEdit: boolean }) {
  const queries = useQueryClient();
  const title = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const { data } = useQuery({
    queryKey: settingsKey(schoolId),
    queryFn: ({ signal }) => api<typeof schoolSettingsGet>('GET', '/schools/:id/settings', { params: { id: schoolId }, signal }),
  });
  if (!data) return null;
  const { school_name: school, logo, host, color, updated_at } = data.settings;

  const change = async (call: () => Promise<Pick<CallResult<typeof schoolLogoSave>, 'settings' | 'message'>>) => {
    setPending(true);
    setProblem(null);
    try {
      const { settings, message } = await call();
      queries.setQueryData(settingsKey(schoolId), (before: Loaded | undefined) => before && { ...before, settings });
      await refreshUser();
      void loadConfig(true).catch(() => undefined);
      showSnack(message);
    } catch (failure) {
      setProblem(isApiError(failure, 'VALIDATION_FAILED') ? Object.values(failure.errors).flat().join(' ') : errorText(failure));
    } finally {
      setPending(false);
    }
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > LOGO_LIMITS.maxBytes) return setProblem(t('schoolSettings.logoTooLarge', { kilobytes: LOGO_LIMITS.maxBytes / 1000 }));
    const params = { id: schoolId };
    void change(async () => api<typeof schoolLogoSave>('PUT', '/schools/:id/logo', { params, body: { logo: await toBase64(file) } }));
  };

  const saveColor = (chosen: string | null) =>
    change(async () => api<typeof schoolSettingsUpdate>('PUT', '/schools/:id/settings', { params: { id: schoolId }, body: { color: chosen, updated_at } }));

  return (
    <Grid as="section" gap={12} bordered radius="lg" ground="surface" className={styles.look} aria-labelledby={title}>
      <h2 id={title}>{t('schoolSettings.look')}</h2>
      <Text size={14} tone="dimmed" breaks>
        {host === null ? t('schoolSettings.hostNone') : t('schoolSettings.hostHint', { host })}
      </Text>
      {logo ? <img src={logo} alt={t('schoolSettings.logoOf', { school })} className={styles.logo} /> : <p>{t('schoolSettings.logoNone')}</p>}
      {problem !== null && <Notice>{problem}</Notice>}
      {mayEdit && (
        <>
          <Text size={13} tone="dimmed">
            {t('schoolSettings.logoHint', { kilobytes: LOGO_LIMITS.maxBytes / 1000 })}
          </Text>
          <input
            ref={input}
            type="file"
            hidden
            accept={LOGO_TYPES.join(',')}
            aria-label={t('schoolSettings.logo')}
            onChange={({ target }) => {
              choose(target.files?.[0]);
              target.value = ''; // the same file may be chosen again
            }}
          />
          <Row wrap gap={12}>
            <Button pending={pending} onClick={() => input.current?.click()}>
              {t(logo ? 'schoolSettings.logoReplace' : 'schoolSettings.logoChoose')}
            </Button>
            {logo && (
              <Button
                variant="subtle"
                disabled={pending}
                onClick={() => void change(() => api<typeof schoolLogoDelete>('DELETE', '/schools/:id/logo', { params: { id: schoolId } }))}
              >
                {t('schoolSettings.logoRemove')}
              </Button>
            )}
          </Row>
          <ColorField key={color} saved={color} pending={pending} onSave={(chosen) => void saveColor(chosen)} />
        </>
      )}
    </Grid>
  );
}

/** The product's own color, as the field shows it where a school has none. */
const PRODUCT_COLOR = PRIMARY_SHADES[7];

interface ColorFieldProps {
  /** The color of the school, or null for that of the product. */
  saved: string | null;
  pending: boolean;
  onSave: (color: string | null) => void;
}

/** A field for the color of a school: chosen from the browser's palette, or typed. */
function ColorField({ saved, pending, onSave }: ColorFieldProps) {
  const hint = useId();
  const [typed, setTyped] = useState(saved ?? PRODUCT_COLOR);
  const color = typed.trim().toLowerCase();
  return (
    <Grid as="fieldset" gap={8} className={styles.color}>
      <legend>{t('schoolSettings.color')}</legend>
      <Text size={13} tone="dimmed" id={hint}>
        {t('schoolSettings.colorHint')}
      </Text>
      <Row wrap gap={12}>
        <input
          type="color"
          aria-label={t('schoolSettings.colorChoose')}
          aria-describedby={hint}
          value={COLOR.test(color) ? color : PRODUCT_COLOR}
          onChange={({ target }) => setTyped(target.value)}
        />
        <input
          aria-label={t('schoolSettings.colorTyped')}
          value={typed}
          maxLength={20}
          spellCheck={false}
          dir="ltr"
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button pending={pending} disabled={color === saved} onClick={() => onSave(color)}>
          {t('schoolSettings.colorSave')}
        </Button>
        {saved && (
          <Button variant="subtle" disabled={pending} onClick={() => onSave(null)}>
            {t('schoolSettings.colorRemove')}
          </Button>
        )}
      </Row>
    </Grid>
  );
}
