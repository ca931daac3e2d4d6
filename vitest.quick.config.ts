import { defineConfig, mergeConfig } from 'vitest/config';
import all from './vitest.config.ts';

/** Real clients, kills, races, churn and long property tests: `npm test` runs them, the quick tier does not. */
const THOROUGH = [
  'test/fixtures.test.ts',
  'test/check/{cli,table}.test.ts',
  'test/cli/{colour,compiled-code,completion,errors,hyperlinks,kept-answers,pager,read}.test.ts',
  'test/git/{damage,odd-files,run/runner}.test.ts',
  'test/hook/{exactness,hosts,sessions,silence}.test.ts',
  'test/index/{build,cache,damage,findings,parts,same-answers,writers}.test.ts',
  'test/install/{commands,faults,hooks,interrupted,round-trip,running,status,writers}.test.ts',
  'test/mcp/{calls,churn,clients,endurance,faults,fresh,git-faults,inspector,legacy,lifecycle}.test.ts',
  'test/mcp/{instructions,list,long-work,places,queries,storm}.test.ts',
  'test/mcp/http/{clients,connections,many,serve}.test.ts',
  'test/query/{agreement,completeness,corrections,deps,freshness,history,lines,names}.test.ts',
  'test/annotation/{flaws-any,decisions/properties,dialects/mutated,dialects/text-dialects}.test.ts',
  'test/query/{by-content,by-name,flaws,random-histories,read,recovery,said-in-commits,score,shapes}.test.ts',
  'test/query/{fit-answer,history-limits,lean,many-regions,moved,random-moves,spine}.test.ts',
  'test/query/{source-edges,sources,squash-merges,summary,summary-directory,token-estimate}.test.ts',
  'test/package/installed.test.ts',
  'test/page/{data,served}.test.ts',
  'test/page-browser/{accessible,hostile,large,report-search,walk}.test.ts',
  'test/package/carry-workflow.test.ts',
  'test/safety/**',
  'test/scripts/lock-file.test.ts',
  'test/write/{doctor,rewriting,setup,sync,sync-any}.test.ts',
  'test/syntax/{grammar,outline.property}.test.ts',
  'test/write/{annotate,correct,docs,notes-ref,validate}.test.ts',
];

export default mergeConfig(all, defineConfig({ test: { exclude: THOROUGH } }));
