import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  backup_runs: { nobody: 'when backups were made, verified and restored', words: ['kind', 'state', 'problem'] },
  service_checks: { nobody: 'whether the mail server and the storage of files answered', words: ['service'] },
};
