import { shortName } from '@classwright/contract/school/files/file-kinds';
import { useId, useRef, useState } from 'react';
import { Button } from '../../../../ui/plain/Button.tsx';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconAlertCircle, IconX } from '../../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { IconCloudUpload } from '../../../../ui/feature-icons/icons.ts';
import { acceptOf, faultOf } from '../check-file.ts';
import styles from '../files.module.css';
import { KindIcon } from '../KindIcon.tsx';
import { sizeText } from '../size-text.ts';
import { t } from '../../../../base/t.ts';
import { useDrop } from '../upload/use-drop.ts';

/** A dialog that collects files; Upload sends those that are accepted. Others show the reason, before and after. */
export function UploadDialog({ onClose, onUpload }: { onClose: () => void; onUpload: (files: File[]) => void }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const add = (more: readonly File[]) => {
    setFiles((before) => [...before, ...more]);
    setFault(undefined);
  };
  const drop = useDrop(add);
  const submit = async () => {
    if (files.length === 0) {
      setFault(t('files.required'));
      return false;
    }
    if (files.every((file) => faultOf(file) !== null)) {
      setFault(t('files.noneTaken'));
      return false;
    }
    // refused files are in the list of uploads with their reason; the others are sent
    onUpload([...files]);
    return true;
  };
  return (
    <FormDialog opened width={600} title={t('files.upload')} submitLabel={t('files.field.upload')} onClose={onClose} onSubmit={submit} dirty={files.length > 0}>
      <div className={styles.fieldBox} role="group" aria-labelledby={`${id}l`} aria-describedby={`${id}d`} {...drop}>
        <Text as="span" weight={600} id={`${id}l`}>
          {t('files.field.files')}
        </Text>
        <Text as="span" size={13} tone="dimmed" id={`${id}d`}>
          {t('files.rules')}
        </Text>
        {files.length > 0 && (
          <Stack as="ul" className={styles.chosen}>
            {files.map((file, index) => (
              <li key={`${index}${file.name}`} data-refused={faultOf(file) !== null || undefined}>
                <KindIcon type={file.type} />
                <Text as="span" grow shrinks breaks title={file.name}>
                  {shortName(file.name)} <small>{sizeText(file.size)}</small>
                  {faultOf(file) !== null && (
                    <Row as="span" gap={6} size={13} weight={500} tone="error" role="alert">
                      {faultOf(file)}
                    </Row>
                  )}
                </Text>
                <IconButton
                  size="s"
                  icon={IconX}
                  label={t('files.field.remove', { name: shortName(file.name) })}
                  onClick={() => setFiles(files.filter((_, at) => at !== index))}
                />
              </li>
            ))}
          </Stack>
        )}
        <Row wrap gap={8}>
          <Button
            icon={IconCloudUpload}
            data-autofocus
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : `${id}e`}
            onClick={() => input.current?.click()}
          >
            {t('files.choose')}
          </Button>
          <Text as="span" size={13} tone="dimmed">
            {t('files.drop')}
          </Text>
        </Row>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label={t('files.field.files')}
          accept={acceptOf()}
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            target.value = '';
          }}
        />
        {fault !== undefined && (
          <Row as="span" gap={6} size={13} weight={500} tone="error" id={`${id}e`} role="alert">
            <IconAlertCircle size={16} />
            {fault}
          </Row>
        )}
      </div>
    </FormDialog>
  );
}
