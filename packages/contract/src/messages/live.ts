/** The messages of the live lesson. Quoted ones are exactly as in the specification. */
export const liveMessages = {
  'live.time.increase': 'Please increase the time',
  'live.time.whole': 'The time must be a whole number of minutes',
  'live.time.most': 'The time can be at most 180 minutes',
  'live.comment.required': 'Comment is required',
  'live.response.required': 'Response is required',
  'live.form.required': 'Form is required: the lesson is in Form - 1B, but this may be a late answer for Form - 1A',
  'live.comment.earlier': 'Show {count} earlier',
  'live.comment.added': 'Comment added Successfully',
  'live.reply.added': 'Reply added Successfully',
  'live.reaction.added': 'Reaction Successfully',
  'live.time.adjusted': 'Time Adjusted Successfully',
  'live.settings.changed': 'Settings Changed Successfully',
} as const;
