import { t } from '../../../base/t.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';

/** Leads to the page about data, from the profile. */
export const NoticeLink = () => (
  <Text below={16}>
    <AppLink to="/privacy">{t('notice.link')}</AppLink>
  </Text>
);
