import { t } from '../../../../base/t.ts';
import { useHasClassroom } from '../../../../base/set-up.ts';
import { AppLink } from '../../../../ui/plain/AppLink.tsx';
import { Panel } from '../../../../ui/plain/Card.tsx';
import { IconCircleCheckFilled } from '../../../../ui/plain/icons.ts';
import { Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { PageHeader } from '../../../../ui/plain/PageHeader.tsx';
import styles from './ConnectGoogleScreen.module.css';

/** The settings of the server that turn it on, with a value to copy. */
const SETTINGS = ['PUBLIC_URL={site}', 'GOOGLE_CLIENT_ID=…', 'GOOGLE_CLIENT_SECRET=…', 'GOOGLE_CLASSROOM=on'];
const SCOPES = [
  ...['classroom.courses', 'classroom.rosters', 'classroom.profile.emails', 'classroom.topics', 'classroom.coursework.students'],
  ...['classroom.courseworkmaterials', 'classroom.announcements'],
];

/** Says to administrators what Google Classroom would do here, what the school registers, and what the server needs. */
export function ConnectGoogleScreen() {
  const isSetUp = useHasClassroom();
  const site = location.origin;
  return (
    <>
      <PageHeader title={t('connectGoogle.title')} sub={isSetUp ? undefined : t('connectGoogle.about')} />
      {isSetUp && (
        <Notice hue="green" icon={IconCircleCheckFilled}>
          <Row gap={8} wrap>
            {t('connectGoogle.isSetUp')}
            <AppLink to="/sync">{t('connectGoogle.open')}</AppLink>
          </Row>
        </Notice>
      )}
      <Stack gap={16} className={styles.page}>
        <Panel title={t('connectGoogle.does')}>
          <ul className={styles.words}>
            <li>{t('connectGoogle.does.same')}</li>
            <li>{t('connectGoogle.does.own')}</li>
            <li>{t('connectGoogle.does.choice')}</li>
          </ul>
        </Panel>
        <Panel title={t('connectGoogle.steps')}>
          <ol className={styles.words}>
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
