/** The messages of questions that are asked again. */
export const reviewMessages = {
  // The student's card and page
  'review.title': 'One question again',
  'review.card': 'One question again: {title}',
  'review.cardHint': '{class} · about one minute, without a grade',
  'review.laterButton': 'Not now',
  'review.later': 'This question comes back tomorrow.',
  'review.about': '{class} · {title} · lesson of {date}',
  'review.intro': 'One question about the same idea, alone and without a grade. You see at once if you were right, and why.',
  'review.submit': 'Submit Answer',
  'review.right': 'You were right.',
  'review.wrong': 'Your answer was not correct. You are asked once more in some weeks.',
  'review.wrongLast': 'Your answer was not correct. This was the last time that you are asked.',
  'review.nowhere': 'Your answer is in no grade. Your teacher sees how many were right, without names.',

  // The staff's line in a lesson's results
  'review.staff': 'Asked again',
  'review.after.1': 'After a week {percent}% were right ({asked} asked, {answered} answered).',
  'review.after.2': 'After three weeks {percent}% of those who were wrong before were right ({asked} asked, {answered} answered).',
  'review.waiting.1': 'After a week the idea was asked again ({asked} asked). Nobody has answered yet.',
  'review.waiting.2': 'After three weeks the idea was asked again ({asked} asked). Nobody has answered yet.',
  'review.transfer': 'Form - 2 in the lesson: {percent}% right.',
} as const;
