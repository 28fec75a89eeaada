import { t } from '../../../base/t.ts';
import { numberText } from '../../../base/number-text.ts';
import { useUser } from '../../../base/use-user.ts';
import { IconAlertTriangle } from '../../../ui/plain/icons.ts';
import { HomeRow, HomeRows } from './HomeRow.tsx';
import { useHome } from './use-home.ts';

/** Shows limits of schools that are nearly reached, to those who can do something about it; nothing while there is room. */
export function LimitsCard() {
  const { rights } = useUser();
  const limits = useHome().data?.limits ?? [];
  if (limits.length === 0) return null;
  const pageOf = { people: '/accounts', files: '/files' };
  return (
    <HomeRows id="home-limits" title={t('home.limits')}>
      {limits.map(({ school, kind, used, most }) => (
        <HomeRow
          key={`${school} ${kind}`}
          to={rights.includes('all-schools:view') ? '/all-schools' : pageOf[kind]}
          icon={IconAlertTriangle}
          hue={used >= most ? 'red' : 'amber'}
          title={t(`allSchools.near.${kind}`, { school, used: numberText(used), most: numberText(most) })}
        />
      ))}
    </HomeRows>
  );
}
