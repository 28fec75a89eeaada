/** The messages of fields that choose from search results. */
export const choiceMessages = {
  'choice.type': 'Type a name or email address',
  'choice.remove': 'Remove {name}',
  'choice.count': 'Found: {count}',
} as const;
