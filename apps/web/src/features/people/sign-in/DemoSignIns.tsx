import type { ConfigView } from '@classwright/contract/school/config/calls';
import { useState } from 'react';
import { t } from '../../../base/t.ts';
import { Avatar } from '../../../ui/plain/Avatar.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconChevronDown } from '../../../ui/plain/icons.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './SignIn.module.css';
import type { useSignIn } from './use-sign-in.ts';

/** The number shown before the rest is requested. */
const FIRST = 6;

/** The people of the demo school. One press signs in as one of them. */
export function DemoSignIns({ people, signIn }: { people: ConfigView['demo']; signIn: ReturnType<typeof useSignIn> }) {
  const [all, setAll] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = all ? people : people.slice(0, FIRST);
  const choose = ({ email, password }: ConfigView['demo'][number]) => {
    setChosen(email);
    // A demo shows several people side by side, each in a separate tab.
    void signIn.submit({ email, password, remember: false });
  };
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('signIn.demo')}</h2>
      <p>{t('signIn.demoHint')}</p>
      <Grid as="ul" gap={8} className={styles.people}>
        {shown.map((person) => (
          <li key={person.email}>
            <button
              type="button"
              className={styles.person}
              disabled={signIn.pending}
              aria-busy={(signIn.pending && chosen === person.email) || undefined}
              onClick={() => choose(person)}
            >
              <Avatar name={person.label} />
              <span>
                <b>{person.label}</b>
                <span>{person.email}</span>
              </span>
            </button>
          </li>
        ))}
      </Grid>
      {!all && people.length > FIRST && (
        <Button variant="subtle" size="s" iconAfter={IconChevronDown} onClick={() => setAll(true)}>
          {t('signIn.demoMore')}
        </Button>
      )}
    </section>
  );
}
