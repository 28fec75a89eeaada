import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { DataTable, type Column, type ListState, usePagedList, RowActs } from '../../../../ui/data-table/index.ts';
import { IconCheck } from '../../../../ui/plain/icons.ts';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { deleteTemplate, loadTemplates, type Template } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { toParts, type TemplateParts } from './parts.ts';

interface SelectTemplateDialogProps {
  /** True when nothing would be replaced. */
  isEmpty: boolean;
  onClose: () => void;
  onSelect: (parts: TemplateParts) => void;
}

/** Selects a template to start with, with a text search. It asks first if something would be replaced. */
export function SelectTemplateDialog({ isEmpty, onClose, onSelect }: SelectTemplateDialogProps) {
  const [state, setState] = useState<ListState>({});
  const [asked, setAsked] = useState<Template | null>(null);
  const [leaving, setLeaving] = useState<Template | null>(null);
  const queries = useQueryClient();
  const query = { page: state.page ?? 1, search_text: state.search_text ?? '', per_page: 10 };
  const list = usePagedList(['question-templates', 'list'], query, loadTemplates);
  const take = (template: Template) => {
    onSelect(toParts(template));
    onClose();
  };
  const first = list.data?.pagination.from ?? 1;
  const columns: readonly Column<Template>[] = [
    { key: 'number', header: t('bank.template.number'), card: 'hidden', cell: (row) => first + (list.data?.data.indexOf(row) ?? 0) },
    { key: 'name', header: t('bank.template.name'), heading: true, cell: ({ name }) => name },
    { key: 'description', header: t('bank.template.description'), card: 'bare', cell: ({ description }) => description },
    { key: 'protocol', header: t('bank.template.protocol'), cell: ({ protocol_name }) => protocol_name },
    {
      key: 'select',
      header: t('bank.template.chooseColumn'),
      card: 'bare',
      cell: (row) => (
        <RowActs
          name={row.name}
          acts={[
            {
              words: t('bank.template.choose'),
              label: t('bank.template.chooseNamed', { name: row.name }),
              icon: IconCheck,
              onSelect: () => (isEmpty ? take(row) : setAsked(row)),
            },
            ...(row.may_delete
              ? [{ words: t('act.delete'), label: t('bank.template.delete', { name: row.name }), icon: IconTrash, onSelect: () => setLeaving(row) }]
              : []),
          ]}
        />
      ),
    },
  ];
  return (
    <>
      <Dialog opened onClose={onClose} locked={asked !== null || leaving !== null} title={t('bank.template.select')} width={800} shape="full">
        <DataTable
          caption={t('bank.template.select')}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          state={state}
          onState={setState}
          empty={
            <EmptyState compact title={t('bank.template.none')}>
              {t('bank.template.noneHint')}
            </EmptyState>
          }
        />
      </Dialog>
      {asked && (
        <ConfirmDialog
          opened
          width={500}
          title={t('bank.template.select')}
          cancelLabel={t('common.cancel')}
          confirmLabel={t('bank.template.choose')}
          onClose={() => setAsked(null)}
          onConfirm={() => take(asked)}
        >
          {t('bank.template.replace', { name: asked.name })}
        </ConfirmDialog>
      )}
      {leaving && (
        <DeleteDialog
          title={t('bank.template.deleteConfirm')}
          confirmLabel={t('bank.action.delete')}
          onClose={() => setLeaving(null)}
          onDelete={async () => {
            showSnack(await deleteTemplate(leaving.id));
            await queries.invalidateQueries({ queryKey: ['question-templates'] });
          }}
        >
          {t('bank.template.deleteHint', { name: leaving.name })}
        </DeleteDialog>
      )}
    </>
  );
}
