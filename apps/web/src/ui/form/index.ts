/** Fields that forms of staff screens share, in addition to those of `ui/plain`. */
export { ChoiceField, type Choice, type ChoiceSource } from './ChoiceField.tsx';
export { choicesIn } from './use-choices.ts';
export { DateField, TimeField } from './DateField.tsx';
export { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
export { FormProblem } from './FormProblem.tsx';
export { Restored } from './Restored.tsx';
export { SwitchField, YesNoField } from './SwitchField.tsx';
export { Segments } from './Segments.tsx';
export { SelectField } from './SelectField.tsx';
export { TagField } from './TagField.tsx';
export { TextArea } from './TextArea.tsx';
export { useFaultFocus } from './use-fault-focus.ts';
export { useSaving } from './use-saving.ts';
