import { ROSTER_FILE_LIMITS } from '@classwright/contract/connections/rosters/limits';
import { useRef, useState } from 'react';
import { SelectField } from '../../../ui/form/index.ts';
import { RunProgress } from '../../../ui/import/RunProgress.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Notice } from '../../../ui/plain/Notice.tsx';
import { CheckField } from '../../../ui/plain/Field.tsx';
import { useUser } from '../../../base/use-user.ts';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import { IconCloudUpload } from '../../../ui/feature-icons/icons.ts';
import styles from './rosters.module.css';
import { t } from '../../../base/t.ts';

/** The selected files with the data that belongs to them. */
export interface Chosen {
  files: readonly File[];
  school_id?: number | undefined;
  missing: 'file' | 'end' | 'keep';
  bring_guardians: boolean;
}

interface UploadProps {
  schools: readonly { id: number; name: string }[];
  isSending: boolean;
  fault: string | undefined;
  error: unknown;
  onChosen: (chosen: Chosen) => void;
}

const MISSING = ['file', 'keep', 'end'] as const;
const MEGABYTE = 1024 * 1024;

/** Returns an error that needs no server, or undefined. */
function wrongWith(files: readonly File[]): string | undefined {
  if (files.length > ROSTER_FILE_LIMITS.files) return t('rosters.tooMany', { max: ROSTER_FILE_LIMITS.files });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  return bytes > ROSTER_FILE_LIMITS.maxBytes ? t('rosters.tooLarge', { max: ROSTER_FILE_LIMITS.maxBytes / MEGABYTE }) : undefined;
}

/** The place to drop or choose files. They are uploaded right away. A job reads them, and only a preview is made. */
export function UploadCard({ schools, isSending, fault, error, onChosen }: UploadProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | undefined>();
  const [isOver, setOver] = useState(false);
  const [school, setSchool] = useState('');
  const { rights } = useUser();
  const [bringsGuardians, setBringsGuardians] = useState(false);
  const [missing, setMissing] = useState<Chosen['missing']>('file');
  const take = (list: FileList | null): void => {
    const files = [...(list ?? [])];
    setOver(false);
    if (files.length === 0 || isSending) return;
    const found = wrongWith(files);
    setWrong(found);
    if (!found) onChosen({ files, missing, bring_guardians: bringsGuardians, ...(school === '' ? {} : { school_id: Number(school) }) });
  };
  const said = wrong ?? fault;
  return (
    <Card className={styles.upload}>
      {isSending ? (
        <RunProgress label={t('rosters.sending')} done={0} total={0}>
          {t('rosters.sending')}
        </RunProgress>
      ) : (
        <div
          className={styles.drop}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            take(event.dataTransfer.files);
          }}
        >
          <strong>{t('rosters.drop')}</strong>
          <span>{t('rosters.dropHint')}</span>
          <Button variant="filled" icon={IconCloudUpload} onClick={() => input.current?.click()}>
            {t('rosters.choose')}
          </Button>
          <input
            ref={input}
            type="file"
            className={styles.hidden}
            multiple
            accept=".zip,.csv,.txt,.tsv"
            aria-label={t('rosters.choose')}
            tabIndex={-1}
            onChange={({ currentTarget }) => {
              take(currentTarget.files);
              currentTarget.value = ''; // else files that were corrected could not be chosen again
            }}
          />
        </div>
      )}
      {said && <Notice>{said}</Notice>}
      {error !== null && error !== undefined && <Notice>{errorText(error)}</Notice>}
      <Grid gap={14} className={styles.options}>
        {schools.length > 1 && (
          <SelectField
            label={t('rosters.school')}
            value={school}
            disabled={isSending}
            onChange={({ target }) => setSchool(target.value)}
            options={[{ value: '', label: t('rosters.schoolByFile') }, ...schools.map(({ id, name }) => ({ value: String(id), label: name }))]}
          />
        )}
        <SelectField
          label={t('rosters.missing')}
          value={missing}
          disabled={isSending}
          onChange={({ target }) => setMissing(MISSING.find((one) => one === target.value) ?? 'file')}
          options={MISSING.map((value) => ({ value, label: t(`rosters.missing.${value}`) }))}
        />
      </Grid>
      {rights.includes('guardians:create') && rights.includes('guardians:delete') && (
        <CheckField
          label={`${t('rosters.bringGuardians')}. ${t('rosters.bringGuardiansHint')}`}
          checked={bringsGuardians}
          disabled={isSending}
          onChange={({ target }) => setBringsGuardians(target.checked)}
        />
      )}
    </Card>
  );
}
