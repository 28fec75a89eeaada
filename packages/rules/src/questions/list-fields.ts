/**
 * The fields by which a question refers to rows of lists, in the order of its form. `topic_id` is shown as Cluster.
 */
export const QUESTION_LIST_FIELDS = ['type_id', 'topic_id', 'standard_id', 'question_subject_id', 'question_grade_id'] as const;
export type QuestionListField = (typeof QUESTION_LIST_FIELDS)[number];
