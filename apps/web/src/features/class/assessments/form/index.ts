export { AssessmentForm } from './AssessmentForm.tsx';
