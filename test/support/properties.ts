// Property tests make the same values in each run, so that one that passed does not fail by chance somewhere
// else. To look for more: PROPERTY_SEED=42 npx vitest run test/annotation
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
