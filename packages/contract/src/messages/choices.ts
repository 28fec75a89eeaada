/** Words of fields that choose from what is found. */
export const choiceMessages = {
  'choice.type': 'Type a name or an e-mail address',
  'choice.remove': 'Remove {name}',
  'choice.count': 'Found: {count}',
} as const;
