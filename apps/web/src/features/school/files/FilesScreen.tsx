import type { FileView } from '@classwright/contract/school/files/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { DataTable, usePagedList } from '../../../ui/data-table/index.ts';
import { PageSize } from '../../../ui/data-table/PageSize.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconCloudUpload, IconDownload, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { exportFiles, getFile, listFiles } from './calls.ts';
import { copyText } from '../../../base/copy-text.ts';
import styles from './files.module.css';
import { fileColumns } from './library/columns.tsx';
import { DeleteFileDialog } from './library/DeleteFileDialog.tsx';
import { DeleteFilesDialog } from './library/DeleteFilesDialog.tsx';
import { FileFilters } from './library/FileFilters.tsx';
import { UploadDialog } from './library/UploadDialog.tsx';
import { parseFilesSearch, filtersOf } from './search.ts';
import { t } from '../../../base/t.ts';
import { libraryQueue } from './upload/library-queue.ts';
import { UploadList } from './upload/UploadList.tsx';
import { useDrop } from './upload/use-drop.ts';
import { useQueue } from './upload/use-uploads.ts';
import { ViewDialog } from './view/ViewDialog.tsx';

/** Shows a person's own uploads; for people with the right, all files of the school. */
export function FilesScreen() {
  const { rights } = useUser();
  return <Library mayUpload={rights.includes('files:create')} mayDelete={rights.includes('files:delete')} showsOwner={rights.includes('school-files:view')} />;
}

function Library({ mayUpload, mayDelete, showsOwner }: { mayUpload: boolean; mayDelete: boolean; showsOwner: boolean }) {
  const { search, push, replace } = usePageSearch(parseFilesSearch);
  const client = useQueryClient();
  const filters = filtersOf(search);
  const size = search.per_page ? { per_page: search.per_page } : {};
  const listed = { ...filters, ...size, ...(search.page ? { page: search.page } : {}) };
  const files = usePagedList(['files', 'list'], listed, listFiles);
  const uploads = useQueue(libraryQueue);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isDeleting, setDeleting] = useState(false);
  const [isExporting, setIsExporting] = useState(false);
  const drop = useDrop((dropped) => mayUpload && uploads.add(dropped));
  usePasteAnywhere((pasted) => mayUpload && search.upload === undefined && uploads.add(pasted));
  useWarnBeforeLeaving(uploads.isBusy);

  const say = (failure: unknown) => showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
  const copy = async (file: FileView) => {
    try {
      const { url } = await getFile(file.id);
      const address = new URL(url, location.href).href;
      if (await copyText(address)) showSnack(t('files.copied'));
      else showSnack(`${t('files.copyFailed')} ${address}`, { color: 'amber', timeout: 0 });
    } catch (failure) {
      say(failure);
    }
  };
  const exportSelected = async () => {
    setIsExporting(true);
    await exportFiles([...selected]).catch(say);
    setIsExporting(false);
  };
  const select = (given: readonly FileView[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const { id } of given)
      if (isSelected) next.add(id);
      else next.delete(id);
    setSelected(next);
  };
  const rows = files.data?.data ?? [];
  const isAllSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  const isSearching = Object.keys(filters).length > 0;
  // an empty library has one next step, shown in the middle
  const isEmpty = files.data?.pagination.total === 0 && !isSearching;
  const uploadButton = (variant: 'filled' | 'default') =>
    mayUpload && (
      <Button variant={variant} icon={IconCloudUpload} aria-keyshortcuts="N" onClick={() => push({ ...listed, upload: true })}>
        {t('files.upload')}
      </Button>
    );
  return (
    <div className={styles.screen} {...drop}>
      <PageHeader
        title={t('files.title')}
        sub={t('files.about')}
        actions={
          <>
            <Button icon={IconDownload} disabled={selected.size === 0} pending={isExporting} onClick={() => void exportSelected()}>
              {t('files.export')}
            </Button>
            {uploadButton(isEmpty ? 'default' : 'filled')}
          </>
        }
      />
      {uploads.items.length > 0 && (
        <div className={styles.card}>
          <UploadList
            uploads={uploads}
            onSame={({ of }) => {
              void client.invalidateQueries({ queryKey: ['files'] });
              push({ ...listed, view: of.id });
            }}
          />
        </div>
      )}
      <FileFilters filters={filters} error={files.error} onSearch={(next) => replace({ ...next, ...size })} />
      <DataTable
        withoutSearch
        caption={t('files.title')}
        rowKey={({ id }) => id}
        list={files}
        state={listed}
        onState={({ page }) => replace({ ...filters, ...size, ...(page ? { page } : {}) })}
        sizes={<PageSize value={search.per_page} onSize={(chosen) => replace({ ...filters, ...(chosen ? { per_page: chosen } : {}) })} />}
        tools={
          rows.length > 0 && (
            <div className={styles.selection}>
              <label>
                <input type="checkbox" className={styles.tick} checked={isAllSelected} onChange={(event) => select(rows, event.target.checked)} />
                {t('files.selectAll')}
              </label>
              <span role="status">{selected.size > 0 && t('files.selected', { count: selected.size })}</span>
              {mayDelete && selected.size > 0 && (
                <Button size="s" icon={IconTrash} onClick={() => setDeleting(true)}>
                  {t('files.deleteSelected')}
                </Button>
              )}
              <span className={styles.hint}>{t('files.copyHint')}</span>
            </div>
          )
        }
        columns={fileColumns({
          selected,
          showsOwner,
          onSelect: (file, isSelected) => select([file], isSelected),
          onView: ({ id }) => push({ ...listed, view: id }),
          onCopy: (file) => void copy(file),
          onDelete: ({ id }) => push({ ...listed, delete: id }),
        })}
        empty={
          <EmptyState
            compact={isSearching}
            title={isSearching ? t('files.noneFound') : t('files.none')}
            action={isSearching ? undefined : uploadButton('filled')}
          >
            {isSearching ? t('files.noneFoundHint') : t('files.noneHint')}
          </EmptyState>
        }
      />
      {search.upload && mayUpload && <UploadDialog onClose={() => replace(listed)} onUpload={uploads.add} />}
      {search.view !== undefined && (
        <ViewDialog fileId={search.view} name={rows.find(({ id }) => id === search.view)?.name ?? t('files.field.file')} onClose={() => replace(listed)} />
      )}
      {isDeleting && (
        <DeleteFilesDialog
          ids={[...selected]}
          onClose={() => setDeleting(false)}
          onChanged={() => {
            setSelected(new Set());
            void client.invalidateQueries({ queryKey: ['files'] });
          }}
        />
      )}
      {search.delete !== undefined && (
        <DeleteFileDialog
          fileId={search.delete}
          onClose={() => replace(listed)}
          onDeleted={() => {
            setSelected(new Set([...selected].filter((id) => id !== search.delete)));
            void client.invalidateQueries({ queryKey: ['files'] });
          }}
        />
      )}
    </div>
  );
}

/** Handles files that are pasted while nothing else has the focus. */
function usePasteAnywhere(onFiles: (files: File[]) => void): void {
  useEffect(() => {
    const listener = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      onFiles(files);
    };
    addEventListener('paste', listener);
    return () => removeEventListener('paste', listener);
  });
}

/** Makes the browser ask before leaving a page while uploads are under way. */
function useWarnBeforeLeaving(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const listener = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', listener);
    return () => removeEventListener('beforeunload', listener);
  }, [isBusy]);
}
