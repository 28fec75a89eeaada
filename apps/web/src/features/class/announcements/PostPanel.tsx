import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../../ui/plain/Avatar.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { IconPaperclip } from '../../../ui/feature-icons/icons.ts';
import { FormProblem, Restored, useFaultFocus } from '../../../ui/form/index.ts';
import { useUser } from '../../../base/use-user.ts';
import type { Course } from '../classes/index.ts';
import { AnnouncementFields } from './AnnouncementFields.tsx';
import styles from './announcements.module.css';
import { fieldName, fieldWords } from './field-words.tsx';
import { readKeptAnnouncement } from './kept-draft.ts';
import { t } from '../../../base/t.ts';
import { useAnnouncementForm } from './use-announcement-form.ts';
import { EMPTY, everyStudent } from './values.ts';

/** A line for staff that opens into a form for an announcement. Typed text survives a reload. */
export function PostPanel({ course }: { course: Course }) {
  const draft = `class-${course.id}`;
  const { name } = useUser();
  const [isOpen, setOpen] = useState(() => readKeptAnnouncement(draft) !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <OpenPanel course={course} draft={draft} onClose={() => setOpen(false)} />;
  return (
    <Card className={styles.panel}>
      <button ref={opener} type="button" className={styles.opener} aria-expanded={false} onClick={() => setOpen(true)}>
        <Avatar name={name} size="m" />
        <span>{t('stream.announce', { name: course.name })}</span>
        <IconPaperclip size={20} />
      </button>
    </Card>
  );
}

function OpenPanel({ course, draft, onClose }: { course: Course; draft: string; onClose: () => void }) {
  const [blank] = useState(() => ({ ...EMPTY, courses: [{ id: course.id, name: course.name }], students: [everyStudent()] }));
  const form = useAnnouncementForm({ draft, row: null, blank, onSaved: onClose });
  const { form: frame, focusFault } = useFaultFocus();
  const submit = async () => {
    if (!form.pending && !form.isUploading && !(await form.save())) focusFault();
  };
  return (
    <Card className={styles.panel}>
      <form
        ref={frame}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Restored form={form} />
        <FormProblem form={form} label={fieldName} words={fieldWords} />
        <AnnouncementFields form={form} />
        <div className={styles.foot}>
          {form.isDirty && form.kept.keptAt !== null && <small>{t('stream.kept')}</small>}
          <Button
            onClick={() => {
              form.startAnew();
              onClose();
            }}
            disabled={form.pending}
          >
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="filled" pending={form.pending || form.isUploading}>
            {form.pending ? t('stream.saving') : t('stream.save')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
