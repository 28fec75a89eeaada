import { useState, type SyntheticEvent } from 'react';
import type { RichTextDocument } from '@classwright/contract/rich-text';
import { Segments } from '../../../../ui/form/index.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconChevronDown, IconChevronUp, IconTypography } from '../../../../ui/plain/icons.ts';
import { IconTrash } from '../../../../ui/feature-icons/icons.ts';
import { Letter, letterAt } from '../../../../ui/plain/Letter.tsx';
import { Menu } from '../../../../ui/plain/Menu.tsx';
import { plainDocument, plainTextOf } from '../../../../ui/rich-text/editor/plain-document.ts';
import { listPastedFiles } from '../../../../ui/rich-text/pasted-files.ts';
import { RichTextEditor } from '../../../../ui/rich-text/RichTextEditor.tsx';
import { PicturePicker } from '../../../school/files/index.ts';
import { t } from '../../../../base/t.ts';
import { CellArea, CellField } from './CellField.tsx';
import type { Faults } from './find-faults.ts';
import styles from './form.module.css';
import { pointsByRubric } from './scoring.ts';
import { Section } from './Section.tsx';
import { newResponse, type ResponseValues, type RubricRow } from './values.ts';

interface ResponsesSectionProps {
  responses: readonly ResponseValues[];
  /** Its levels are the match levels and give the points. */
  rubrics: readonly RubricRow[];
  onChange: (responses: readonly ResponseValues[]) => void;
  faults: Faults;
}

/** Edits the responses that students choose from, and the reasoning behind each. */
export function ResponsesSection({ responses, rubrics, onChange, faults }: ResponsesSectionProps) {
  const levels = rubrics.map(({ level }) => level.trim());
  const change = (key: string, part: Partial<ResponseValues>) =>
    onChange(responses.map((response) => (response.key === key ? { ...response, ...part } : response)));
  const move = (from: number, to: number) => {
    const moved = [...responses];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  };
  return (
    <Section
      title={t('bank.form.responses')}
      count={responses.length}
      addLabel={t('bank.form.addResponse')}
      onAdd={() => onChange([...responses, newResponse()])}
      hint={levels.length > 0 ? t('bank.form.pointsFollow') : undefined}
    >
      {responses.length > 0 && (
        <div className={styles.responses}>
          <div className={styles.heads} aria-hidden>
            <span />
            <span>{t('bank.form.responseTitle')}</span>
            <span>{t('bank.form.matchLevel')}</span>
            <span>{t('bank.form.responseText')}</span>
            <span>{t('bank.form.isValid')}</span>
            <span>{t('bank.form.points')}</span>
          </div>
          {responses.map((response, index) => {
            const letter = letterAt(index);
            const fault = (field: string) => faults[`responses.${index}.${field}`];
            return (
              <div key={response.key} className={styles.response} role="group" aria-label={t('bank.form.response', { letter })}>
                <Place letter={letter} index={index} count={responses.length} onMove={(to) => move(index, to)} />
                <CellArea
                  label={t('bank.form.responseTitle')}
                  maxLength={500}
                  value={response.title}
                  error={fault('title')}
                  onChange={({ target }) => change(response.key, { title: target.value })}
                />
                <CellField
                  label={t('bank.form.matchLevel')}
                  maxLength={100}
                  suggestions={levels}
                  value={response.match_label}
                  error={fault('match_label')}
                  onChange={({ target }) => change(response.key, { match_label: target.value })}
                />
                <ResponseText
                  letter={letter}
                  value={response.description}
                  error={fault('description')}
                  onChange={(description) => change(response.key, { description })}
                />
                <Segments
                  label={t('bank.form.isValid')}
                  value={response.is_valid === null ? null : response.is_valid ? 'yes' : 'no'}
                  segments={[
                    { value: 'yes', label: t('common.yes') },
                    { value: 'no', label: t('common.no') },
                  ]}
                  error={fault('is_valid')}
                  onChange={(value) => change(response.key, { is_valid: value === 'yes' })}
                />
                <CellField
                  label={t('bank.form.points')}
                  inputMode="numeric"
                  maxLength={10}
                  readOnly={pointsByRubric(response.match_label, rubrics) !== null}
                  value={response.sub_grade}
                  error={fault('sub_grade')}
                  onChange={({ target }) => change(response.key, { sub_grade: target.value })}
                />
                <IconButton
                  icon={IconTrash}
                  size="s"
                  label={t('bank.form.removeResponse', { letter })}
                  onClick={() => onChange(responses.filter(({ key }) => key !== response.key))}
                />
              </div>
            );
          })}
        </div>
      )}
    </Section>
  );
}

/** The letter of a response, which is also the handle to move it. */
function Place({ letter, index, count, onMove }: { letter: string; index: number; count: number; onMove: (to: number) => void }) {
  if (count < 2) return <Letter letter={letter} />;
  return (
    <Menu
      label={t('bank.form.move', { letter })}
      className={styles.place}
      button={<Letter letter={letter} />}
      actions={[
        ...(index > 0 ? [{ label: t('bank.form.moveUp'), icon: IconChevronUp, onSelect: () => onMove(index - 1) }] : []),
        ...(index < count - 1 ? [{ label: t('bank.form.moveDown'), icon: IconChevronDown, onSelect: () => onMove(index + 1) }] : []),
      ]}
    />
  );
}

interface ResponseTextProps {
  letter: string;
  value: RichTextDocument;
  error: string | undefined;
  onChange: (document: RichTextDocument) => void;
}

/**
 * An input for the text of a response. Most are a plain sentence in a text field; the rich text editor is for anything
 * more.
 */
function ResponseText({ letter, value, error, onChange }: ResponseTextProps) {
  const [formatting, setFormatting] = useState(false);
  const [files, setFiles] = useState<readonly File[]>([]);
  const plain = formatting ? null : plainTextOf(value);
  if (plain === null)
    return (
      <RichTextEditor
        variant="compact"
        pictures={PicturePicker}
        label={t('bank.form.responseText')}
        value={value}
        onChange={onChange}
        error={error}
        focusOnOpen={formatting}
        files={files}
      />
    );
  /** A pasted or dropped image turns the field into an editor, which takes the image. */
  const take = (event: SyntheticEvent, data: DataTransfer) => {
    const given = listPastedFiles(data);
    if (given.length === 0) return;
    event.preventDefault();
    setFiles(given);
    setFormatting(true);
  };
  return (
    <CellArea
      label={t('bank.form.responseText')}
      maxLength={5000}
      value={plain}
      error={error}
      onChange={({ target }) => onChange(plainDocument(target.value))}
      onPaste={(event) => take(event, event.clipboardData)}
      onDrop={(event) => take(event, event.dataTransfer)}
      inside={<IconButton icon={IconTypography} size="s" label={t('bank.form.formatted', { letter })} onClick={() => setFormatting(true)} />}
    />
  );
}
