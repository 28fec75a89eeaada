import { showSnack } from '../../../base/snackbar.ts';
import { SwitchField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { useMailPreferences } from '../../school/notifications/index.ts';
import { t } from '../../../base/t.ts';

const KIND = 'weekly-figures';

/** Shows a switch for the weekly report by email. Shows nothing when no mail is sent. */
export function WeeklyMail() {
  const {
    loaded: { data },
    choose: send,
  } = useMailPreferences();
  const chosen = data?.preferences.find(({ kind }) => kind === KIND);
  if (!data?.sends_mail || !chosen) return null;
  const choose = (on: boolean): Promise<string> => send(KIND, on ? 'now' : 'never');
  const change = (on: boolean) =>
    choose(on).then(
      (message) => showSnack(message, { undo: () => choose(!on) }),
      (error: unknown) => showSnack(errorText(error), { color: 'red' }),
    );
  return (
    <SwitchField label={t('dashboards.weekly')} description={t('dashboards.weeklyHint')} checked={chosen.mail !== 'never'} onChange={(on) => void change(on)} />
  );
}
