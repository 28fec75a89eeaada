import { useState } from 'react';
import { Button } from '../../../ui/plain/Button.tsx';
import { TextField } from '../../../ui/plain/Field.tsx';
import { IconPaperclip } from '../../../ui/feature-icons/icons.ts';
import { ChoiceField, choicesIn, Segments, TextArea } from '../../../ui/form/index.ts';
import { RichTextEditor } from '../../../ui/rich-text/RichTextEditor.tsx';
import { FileField, PicturePicker } from '../../school/files/index.ts';
import styles from './announcements.module.css';
import { t } from '../../../base/t.ts';
import { readLastClass } from './last-class.ts';
import type { AnnouncementForm } from './use-announcement-form.ts';
import { ALL_CLASSES, everyStudent } from './values.ts';

/** Shows the fields of an announcement: students, classes, text, attachments, and posting time. */
export function AnnouncementFields({ form }: { form: AnnouncementForm }) {
  const { values, change, faults, audience, isNew } = form;
  const [isMore, setMore] = useState(values.files.length > 0 || values.links !== '' || (values.when !== undefined && (!isNew || values.when !== 'now')));
  const students = new Map((audience?.students ?? []).map(({ id, name }) => [id, { id, name }]));
  const classes = (audience?.courses ?? []).map(({ id, name, section }) => ({ id, name, detail: section || undefined }));
  const lastClass = readLastClass();
  const offered = [
    ...classes.filter(({ id }) => id === lastClass),
    { id: ALL_CLASSES, name: t('stream.allClasses') },
    ...classes.filter(({ id }) => id !== lastClass),
  ];
  const hasMore = isMore || ['files', 'links', 'when', 'postAt'].some((field) => field in faults);
  return (
    <div className={styles.fields}>
      <div className={styles.whom}>
        <ChoiceField<number | string>
          several
          label={t('stream.forStudents')}
          value={values.students}
          onChange={(picks) => change({ students: picks })}
          source={choicesIn<number | string>('announcement-students', [everyStudent(), ...students.values()])}
          placeholder={t('stream.choose')}
          error={faults['students']}
        />
        {isNew && (
          <ChoiceField<number | string>
            several
            label={t('stream.forClass')}
            value={values.courses}
            onChange={(picks) => change({ courses: picks })}
            source={choicesIn<number | string>('announcement-classes', offered)}
            placeholder={t('stream.choose')}
            error={faults['courses']}
          />
        )}
      </div>
      {form.isApart && <p className={styles.quiet}>{t('stream.apart')}</p>}
      <RichTextEditor
        label={t('stream.text')}
        variant="compact"
        value={values.text}
        onChange={(text) => change({ text })}
        error={faults['text']}
        pictures={PicturePicker}
      />
      {!hasMore && (
        <Button variant="subtle" icon={IconPaperclip} onClick={() => setMore(true)}>
          {t(values.when === undefined ? 'stream.attach' : 'stream.more')}
        </Button>
      )}
      {hasMore && (
        <>
          <FileField
            label={t('stream.attachments')}
            value={values.files}
            onChange={(files) => change({ files })}
            onBusy={form.setUploading}
            error={faults['files']}
          />
          <TextArea
            label={t('stream.links')}
            description={t('stream.linksHint')}
            value={values.links}
            onChange={({ target }) => change({ links: target.value })}
            error={faults['links']}
            dir="ltr"
          />
          {values.when !== undefined && (
            <Segments
              label={t('stream.when')}
              value={values.when}
              segments={(['now', 'later', 'draft'] as const).map((value) => ({ value, label: t(`stream.when.${value}`) }))}
              onChange={(when) => change({ when })}
              error={faults['when']}
            />
          )}
          {values.when === 'later' && (
            <TextField
              label={t('stream.postAt')}
              description={t('stream.postAtHint')}
              type="datetime-local"
              max="2199-12-31T23:59"
              value={values.postAt ?? ''}
              onChange={({ target }) => change({ postAt: target.value })}
              error={faults['postAt']}
            />
          )}
        </>
      )}
    </div>
  );
}
