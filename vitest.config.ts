import { defineConfig } from 'vitest/config';
import { DEFAULT, suite } from './test/support/suite.ts';

/** `npm test`: every promise once (test/README.md). */
export default defineConfig(suite(DEFAULT));
