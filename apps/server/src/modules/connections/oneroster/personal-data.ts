import type { PersonalData } from '../../../platform/personal-data/index.ts';

export const personalData: PersonalData = {
  api_client_reads: { nobody: 'what a program asked for', words: ['method', 'operation', 'address'], mentions: ['path'] },
  api_client_records: { nobody: 'which ids a program knows our rows by', mentions: ['sourced_id'] },
  api_client_tokens: { nobody: 'the sign-ins of programs', secrets: ['token_hash'], words: ['scopes'] },
  api_clients: {
    subject: 'created_by',
    class: 'log',
    erase: 'unname',
    keep: 'identity',
    at: 'created_at',
    words: ['name', 'client_id', 'scopes'],
    secrets: ['secret_hash'],
    title: 'record.of.api_clients',
    copy: { name: 'record.title', created_at: 'record.when' },
  },
};
