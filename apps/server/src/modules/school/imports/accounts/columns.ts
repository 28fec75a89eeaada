import type { AccountColumn } from '@classwright/contract';
import type { TableColumn } from '../../../../platform/spreadsheets/index.ts';

/** The columns of a list of people, with the names that other systems use. Case, spaces and marks are ignored. */
export const accountColumns = [
  { key: 'first_name', title: 'First Name', names: ['Given Name', 'Forename', 'FirstName', 'Vorname', 'Prénom', 'Nombre'], isRequired: true },
  { key: 'last_name', title: 'Last Name', names: ['Family Name', 'Surname', 'LastName', 'Nachname', 'Nom', 'Apellido', 'Apellidos'], isRequired: true },
  { key: 'email', title: 'Email', names: ['E-mail', 'Email Address', 'E-mail Address', 'Mail', 'School Email', 'Correo'], isRequired: true },
  { key: 'phone_number', title: 'Phone Number', names: ['Phone', 'Telephone', 'Mobile', 'Cell', 'Tel'], isRequired: false },
  { key: 'school', title: 'School', names: ['School Name', 'Organization', 'Site'], isRequired: false },
  { key: 'account_type', title: 'Account Type', names: ['Type', 'User Type', 'Kind'], isRequired: true },
  { key: 'role', title: 'Role', names: ['Role Name', 'Primary Role'], isRequired: false },
] as const satisfies readonly (TableColumn & { key: AccountColumn })[];

export const titleOf = (column: AccountColumn): string => accountColumns.find(({ key }) => key === column)?.title ?? column;
