import { useUser } from '../../../base/use-user.ts';
import { IconListDetails } from '../../../ui/plain/icons.ts';
import { PageCard } from './PageCard.tsx';
import { t } from '../../../base/t.ts';

/** A card that links students to all their work. */
export function PathsCard() {
  const { rights } = useUser();
  if (!rights.includes('std-classwork:view')) return null;
  return <PageCard to="/std-classwork" icon={IconListDetails} title={t('home.paths')} hint={t('home.pathsHint')} />;
}
