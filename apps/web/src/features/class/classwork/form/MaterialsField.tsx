import { SHARE_MODES } from '@classwright/contract/class/classwork/kinds';
import { useState } from 'react';
import { SelectField } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { TextField } from '../../../../ui/plain/Field.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconFileText, IconPlus, IconX } from '../../../../ui/plain/icons.ts';
import { IconLink, IconVideo } from '../../../../ui/feature-icons/icons.ts';
import { FileField } from '../../../school/files/index.ts';
import { t } from '../../../../base/t.ts';
import type { LinkKind, LinkLine, WorkValues } from './values.ts';
import styles from './work-form.module.css';

const LINK_KINDS = ['link', 'youtubeVideo', 'form'] as const;
const ICONS = { link: IconLink, youtubeVideo: IconVideo, form: IconFileText };

interface MaterialsFieldProps {
  files: WorkValues['files'];
  links: readonly LinkLine[];
  onFiles: (files: WorkValues['files']) => void;
  onLinks: (links: LinkLine[]) => void;
  error?: string | undefined;
  disabled: boolean;
  onBusy: (isBusy: boolean) => void;
}

/** Shows the attachments: files, each with its share mode, and addresses of pages, videos and forms. */
export function MaterialsField({ files, links, onFiles, onLinks, error, disabled, onBusy }: MaterialsFieldProps) {
  return (
    <>
      <FileField
        label={t('work.form.files')}
        value={files}
        disabled={disabled}
        onBusy={onBusy}
        onChange={(chosen) =>
          onFiles(chosen.map((file) => ({ ...file, shareMode: files.find(({ file_id }) => file_id === file.file_id)?.shareMode ?? 'VIEW' })))
        }
      />
      {files.map((file) => (
        <SelectField
          key={file.file_id}
          label={t('work.form.shareMode', { name: file.name })}
          disabled={disabled}
          value={file.shareMode}
          options={SHARE_MODES.map((value) => ({ value, label: t(`work.form.shareMode.${value}`) }))}
          onChange={({ target }) => {
            const shareMode = SHARE_MODES.find((mode) => mode === target.value) ?? 'VIEW';
            onFiles(files.map((one) => (one.file_id === file.file_id ? { ...one, shareMode } : one)));
          }}
        />
      ))}
      <section className={styles.group} aria-label={t('work.form.links')}>
        <h3>{t('work.form.links')}</h3>
        {links.length > 0 && (
          <ul className={styles.options}>
            {links.map(({ kind, url, title }, index) => {
              const Icon = ICONS[kind];
              return (
                <li key={`${index} ${url}`}>
                  <span dir="auto">
                    <Icon size={17} /> {title.trim() || url}
                  </span>
                  {!disabled && (
                    <IconButton
                      size="s"
                      icon={IconX}
                      label={t('work.form.removeLink', { name: title.trim() || url })}
                      onClick={() => onLinks(links.filter((_, at) => at !== index))}
                    />
                  )}
                </li>
              );
            })}
          </ul>
        )}
        {!disabled && <AddLink error={error} onAdd={(line) => onLinks([...links, line])} />}
      </section>
    </>
  );
}

function AddLink({ error, onAdd }: { error: string | undefined; onAdd: (line: LinkLine) => void }) {
  const [kind, setKind] = useState<LinkKind>('link');
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const add = () => {
    const typed = url.trim();
    if (typed === '') return;
    onAdd({ kind, url: /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`, title: title.trim() });
    setUrl('');
    setTitle('');
  };
  return (
    <div className={styles.addLink}>
      <SelectField
        label={t('work.form.linkKind')}
        value={kind}
        options={LINK_KINDS.map((value) => ({ value, label: t(`work.form.linkKind.${value}`) }))}
        onChange={({ target }) => setKind(LINK_KINDS.find((one) => one === target.value) ?? 'link')}
      />
      <TextField
        label={t('work.form.address')}
        type="url"
        inputMode="url"
        value={url}
        maxLength={2000}
        error={error}
        onChange={({ target }) => setUrl(target.value)}
      />
      <TextField label={t('work.form.linkTitle')} value={title} maxLength={300} autoComplete="off" onChange={({ target }) => setTitle(target.value)} />
      <Button icon={IconPlus} onClick={add}>
        {t('work.form.addLink')}
      </Button>
    </div>
  );
}
