import { useState } from 'react';
import { isApiError } from '../../../../base/api.ts';
import { queryClient } from '../../../../base/query-client.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { Button } from '../../../../ui/plain/Button.tsx';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { type ChosenFile, FileField } from '../../files/index.ts';
import { savePicture, STORE } from './calls.ts';
import { t } from '../../../../base/t.ts';

/** Sets an item's picture from the library or by upload. */
export function PictureDialog({ id, name, hasPicture, onClose }: { id: number; name: string; hasPicture: boolean; onClose: () => void }) {
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isMissing, setMissing] = useState(false);
  const fileId = files[0]?.file_id ?? null;
  const save = async (chosen: number | null): Promise<boolean> => {
    setFailure(null);
    try {
      const { message } = await savePicture(id, chosen);
      await Promise.all([queryClient.invalidateQueries({ queryKey: ['list', 'storeItem'] }), queryClient.invalidateQueries({ queryKey: [STORE] })]);
      showSnack(message);
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    }
  };
  const fault = isMissing ? t('store.pictureChoose') : isApiError(failure) ? failure.errors['file_id']?.join(' ') : undefined;
  return (
    <FormDialog
      opened
      width={560}
      title={t('store.pictureOf', { name })}
      dirty={fileId !== null}
      onClose={onClose}
      onSubmit={async () => {
        setMissing(fileId === null && !isBusy);
        return fileId === null || isBusy ? false : save(fileId);
      }}
      error={failure !== null && fault === undefined ? <Notice>{errorText(failure)}</Notice> : undefined}
    >
      <FileField label={t('store.picture')} value={files} max={1} kinds={['image']} error={fault} onBusy={setBusy} onChange={setFiles} />
      {hasPicture && (
        <Button onClick={() => void save(null).then((isDone) => isDone && onClose())} type="button">
          {t('store.pictureRemove')}
        </Button>
      )}
    </FormDialog>
  );
}
