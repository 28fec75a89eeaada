import type { FormEvent } from 'react';
import { isApiError } from '../../base/api.ts';
import { NotFound } from '../../ui/plain/NotFound.tsx';
import { parseId, searchParser } from '../../base/search.ts';
import { usePageSearch } from '../../base/use-page-search.ts';
import { useTitle } from '../../base/use-title.ts';
import { useUser } from '../../base/use-user.ts';
import { DateField, TextArea, useFaultFocus } from '../../ui/form/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { TextField } from '../../ui/plain/Field.tsx';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { Notice } from '../../ui/plain/Notice.tsx';
import { PageHeader } from '../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../ui/plain/Skeleton.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './profile.module.css';
import { t } from './t.ts';
import { Sessions } from './Sessions.tsx';
import { type ProfileField, useProfileForm } from './use-profile-form.ts';

/** Whose profile, where not one's own. */
const parseProfileSearch = searchParser({ account_id: parseId });
export type ProfileSearch = ReturnType<typeof parseProfileSearch>;

/** One's own profile and password; with an account in the address somebody else's profile. */
export function ProfileScreen() {
  const user = useUser();
  const { account_id: named } = usePageSearch(parseProfileSearch).search;
  const otherId = named === undefined || named === user.account_id ? undefined : named;
  return (
    <>
      <Profile key={otherId} accountId={otherId} />
      {otherId === undefined && (
        <>
          <PasswordForm email={user.email} />
          <Sessions />
        </>
      )}
    </>
  );
}

function Profile({ accountId }: { accountId: number | undefined }) {
  const { loaded, values, faults, error, isNewer, pending, change, save } = useProfileForm(accountId);
  const { form, focusFault } = useFaultFocus();
  const title = accountId === undefined || !loaded.data ? t('profile.title') : t('profile.of', { name: `${loaded.data.first_name} ${loaded.data.last_name}` });
  useTitle(title);
  if (isApiError(loaded.error, 'NOT_FOUND')) return <NotFound />;
  const words = (name: ProfileField) => ({
    label: t(`profile.field.${name}`),
    error: faults[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pending && !(await save())) focusFault();
  };
  return (
    <>
      <PageHeader title={title} sub={t(accountId === undefined ? 'profile.about' : 'profile.aboutOther')} />
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : !loaded.data ? (
        <SkeletonText lines={6} />
      ) : (
        <form ref={form} className={styles.form} aria-label={title} onSubmit={(event) => void submit(event)} noValidate>
          {isNewer && <Notice hue="amber">{t('profile.newer')}</Notice>}
          {error !== null && <Notice>{errorText(error)}</Notice>}
          <fieldset className={styles.fields} disabled={pending}>
            <TextField {...words('city')} autoComplete="address-level2" />
            <TextField {...words('state')} autoComplete="address-level1" />
            <TextField {...words('zip')} autoComplete="postal-code" />
            <TextField {...words('phone')} type="tel" autoComplete="tel" />
            <DateField {...words('dob')} autoComplete="bday" />
            <div className={styles.wide}>
              <TextArea {...words('address')} />
            </div>
          </fieldset>
          <Button type="submit" variant="filled" pending={pending}>
            {pending ? t('profile.saving') : t('profile.save')}
          </Button>
        </form>
      )}
    </>
  );
}
