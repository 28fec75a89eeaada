import { t } from '../../../base/t.ts';
import { IconAlertTriangle } from '../../../ui/plain/icons.ts';
import { HomeRow, HomeRows } from './HomeRow.tsx';
import { useHome } from './use-home.ts';

const MAX_LINES = 3;

/** Shows what needs attention in the running system, to those who may see it; nothing while all is well. */
export function SystemCard() {
  const warnings = useHome().data?.system ?? [];
  if (warnings.length === 0) return null;
  const shown = warnings.slice(0, warnings.length > MAX_LINES ? MAX_LINES - 1 : MAX_LINES);
  const rest = warnings.length - shown.length;
  return (
    <HomeRows id="home-system" title={t('home.system')}>
      {shown.map(({ id, state, saying }) => (
        <HomeRow key={id} to="/system" icon={IconAlertTriangle} hue={state === 'problem' ? 'red' : 'amber'} title={t(`light.${saying}`)} />
      ))}
      {rest > 0 && <HomeRow to="/system" icon={IconAlertTriangle} title={t('home.system.more', { count: rest })} />}
    </HomeRows>
  );
}
