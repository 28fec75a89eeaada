/** What is wrong with a field, for those who check fields: the server, and the forms of lists. */
export const validationMessages = {
  'validation.text': '{label} must be text',
  'validation.tooLong': '{label} may have at most {max} characters. Shorten it.',
  'validation.nul': '{label} contains a character that cannot be stored. Remove it.',
  'validation.id': '{label} is not valid. Choose it again from the list.',
  'validation.flag': '{label} must be yes or no',
  'validation.number': '{label} must be a number',
  'validation.page': 'The page must be a whole number from 1',
  'validation.block': 'This must be a whole number from {min} to {max}',
  'validation.cursor': 'This place in the list is not known. Load the list again.',
  'validation.onePlace': 'Name one place: after, before or skip',
  'validation.perPage': 'The page size must be a whole number from 1 to 200',
  'validation.richText': '{label} must be text',
  'validation.choice': '{label} must be one of: {choices}',
  'validation.email': 'Enter an e-mail address like name@school.org',
  'validation.generic': '{label} is not valid',
  'validation.unknownField': '{label} is not a field of this form',
} as const;
