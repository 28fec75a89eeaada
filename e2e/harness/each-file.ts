import { afterAll } from 'vitest';
import { closeSharedProduct } from './journey.ts';

afterAll(closeSharedProduct);
