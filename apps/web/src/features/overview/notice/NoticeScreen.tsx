import { OPTIONAL_USES } from '@classwright/contract/core/optional-uses';
import type { noticeGet, NoticeView } from '@classwright/contract/overview/notice/calls';
import { type Term, TERMS } from '@classwright/contract/school/retention/terms';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { dayOf } from '../../../base/dates.ts';
import { getSession } from '../../../base/session.ts';
import { t } from '../../../base/t.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useTitle } from '../../../base/use-title.ts';
import { Segments } from '../../../ui/form/index.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Logo } from '../../../ui/plain/Logo.tsx';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Text } from '../../../ui/plain/layout/layout.tsx';
import '../../../ui/print/print.css';
import styles from './notice.module.css';
import { KnowPicture, LongPicture, WhoPicture } from './Pictures.tsx';
import { parseNoticeSearch, READERS, type Reader } from './search.ts';

const KEPT = { leaving: 'notice.kept.leaving', 'school-year': 'notice.kept.schoolYear', event: 'notice.kept.event' } as const;

/** Says how long a term is: "2 years after the end of the school year". */
const keptFor = (term: Term, amount: number): string => t(KEPT[TERMS[term].after], { count: amount });

const TITLES = { child: 'notice.forChild', parent: 'notice.forParent' } as const;

/** Shows how a school uses data about people, in a child's words or in a parent's. It opens without signing in. */
export function NoticeScreen() {
  const { search, replace } = usePageSearch(parseNoticeSearch);
  const school = search.school ?? getSession()?.user.school?.id;
  const reader: Reader = search.view ?? 'child';
  const loaded = useQuery({
    queryKey: ['notice', school],
    queryFn: ({ signal }) => api<typeof noticeGet>('GET', '/notice', { query: school === undefined ? {} : { school }, token: null, signal }),
  });
  const { data: notice } = loaded;
  const title = notice?.school ? t('notice.titleAt', { school: notice.school.name }) : t('notice.title');
  useTitle(title);
  return (
    <Grid items="center" ground="surface" className={styles.page}>
      <Grid as="main" gap={20} wide className={styles.main}>
        <Row gap={16} justify="between" wrap data-screen-only>
          <Logo size={32} />
          <Link to="/">{t('notice.back')}</Link>
        </Row>
        <h1 dir="auto">{title}</h1>
        <Row gap={16} rowGap={12} justify="between" align="end" wrap data-screen-only>
          <Segments
            label={t('notice.readers')}
            value={reader}
            segments={READERS.map((value) => ({ value, label: t(TITLES[value]) }))}
            onChange={(view) => replace({ view })}
          />
          <Button onClick={() => print()}>{t('notice.print')}</Button>
        </Row>
        {isApiError(loaded.error, 'NOT_FOUND') ? (
          <Notice>{t('notice.notFound')}</Notice>
        ) : loaded.error && !notice ? (
          <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
        ) : !notice ? (
          <SkeletonText lines={8} />
        ) : (
          <>
            {notice.school === null && <Notice hue="gray">{t('notice.noSchool')}</Notice>}
            {reader === 'child' ? <ForChild notice={notice} /> : <ForParent notice={notice} />}
            <Text size={13} tone="dimmed">
              {notice.since === null
                ? t('notice.version', { number: notice.number })
                : t('notice.versionSince', { number: notice.number, date: dayOf(notice.since) })}
            </Text>
          </>
        )}
      </Grid>
    </Grid>
  );
}

function ForChild({ notice: { child_text, classes, terms, uses, demands } }: { notice: NoticeView }) {
  const usesGoogle = uses.google_sign_in || uses.classroom || uses.drive;
  return (
    <>
      <Part id="know" title={t('notice.child.know')} picture={<KnowPicture />}>
        <List of={classes.map(({ data_class }) => t(`notice.child.${data_class}`))} />
      </Part>
      <Part id="who" title={t('notice.child.who')} picture={<WhoPicture />}>
        <List
          of={[
            t('notice.child.teachers'),
            t('notice.child.office'),
            t('notice.child.classmates'),
            t(usesGoogle ? 'notice.child.google' : 'notice.child.noGoogle'),
            t('notice.child.noAds'),
          ]}
        />
      </Part>
      <Part id="long" title={t('notice.child.long')} picture={<LongPicture />}>
        <p>{t('notice.child.longAbout')}</p>
        <Kept terms={terms} />
      </Part>
      <Consents demands={demands} uses={uses} />
      <Part id="do" title={t('notice.child.do')}>
        <List of={[t('notice.child.look'), t('notice.child.copy'), t('notice.child.correct'), t('notice.child.ask')]} />
      </Part>
      <OwnWords text={child_text} />
    </>
  );
}

function ForParent({ notice: { parent_text, classes, terms, uses, demands } }: { notice: NoticeView }) {
  const google = [
    ...(uses.google_sign_in ? [t('notice.parent.googleSignIn')] : []),
    ...(uses.classroom ? [t('notice.parent.classroom')] : []),
    ...(uses.drive ? [t('notice.parent.drive')] : []),
  ];
  return (
    <>
      <p>{t('notice.parent.about')}</p>
      <Part id="what" title={t('notice.parent.what')}>
        <ul className={styles.classes}>
          {classes.map(({ data_class, terms: kept }) => (
            <li key={data_class}>
              <h3>{t(`notice.class.${data_class}`)}</h3>
              <dl>
                <dt>{t('notice.parent.data')}</dt>
                <dd>{t(`notice.parent.${data_class}`)}</dd>
                <dt>{t('notice.parent.purpose')}</dt>
                <dd>{t(`notice.why.${data_class}`)}</dd>
                {kept.length > 0 && (
                  <>
                    <dt>{t('notice.parent.kept')}</dt>
                    {[...new Set(kept.map((term) => keptFor(term, terms[term])))].map((words) => (
                      <dd key={words}>{words}</dd>
                    ))}
                  </>
                )}
              </dl>
            </li>
          ))}
        </ul>
      </Part>
      <Part id="basis" title={t('notice.parent.basis')}>
        <p>{t('notice.parent.basisText')}</p>
      </Part>
      <Part id="recipients" title={t('notice.parent.recipients')}>
        <List
          of={[
            t('notice.parent.staff'),
            t('notice.parent.classmates'),
            t('notice.parent.operator'),
            t('notice.parent.systems'),
            ...(google.length > 0 ? google : [t('notice.parent.noGoogle')]),
            ...(uses.mail ? [t('notice.parent.mail')] : []),
            t('notice.parent.nobodyElse'),
          ]}
        />
      </Part>
      <Part id="long" title={t('notice.parent.long')}>
        <p>{t('notice.parent.longAbout')}</p>
        <Kept terms={terms} />
        <p>{t('notice.parent.backups')}</p>
      </Part>
      <Consents demands={demands} uses={uses} />
      <Part id="rights" title={t('notice.parent.rights')}>
        <List of={[t('notice.parent.copy'), t('notice.parent.correct'), t('notice.parent.erase'), t('notice.parent.looked')]} />
        <p>{t('notice.parent.where')}</p>
      </Part>
      <OwnWords text={parent_text} />
    </>
  );
}

/** The optional uses that are set up, each with whom the school asks. */
function Consents({ demands, uses }: Pick<NoticeView, 'demands' | 'uses'>) {
  return (
    <Part id="consents" title={t('consents.noticeTitle')}>
      <List
        of={OPTIONAL_USES.filter((use) => (use !== 'classroom' || uses.classroom) && (use !== 'drive' || uses.drive)).map((use) =>
          t('consents.noticeLine', { use: t(`consents.use.${use}`), asks: t(`consents.asks.${demands[use] ?? 'school'}`), means: t(`consents.means.${use}`) }),
        )}
      />
      {Object.keys(demands).length > 0 && <p>{t('consents.noticeWithdraw')}</p>}
    </Part>
  );
}

function Part({ id, title, picture, children }: { id: string; title: string; picture?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={`notice-${id}`}>
      {picture}
      <Grid gap={10} shrinks>
        <h2 id={`notice-${id}`}>{title}</h2>
        {children}
      </Grid>
    </section>
  );
}

function List({ of }: { of: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {of.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

function Kept({ terms }: { terms: NoticeView['terms'] }) {
  return (
    <dl className={styles.kept}>
      {(Object.keys(TERMS) as Term[]).map((term) => (
        <div key={term}>
          <dt>{t(`notice.term.${term}`)}</dt>
          <dd>{keptFor(term, terms[term])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The school's own paragraphs, in plain text. */
function OwnWords({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Part id="school" title={t('notice.fromSchool')}>
      {text.split(/\n\s*\n/).map((paragraph, at) => (
        <p key={at} dir="auto" className={styles.own}>
          {paragraph}
        </p>
      ))}
    </Part>
  );
}
