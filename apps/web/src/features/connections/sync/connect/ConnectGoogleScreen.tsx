import { t } from '../../../../base/t.ts';
import { useHasClassroom } from '../../../../base/set-up.ts';
import { useUser } from '../../../../base/use-user.ts';
import { Panel } from '../../../../ui/plain/Card.tsx';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import { NotFound } from '../../../../ui/plain/NotFound.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import styles from './ConnectGoogleScreen.module.css';

/** The settings of the server that turn it on, with a value to copy. */
const SETTINGS = ['PUBLIC_URL={site}', 'GOOGLE_CLIENT_ID=…', 'GOOGLE_CLIENT_SECRET=…', 'GOOGLE_CLASSROOM=on'];
const SCOPES = [
  ...['classroom.courses', 'classroom.rosters', 'classroom.profile.emails', 'classroom.topics', 'classroom.coursework.students'],
  ...['classroom.courseworkmaterials', 'classroom.announcements'],
];

/**
 * The page of Google Classroom while it is not set up. It says to administrators what it would do, what their school
 * registers, and what the server needs.
 */
export function ConnectGoogleScreen() {
  const { rights } = useUser();
  if (useHasClassroom() || !rights.includes('school-settings:edit')) return <NotFound />;
  const site = location.origin;
  return (
    <>
      <PageHeader title={t('connectGoogle.title')} sub={t('connectGoogle.about')} />
      <Stack gap={16} className={styles.page}>
        <Panel title={t('connectGoogle.does')}>
          <div className={styles.words}>
            <ul>
              <li>{t('connectGoogle.does.same')}</li>
              <li>{t('connectGoogle.does.own')}</li>
              <li>{t('connectGoogle.does.choice')}</li>
            </ul>
          </div>
        </Panel>
        <Panel title={t('connectGoogle.steps')}>
          <div className={styles.words}>
            <ol>
              <li>{t('connectGoogle.steps.project')}</li>
              <li>
                {t('connectGoogle.steps.client')}
                <ul>
                  {['/google-sign-in', '/sync-connect'].map((path) => (
                    <li key={path}>
                      <code>{site + path}</code>
                    </li>
                  ))}
                </ul>
              </li>
              <li>{t('connectGoogle.steps.consent')}</li>
              <li>{t('connectGoogle.steps.trust')}</li>
              <li>{t('connectGoogle.steps.server')}</li>
            </ol>
          </div>
          <details className={styles.server}>
            <summary>{t('connectGoogle.server')}</summary>
            <p>{t('connectGoogle.server.settings')}</p>
            <pre>{SETTINGS.map((line) => line.replace('{site}', site)).join('\n')}</pre>
            <p>{t('connectGoogle.server.scopes')}</p>
            <pre>{SCOPES.join('\n')}</pre>
            <p>{t('connectGoogle.server.key')}</p>
          </details>
        </Panel>
      </Stack>
    </>
  );
}
