/** What programs are told by OneRoster, and what they read of a school beside its own words. */
export const oneRosterMessages = {
  'oneroster.token': 'The access token is missing, unknown or expired. Get one from the address for tokens, with the program’s identifier and secret.',
  'oneroster.scope': 'This program may not do this: it needs the scope {scope}. An administrator of the school gives it.',
  'oneroster.unknown': 'There is no {name} {id} here.',
  'oneroster.query.twice': '{name} is given more than once.',
  'oneroster.query.number': '{name} is a whole number from {least} to {most}.',
  'oneroster.filter.wrong': "The filter cannot be read: {reason}. It is made of conditions such as status='active', with AND or OR between them.",
  'oneroster.filter.field': 'There is no filter by {name}. There is one by: {names}.',
  'oneroster.fields.wrong': 'There is no field {name}. There are: {names}.',
  'oneroster.sort.field': 'There is no order by {name}. There is one by: {names}.',
  'oneroster.order.wrong': 'orderBy is asc or desc.',
  'oneroster.schoolYear': 'School year {from}–{to}',
  'oneroster.noCategory': 'No category',
} as const;
