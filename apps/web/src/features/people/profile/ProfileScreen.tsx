import { fullName } from '../../../base/full-name.ts';
import type { profileGet, ProfileView, profileUpdate } from '@classwright/contract/people/profiles/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { NotFound } from '../../../ui/plain/NotFound.tsx';
import { parseId, searchParser } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DateField, FormProblem, TextArea, useFaultFocus } from '../../../ui/form/index.ts';
import { Avatar } from '../../../ui/plain/Avatar.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { OwnFactors } from '../factors/index.ts';
import { OwnPin } from './OwnPin.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import styles from './profile.module.css';
import { t } from '../../../base/t.ts';
import { Sessions } from './Sessions.tsx';
import { refreshUser } from '../../../base/own-account.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { useVersionedForm } from '../../../base/versioned-form.ts';

const FIELDS = ['city', 'state', 'zip', 'phone', 'dob', 'address'] as const;
type ProfileField = (typeof FIELDS)[number];

const toValues = (profile: ProfileView | null) => Object.fromEntries(FIELDS.map((name) => [name, profile?.[name] ?? ''])) as Record<ProfileField, string>;

const profileKey = (accountId: number | undefined) => ['profile', accountId ?? 'own'];

/** A form for one's own profile, or for someone else's by people who administer accounts. */
function useProfileForm(profile: ProfileView, accountId: number | undefined) {
  const queries = useQueryClient();
  const form = useVersionedForm({
    row: profile,
    toValues,
    save: async (values, base) => {
      const asked = accountId === undefined ? {} : { account_id: accountId };
      const saved = await api<typeof profileUpdate>('PUT', '/profile', { body: { ...asked, ...values, updated_at: base?.updated_at ?? null } });
      if (accountId === undefined) await refreshUser(); // the telephone number is the account's
      return saved;
    },
    onSaved: ({ profile: saved, message }) => {
      queries.setQueryData(profileKey(accountId), saved);
      form.restart(saved);
      showSnack(message);
    },
  });
  useUnsaved(form.isDirty);
  return form;
}

/** Parses the address: the account whose profile is shown, if not one's own. */
const parseProfileSearch = searchParser({ account_id: parseId });
export type ProfileSearch = ReturnType<typeof parseProfileSearch>;

/**
 * Shows one's own profile and password, then other personal settings. With an account in the address it shows that
 * person's profile. `records` shows what else is kept about the person (null: oneself).
 */
export function ProfileScreen({ choices, records }: { choices?: ReactNode; records?: (person: ProfileView | null) => ReactNode }) {
  const user = useUser();
  const { account_id: named } = usePageSearch(parseProfileSearch).search;
  const otherId = named === undefined || named === user.account_id ? undefined : named;
  return (
    <>
      <Profile key={otherId} accountId={otherId} records={otherId === undefined ? undefined : records} />
      {otherId === undefined && (
        <>
          <PasswordForm email={user.email} />
          <OwnFactors />
          {choices}
          <OwnPin />
          <Sessions />
          {records?.(null)}
        </>
      )}
    </>
  );
}

function Profile({ accountId, records }: { accountId: number | undefined; records: ((person: ProfileView) => ReactNode) | undefined }) {
  const loaded = useQuery({
    queryKey: profileKey(accountId),
    queryFn: ({ signal }) =>
      api<typeof profileGet>('GET', '/profile', { query: accountId === undefined ? {} : { account_id: accountId }, signal }).then(({ profile }) => profile),
  });
  const title = accountId === undefined || !loaded.data ? t('profile.title') : t('profile.of', { name: fullName(loaded.data) });
  if (isApiError(loaded.error, 'NOT_FOUND')) return <NotFound />;
  return (
    <>
      <PageHeader title={title} sub={t(accountId === undefined ? 'profile.about' : 'profile.aboutOther')} />
      {loaded.data ? (
        <>
          <Who profile={loaded.data} isOwn={accountId === undefined} />
          <ProfileForm title={title} profile={loaded.data} accountId={accountId} />
          {records?.(loaded.data)}
        </>
      ) : loaded.error ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </>
  );
}

/** Shows whose profile it is: the face, the name, the email address, and the own school. */
function Who({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const { school } = useUser();
  const name = fullName(profile);
  return (
    <Row gap={12} below={16}>
      <Avatar name={name} picture={profile.picture} size="l" />
      <Stack shrinks>
        <Text as="b" size={16} breaks dir="auto">
          {name}
        </Text>
        <Text size={13} tone="dimmed" breaks>
          {inOneLine([profile.email, isOwn ? (school?.school_name ?? '') : ''])}
        </Text>
      </Stack>
    </Row>
  );
}

function ProfileForm({ title, profile, accountId }: { title: string; profile: ProfileView; accountId: number | undefined }) {
  const versioned = useProfileForm(profile, accountId);
  const { values, faults, pending, change, save } = versioned;
  const { form, focusFault } = useFaultFocus();
  const label = (name: ProfileField) => t(`profile.field.${name}`);
  const words = (name: ProfileField) => ({
    label: label(name),
    error: faults[name],
    value: values[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!pending && !(await save())) focusFault();
  };
  return (
    <Grid
      as="form"
      ref={form}
      gap={16}
      items="start"
      bordered
      radius="lg"
      ground="surface"
      className={styles.form}
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <FormProblem form={versioned} label={label} words={(name, said) => said[name]} />
      <Grid as="fieldset" gap={16} align="start" wide className={styles.fields} disabled={pending}>
        <TextField {...words('city')} autoComplete="address-level2" />
        <TextField {...words('state')} autoComplete="address-level1" />
        <TextField {...words('zip')} autoComplete="postal-code" />
        <TextField {...words('phone')} type="tel" autoComplete="tel" />
        <DateField {...words('dob')} autoComplete="bday" />
        <div className={styles.wide}>
          <TextArea {...words('address')} />
        </div>
      </Grid>
      <Button type="submit" variant="filled" pending={pending}>
        {pending ? t('profile.saving') : t('profile.save')}
      </Button>
    </Grid>
  );
}
