/** Returns the page to open after leaving a lesson: the assessments, or Home for people who cannot see assessments. */
export function homeOf(rights: readonly string[]): '/assessments' | '/home' {
  return rights.includes('assessments:view') ? '/assessments' : '/home';
}
