/** Where somebody belongs who leaves a lesson: the assessments, or Home for those who have none of their own to see. */
export function homeOf(rights: readonly string[]): '/assessments' | '/home' {
  return rights.includes('assessments:view') ? '/assessments' : '/home';
}
