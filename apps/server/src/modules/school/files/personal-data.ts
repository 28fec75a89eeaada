import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  file_upload_pieces: {
    subject: 'upload_id:file_uploads.account_id',
    class: 'schoolwork',
    erase: 'delete',
    keep: { hours: 24, why: 'an upload that is under way' },
    at: 'upload_id:file_uploads.created_at',
    words: ['upload_id', 'storage_key'],
    copy: 'never',
  },
  file_uploads: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'delete',
    keep: { hours: 24, why: 'an upload that is under way' },
    at: 'created_at',
    words: ['id', 'name'],
    files: ['file_id'],
    copy: 'never',
  },
  files: {
    subject: 'account_id',
    class: 'schoolwork',
    erase: 'delete',
    keep: 'schoolwork',
    at: 'created_at',
    words: ['name', 'mime_type', 'storage_key'],
    secrets: ['sha256'],
    title: 'record.of.files',
    copy: { name: 'record.file', created_at: 'record.when' },
    files: ['id'],
  },
};
