import { defineConfig, mergeConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** Real clients, kills, races, churn and long property tests: `npm test` runs them, the quick tier does not. */
const THOROUGH = [
  'test/fixtures.test.ts',
  'test/cli/{compiled-code,errors,read}.test.ts',
  'test/index/{damage,findings,same-answers,writers}.test.ts',
  'test/install/{commands,faults,interrupted,round-trip,status}.test.ts',
  'test/mcp/{calls,churn,clients,endurance,faults,git-faults,inspector,lifecycle,long-work,places,queries,storm}.test.ts',
  'test/query/{agreement,completeness,deps,history,lines,names,random-histories,read,recovery}.test.ts',
  'test/safety/**',
  'test/syntax/{grammar,outline.property}.test.ts',
];

export default mergeConfig(all, defineConfig({ test: { exclude: THOROUGH, maxWorkers: 2 } }));
