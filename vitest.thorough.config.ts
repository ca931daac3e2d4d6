import { defineConfig } from 'vitest/config';
import { suite, THOROUGH } from './test/support/suite.ts';

/** What `npm run test:all` runs beside the default tier (test/README.md). */
export default defineConfig(suite(THOROUGH));
