/** The texts of the page with all schools of the installation. */
export const allSchoolsMessages = {
  'allSchools.suspended.one': '1 school is suspended.',
  'allSchools.suspended.other': '{count} schools are suspended.',
  'allSchools.resumed.one': '1 school is resumed.',
  'allSchools.resumed.other': '{count} schools are resumed.',
  'allSchools.limited.one': 'The limits of 1 school are set.',
  'allSchools.limited.other': 'The limits of {count} schools are set.',
} as const;
