import type { ResourceView } from '@classwright/contract/class/assessments/views';
import type { z } from 'zod';
import { buttonClasses } from '../../ui/plain/Button.tsx';
import { IconButton } from '../../ui/plain/IconButton.tsx';
import { IconArrowsMaximize, IconFileText } from '../../ui/plain/icons.ts';
import { t } from '../../base/t.ts';
import { Figure } from '../ui/Zoomed.tsx';
import styles from './Resource.module.css';

/**
 * An attached resource: an image that can be enlarged, anything else as a document in a frame. Both can open in a new
 * tab.
 */
export function Resource({ resource: { name, url, mime_type } }: { resource: z.infer<typeof ResourceView> }) {
  return (
    <div className={styles.resource}>
      {mime_type.startsWith('image/') ? (
        <Figure src={url} alt={name}>
          {(open) => <IconButton icon={IconArrowsMaximize} label={t('join.enlarge')} size="l" iconSize={20} onClick={open} />}
        </Figure>
      ) : (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- a sandboxed frame shows no PDF; the server sends files with a sandboxing policy
        <iframe className={styles.frame} src={url} title={name} loading="lazy" />
      )}
      <a className={buttonClasses({ variant: 'link', size: 'l' })} href={url} target="_blank" rel="noopener noreferrer">
        <IconFileText size={20} />
        {t('join.openResource')}
      </a>
    </div>
  );
}
