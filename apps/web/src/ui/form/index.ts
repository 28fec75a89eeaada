/** Fields that forms of staff screens share beside those of `ui/plain`. */
export { ChoiceField, type Choice, type ChoiceSource } from './ChoiceField.tsx';
export { choicesIn } from './use-choices.ts';
export { DateField, TimeField } from './DateField.tsx';
export { describedBy, FieldFrame, type FieldWords } from './FieldFrame.tsx';
export { FormTrouble } from './FormTrouble.tsx';
export { SwitchField, YesNoField } from './SwitchField.tsx';
export { Segments, type Segment, type SegmentsProps } from './Segments.tsx';
export { SelectField } from './SelectField.tsx';
export { TagField, type TagFieldProps } from './TagField.tsx';
export { TextArea } from './TextArea.tsx';
export { useFaultFocus } from './use-fault-focus.ts';
