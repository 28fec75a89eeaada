export { CopySection } from './CopySection.tsx';
export { ErasureSection } from './ErasureSection.tsx';
export { ReceiptsSection } from './ReceiptsSection.tsx';
