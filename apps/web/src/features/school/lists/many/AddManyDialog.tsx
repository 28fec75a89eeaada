import type { ManyMade } from '@classwright/contract/core/list-endpoints';
import { MAX_ROWS_PER_CALL } from '@classwright/contract/core/max-rows';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useRef, useState } from 'react';
import { showSnack } from '../../../../base/snackbar.ts';
import { TextArea } from '../../../../ui/form/index.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { FormDialog } from '../../../../ui/plain/FormDialog.tsx';
import { IconAlertTriangle, IconCheck } from '../../../../ui/plain/icons.ts';
import { Box, Row, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { IconCloudUpload } from '../../../../ui/feature-icons/icons.ts';
import { Notice } from '../../../../ui/plain/Notice.tsx';
import { t } from '../../../../base/t.ts';
import { messageOf } from '../message-of.ts';
import { useUser } from '../../../../base/use-user.ts';
import { choosesSchool } from '../schools.ts';
import { fieldsOf } from '../values.ts';
import { createMany, runMany } from './calls.ts';
import styles from './many.module.css';
import { readTable, type WrittenLine } from './read-table.ts';

/** The maximum file size. Three hundred lines of the longest cells would be smaller. */
const MOST_BYTES = 1_000_000;

/**
 * Reads the lines of a text file in any of the usual spreadsheet encodings. @throws Error with a message for people
 */
async function readFile(file: File): Promise<string> {
  if (file.size > MOST_BYTES) throw new Error(t('list.many.fileTooLarge', { most: MAX_ROWS_PER_CALL }));
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\u0000')) throw new Error(t('list.many.fileIsNoText'));
  return text;
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface Checked {
  lines: readonly WrittenLine[];
  rows: ManyMade['rows'];
}

/** The maximum number of warnings shown in full. More would fill the screen. */
const WARNINGS = 3;

/**
 * Adds many rows, pasted or typed, one per line. Lines are checked first, then the valid ones are added together. The
 * others stay in the box with their errors. The whole addition can be undone.
 */
export function AddManyDialog({ list, mayUndo, onClose, onAdded }: { list: ReferenceList; mayUndo: boolean; onClose: () => void; onAdded: () => void }) {
  const user = useUser();
  const columns = fieldsOf(list)
    .filter(([name]) => !list.perSchool || name !== 'school_id' || choosesSchool(list, user))
    .map(([name, { label, kind, isRequired }]) => ({ name, label: messageOf(label), kind, isRequired }));
  const things = messageOf(list.title.many);
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [added, setAdded] = useState(0);
  const [fault, setFault] = useState<string>();
  const [error, setError] = useState<unknown>(null);
  const file = useRef<HTMLInputElement>(null);
  const isRight = ({ errors }: ManyMade['rows'][number]) => Object.keys(errors).length === 0;
  const good = checked?.rows.filter(isRight).length ?? 0;
  const bad = (checked?.rows.length ?? 0) - good;
  const write = (words: string) => {
    setText(words);
    setChecked(null);
    setFault(undefined);
  };
  const takeFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const lines = await readFile(chosen);
      write(text.trim() === '' ? lines : `${text.trimEnd()}\n${lines}`);
    } catch (failure) {
      setFault(failure instanceof Error ? failure.message : String(failure));
    }
  };

  const submit = async (): Promise<boolean> => {
    setFault(undefined);
    setError(null);
    const lines = checked?.lines ?? readTable(text, columns);
    if (lines.length === 0) return refuse(t('list.many.empty'));
    if (lines.length > MAX_ROWS_PER_CALL) return refuse(t('list.many.tooMany', { count: lines.length, most: MAX_ROWS_PER_CALL }));
    const adds = good > 0;
    try {
      // A line with too many cells is sent empty: it keeps its position among the others and cannot be added.
      const made = await createMany(
        list,
        lines.map(({ cells, tooMany }) => (tooMany === null ? cells : {})),
        !adds,
      );
      const rows = made.rows.map((row, at) => {
        const count = lines[at]?.tooMany ?? null;
        return count === null ? row : { id: null, errors: { '': [t('list.many.tooManyCells', { count, most: columns.length })] } };
      });
      if (adds) return settle(lines, { ...made, rows });
      setChecked({ lines, rows });
    } catch (failure) {
      setError(failure);
    }
    return false;
  };
  function refuse(words: string): false {
    setFault(words);
    return false;
  }
  /** Removes the added lines. The others stay and can be corrected. */
  function settle(lines: readonly WrittenLine[], { rows, message, warnings }: ManyMade): boolean {
    const ids = rows.flatMap(({ id }) => id ?? []);
    const left = lines.flatMap((line, at) => (rows[at]?.id === null ? [{ line, row: rows[at] as ManyMade['rows'][number] }] : []));
    const undo = async () => {
      const outcome = { ids: [], refused: [] };
      await runMany(list, 'delete', ids, outcome);
      onAdded();
      return t('list.many.undone', { count: outcome.ids.length });
    };
    if (ids.length > 0) {
      const words = [message, ...warnings.slice(0, WARNINGS)].join('. ');
      showSnack(words, { ...(warnings.length > 0 && { color: 'amber' }), ...(mayUndo && { undo }) });
      onAdded();
    }
    setAdded(added + ids.length);
    if (left.length === 0) return true;
    setText(left.map(({ line }) => line.text).join('\n'));
    setChecked({ lines: left.map(({ line }) => line), rows: left.map(({ row }) => row) });
    return false;
  }

  const named = columns.map(({ label, isRequired }) => (isRequired ? label : t('list.many.optional', { column: label }))).join(', ');
  const several = columns.filter(({ kind }) => kind === 'references').map(({ label }) => t('list.many.severalHint', { column: label }));
  return (
    <FormDialog
      opened
      width={760}
      title={t('list.many.title', { things })}
      onClose={onClose}
      onSubmit={submit}
      dirty={text.trim() !== ''}
      submitLabel={good > 0 ? t('list.many.add', { count: good }) : t('list.many.check')}
      pendingLabel={good > 0 ? t('list.many.adding') : t('list.many.checking')}
      error={error === null ? undefined : <Notice>{errorText(error)}</Notice>}
    >
      <TextArea
        label={t('list.many.field')}
        description={[t(columns.length === 1 ? 'list.many.fieldHintOne' : 'list.many.fieldHint', { columns: named, most: MAX_ROWS_PER_CALL }), ...several].join(
          ' ',
        )}
        error={fault}
        rows={8}
        dir="auto"
        spellCheck={false}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      <Row wrap gap={8} className={styles.file}>
        <Button size="s" icon={IconCloudUpload} onClick={() => file.current?.click()}>
          {t('list.many.file')}
        </Button>
        <small>{t('list.many.fileHint')}</small>
        <input
          ref={file}
          type="file"
          hidden
          aria-label={t('list.many.file')}
          accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
          onChange={({ target }) => {
            void takeFile(target.files?.[0]);
            target.value = '';
          }}
        />
      </Row>
      {checked && (
        <Stack gap={8} shrinks>
          {good > 0 && (
            <Notice hue="green" icon={IconCheck}>
              {t('list.many.ready', { count: good })}
            </Notice>
          )}
          {bad > 0 && <Notice hue="amber">{t(added > 0 && good === 0 ? 'list.many.left' : 'list.many.wrong', { count: bad })}</Notice>}
          <Lines checked={checked} columns={columns} />
        </Stack>
      )}
    </FormDialog>
  );
}

/** Lists every line as it was parsed, lines with errors first. */
function Lines({ checked: { lines, rows }, columns }: { checked: Checked; columns: readonly { name: string; label: string }[] }) {
  const numbered = lines.map((line, at) => ({ line, number: at + 1, wrong: Object.values(rows[at]?.errors ?? {}).flat() }));
  const ordered = [...numbered.filter(({ wrong }) => wrong.length > 0), ...numbered.filter(({ wrong }) => wrong.length === 0)];
  return (
    // A region that scrolls must be reachable by keyboard.
    <Box bordered radius="md" className={styles.scroll} tabIndex={0} role="region" aria-label={t('list.many.lines')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('list.many.line')}</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ordered.map(({ line, number, wrong }) => (
            <tr key={number} data-wrong={wrong.length > 0 || undefined}>
              <th scope="row">{number}</th>
              {wrong.length > 0 ? (
                <td colSpan={columns.length}>
                  <span dir="auto" className={styles.written}>
                    {line.text}
                  </span>
                  {wrong.map((words) => (
                    <Row as="span" key={words} gap={6} align="stretch" weight={600} className={styles.wrong}>
                      <IconAlertTriangle size={16} />
                      <span>{words}</span>
                    </Row>
                  ))}
                </td>
              ) : (
                columns.map(({ name }) => (
                  <td key={name} dir="auto">
                    {line.cells[name]}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
