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
  /** Names the draft on this device. */
  draft: string;
  /** What is edited; null: a new one. */
  row: Announcement | null;
  /** What a new one begins with. */
  blank: AnnouncementValues;
  /** Individual students get one of their own each, and learn of no other. */
  isApart?: boolean;
  /** What a student of the class is called. */
  nameOf?: (id: number) => string;
  onSaved: () => void;
  /** Told of a save that failed for a reason that stands beside no field; what was typed is kept. */
  onFailed?: (failure: unknown) => void;
}

/** A form of an announcement. What is typed is kept on the device until it is saved or given up. */
export function useAnnouncementForm({ draft, row, blank, isApart = false, nameOf = (id) => `#${id}`, onSaved, onFailed }: FormOptions) {
  const { school, time_zone } = useUser();
  /** The zone that days and times of the form are meant in: the school's. */
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
  // what the device keeps is taken up again; where it keeps nothing, leaving the page loses it
  const letGo = useUnsaved(form.isDirty && kept.isFull, 'page');
  return {
    ...form,
    audience,
    kept,
    letGo,
    isUploading,
    setUploading,
    isNew: row === null,
    /** That several are written to, each alone. */
    isApart: isApart && form.values.students.length > 1,
    /** When what was typed before was taken up; null: it was not. */
    restoredAt: found?.at ?? null,
    /** Gives up what was typed: from the newest version, or from nothing. */
    startAnew(): void {
      form.restart();
      setFound(null);
      kept.drop();
    },
  };
}

export type AnnouncementForm = ReturnType<typeof useAnnouncementForm>;
