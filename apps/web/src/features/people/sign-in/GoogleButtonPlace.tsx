import { parseSignInSearch } from '../../../base/search.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useChunk } from '../../../base/use-chunk.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './SignIn.module.css';

const load = () => import('../google-sign-in/index.ts');

/** The place of the button that opens Google's page. It loads only if the school has set it up. */
export function GoogleButtonPlace({ remember }: { remember: boolean }) {
  const { to } = usePageSearch(parseSignInSearch).search;
  const chunk = useChunk(load);
  return (
    <Grid gap={12} className={styles.google}>
      {chunk && <chunk.GoogleButton remember={remember} to={to} />}
    </Grid>
  );
}
