import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../../base/api.ts';
import { isSameFilled } from '../../../base/same-filled.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { useUser } from '../../../base/use-user.ts';
import { useVersionedForm } from '../../../base/versioned-form.ts';
import { ALL_KEY, type Announcement, createAnnouncement, loadAudience, refreshAll, updateAnnouncement } from './calls.ts';
import { readKeptAnnouncement, useKeptAnnouncement } from './kept-draft.ts';
import { keepLastClass } from './last-class.ts';
import { type AnnouncementValues, ALL_CLASSES, fieldOf, findFaults, settle, toBody, toValues } from './values.ts';

interface FormOptions {
  /** The name of the draft on this device. */
  draft: string;
  /** The announcement to edit; null: a new one. */
  row: Announcement | null;
  /** The initial values of a new one. */
  blank: AnnouncementValues;
  /** True to give each student an announcement of their own that does not show the other recipients. */
  isApart?: boolean;
  /** Returns the name of a student of the class. */
  nameOf?: (id: number) => string;
  onSaved: () => void;
  /** Called when a save failed for a reason that belongs to no field. The typed text is kept. */
  onFailed?: (failure: unknown) => void;
}

/** The form of an announcement. Typed text is kept on the device until it is saved or discarded. */
export function useAnnouncementForm({ draft, row, blank, isApart = false, nameOf = (id) => `#${id}`, onSaved, onFailed }: FormOptions) {
  const { school, time_zone } = useUser();
  /** The zone of the form's days and times: the school's. */
  const zone = school?.time_zone || time_zone || 'UTC';
  const [found, setFound] = useState(() => readKeptAnnouncement(draft));
  const [isUploading, setUploading] = useState(false);
  const kept = useKeptAnnouncement(draft);
  const form = useVersionedForm<Announcement, AnnouncementValues, { message: string }>({
    row,
    toValues: (from) => (from ? toValues(from, nameOf, zone) : blank),
    begun: found && { values: found.values, on: found.base, isOutdated: row !== null && found.base_updated_at !== row.updated_at },
    isSame: isSameFilled,
    settle,
    fieldOf,
    findFaults: (values) => findFaults(values, zone),
    onTyped: (values, start, base) => {
      if (isSameFilled(values, start)) kept.drop();
      else kept.keep({ values, base: start, base_updated_at: base?.updated_at ?? null });
    },
    save: async (values, base, key) => {
      const body = toBody(values, zone, base);
      if (base) return updateAnnouncement(base.id, { ...body, updated_at: base.updated_at }, key);
      const saved = await createAnnouncement({ ...body, apart: isApart }, key);
      keepLastClass(values.courses);
      return saved;
    },
    onSaved: ({ message }) => {
      kept.drop();
      showSnack(message);
      void refreshAll();
      onSaved();
    },
    onFailure: (failure, faults) => {
      const isGone = row !== null && isApiError(failure) && failure.status === 404;
      if (Object.keys(faults).length === 0 && !isGone) onFailed?.(failure);
    },
  });
  const { courses } = form.values;
  const named = courses.some(({ id }) => id === ALL_CLASSES) ? '' : courses.map(({ id }) => id).join(',');
  const { data: audience } = useQuery({
    queryKey: [...ALL_KEY, 'audience', named],
    queryFn: ({ signal }) => loadAudience(named, signal),
    placeholderData: (before) => before,
  });
  // a draft on the device is resumed; if the device cannot store it, leaving the page loses it
  const letGo = useUnsaved(form.isDirty && kept.isFull, 'page');
  return {
    ...form,
    audience,
    kept,
    letGo,
    isUploading,
    setUploading,
    isNew: row === null,
    /** True when several students get a separate announcement each. */
    isApart: isApart && form.values.students.length > 1,
    /** The time of the resumed draft; null: none was resumed. */
    restoredAt: found?.at ?? null,
    /** Discards the typed text and starts from the newest version, or empty. */
    startAnew(): void {
      form.restart();
      setFound(null);
      kept.drop();
    },
  };
}

export type AnnouncementForm = ReturnType<typeof useAnnouncementForm>;
