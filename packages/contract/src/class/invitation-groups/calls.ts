import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id } from '../../core/fields.ts';
import { referencesSchema } from '../../core/list-schemas.ts';
import { oneFile } from '../../core/taken-files.ts';
import { IMPORT_LIMITS } from '../../school/imports/calls.ts';
import { invitationGroups } from '../../lists/invitation-group.ts';
import { asMessage } from '../../messages/translate.ts';

/** The columns of the template, in order. */
export const GROUP_ACCOUNT_COLUMNS = ['group', 'email'] as const;
export type GroupAccountColumn = (typeof GROUP_ACCOUNT_COLUMNS)[number];

/** The maximum number of errors in a response. `error_count` counts them all. */
export const MAX_IMPORT_ERRORS = 1000;

const mayEdit = { resource: invitationGroups.resource, action: 'edit' } as const;
const GROUP = asMessage('list.invitationGroup');

/** Ids as an array, as one id, or "1,2" from a form. */
const members = z.object({
  account_id: referencesSchema({ label: 'invitationGroup.accounts', isRequired: true, required: 'invitationGroup.accountRequired' }),
  invitation_group_id: id(GROUP),
});
const changed = z.object({ message: z.string(), data: invitationGroups.row, invitation_group: invitationGroups.row, changed_count: z.number().int() });

export const groupAccountsAdd = endpoint({
  name: 'invitationGroup.accounts.add',
  method: 'POST',
  path: '/invitation/group/accounts',
  access: mayEdit,
  summary: 'Puts accounts into an invitation group; those that are in it already stay',
  body: members,
  response: changed,
  errors: [],
});

export const groupAccountsRemove = endpoint({
  name: 'invitationGroup.accounts.remove',
  method: 'DELETE',
  path: '/invitation/group/accounts',
  access: mayEdit,
  summary: 'Takes one account, or several, out of an invitation group',
  body: members,
  response: changed,
  errors: [],
});

export const groupClassAdd = endpoint({
  name: 'invitationGroup.class.add',
  method: 'POST',
  path: '/invitation/group/class',
  access: mayEdit,
  cost: 5,
  summary: 'Adds all students of a class, or of all classes of a level, to an invitation group; current members stay',
  body: z.object({
    invitation_group_id: id(GROUP),
    /** The class. One of the two is required. */
    course_id: id(asMessage('topic.field.course')).optional(),
    level_id: id(asMessage('list.level')).optional(),
  }),
  response: changed.extend({
    /** The people who were not in the group before, for an undo. */
    account_id: z.array(z.number().int()),
  }),
  errors: [],
});

const GroupImportError = z.object({
  /** The row number of the spreadsheet. */
  row: z.number().int(),
  column: z.enum(GROUP_ACCOUNT_COLUMNS),
  column_title: z.string(),
  value: z.string(),
  message: z.string(),
});
type GroupImportError = z.infer<typeof GroupImportError>;

export const ImportedGroup = z.object({
  id: z.number().int(),
  name: z.string(),
  is_new: z.boolean(),
  /** The number of people who were not in it before. */
  added_count: z.number().int(),
  accounts_count: z.number().int(),
});
export type ImportedGroup = z.infer<typeof ImportedGroup>;

export const importGroupAccounts = endpoint({
  name: 'import.groupAccount',
  cost: 20,
  method: 'POST',
  path: '/import/group/account',
  access: mayEdit,
  summary:
    'Puts the people of an .xlsx file into groups, making those that are missing. As long as a row has an error nothing is imported, unless `partial` is set',
  files: oneFile({ bytes: IMPORT_LIMITS.maxFileBytes, required: 'import.file.required' }),
  body: z.object({
    /** The group that everybody in the file is added to. */
    invitation_group_id: id(GROUP).optional(),
    /** Import the rows without errors even when others have some. */
    partial: flag(asMessage('import.field.partial')).default(false),
  }),
  response: z.object({
    message: z.string(),
    /** False when a row has an error and nothing was imported. */
    imported: z.boolean(),
    groups: z.array(ImportedGroup),
    errors: z.array(GroupImportError),
    error_count: z.number().int(),
    total_rows: z.number().int(),
  }),
  errors: [],
});

/**
 * The template. It contains nothing about the school, so a plain link opens it in a new tab, without a token in its
 * address.
 */
export const importGroupAccountTemplate = endpoint({
  name: 'import.groupAccount.template',
  method: 'GET',
  path: '/import/group/account/download',
  access: 'public',
  summary: 'The template for importing accounts into invitation groups',
  response: z.object({}),
  download: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  readOnly: true,
  errors: [],
});
