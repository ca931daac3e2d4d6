// What each key of the three vocabularies becomes, and what a record takes from its message.
import { expect, test } from 'vitest';
import { CHANGED_FILES } from '../../../src/annotation/changed-files.ts';
import {
  type Decision,
  mayHaveDecisions,
  readDecisions,
} from '../../../src/annotation/decisions/decisions.ts';
import type { Region } from '../../../src/annotation/schema.ts';

function only(message: string): { decision: Decision; region: Region } {
  const decisions = readDecisions(message);
  expect(decisions).toHaveLength(1);
  expect(decisions[0]?.regions).toHaveLength(1);
  return { decision: decisions[0]!, region: decisions[0]?.regions[0] as Region };
}

test('a Lore message gives its constraints, rejections, risks and references, and its subject as intent', () => {
  const { decision, region } = only(`feat(queue): hold back jobs of a paused tenant

Constraint: The scheduler must not read the tenant table on its hot path
Rejected: A flag on each job | a tenant with a million jobs would take minutes to pause
Directive: Keep the paused set in memory, and refresh it on the event
Confidence: high
Scope-risk: broad
Reversibility: migration-needed
Tested: pause and resume of one tenant
Not-tested: two schedulers that disagree
Lore-id: 3fa90c12
Related: 7be2d401, see #812
Depends-on: 0a1b2c3d
Supersedes: 9c8d7e6f
`);
  expect(decision.format).toBe('lore');
  expect(decision.annotation).toEqual({
    context_level: 'enhanced',
    record_id: '3fa90c12',
    supersedes: ['9c8d7e6f'],
    expires: undefined,
  });
  expect(region).toEqual({
    file: CHANGED_FILES,
    intent: 'feat(queue): hold back jobs of a paused tenant',
    constraints: [
      { text: 'The scheduler must not read the tenant table on its hot path', source: 'author' },
      { text: 'Keep the paused set in memory, and refresh it on the event', source: 'author' },
    ],
    rejected_alternatives: [
      {
        approach: 'A flag on each job',
        reason: 'a tenant with a million jobs would take minutes to pause',
      },
    ],
    reasoning: undefined,
    risk_notes:
      'Not tested: two schedulers that disagree\nAffects far more than this code.\nUndoing it needs a migration.',
    related_annotations: [
      { commit: '7be2d401', relationship: 'related' },
      { commit: '0a1b2c3d', relationship: 'depends on' },
    ],
  });
  expect(decision.provenance).toEqual({ operation: 'initial' });
});

test('a CommitLore message gives the same fields from its own keys', () => {
  const { decision, region } = only(`Cache the price list for a minute

Limit: The supplier allows sixty requests an hour
Ruled-out: Push from the supplier | it knows no webhooks
Warn: Do not cache a failed answer
Blast: system
Undo: permanent
Certainty: tentative
Verified: unit tests
Unverified: a supplier that changes prices within the minute
Evidence: docs/supplier.md#limits
Record-Id: r-price01
Follows: r-basket7
Supersedes: r-nocache
Expires: 2031-06-30
CommitLore-Version: 2.0.0
X-Team: pricing
`);
  expect(decision.format).toBe('commitlore/2.0');
  expect(decision.annotation).toEqual({
    context_level: 'inferred',
    record_id: 'r-price01',
    supersedes: ['r-nocache'],
    expires: '2031-06-30',
  });
  expect(region).toMatchObject({
    constraints: [
      { text: 'The supplier allows sixty requests an hour', source: 'author' },
      { text: 'Do not cache a failed answer', source: 'author' },
    ],
    rejected_alternatives: [{ approach: 'Push from the supplier', reason: 'it knows no webhooks' }],
    risk_notes:
      'Not tested: a supplier that changes prices within the minute\nAffects far more than this code.\nCannot be undone.',
    related_annotations: [{ commit: 'r-basket7', relationship: 'follows' }],
  });
});

test('the actions of a contextual commit keep their scope, and its intent is what was wanted', () => {
  const { decision, region } = only(`feat(login): add passkeys

intent(login): people forget passwords, so they want to sign in without one
decision(library): the browser API over a vendor's SDK, it is in every browser now
rejected(library): the vendor's SDK — it sends the origin to its own server
constraint(origin): the relying party id can never change once a key is registered
learned(safari): it asks for user verification even where we say discouraged
`);
  expect(decision.format).toBe('contextual-commits');
  expect(region).toMatchObject({
    intent: 'people forget passwords, so they want to sign in without one',
    constraints: [
      {
        text: 'origin: the relying party id can never change once a key is registered',
        source: 'author',
      },
    ],
    rejected_alternatives: [
      { approach: "library: the vendor's SDK", reason: 'it sends the origin to its own server' },
    ],
    reasoning:
      "library: the browser API over a vendor's SDK, it is in every browser now\n" +
      'safari: it asks for user verification even where we say discouraged',
  });
});

test.each([
  ['A cache in the browser | it would be stale after a sale', 'it would be stale after a sale'],
  ['A cache in the browser — it would be stale', 'it would be stale'],
  ['A cache in the browser – it would be stale', 'it would be stale'],
  ['A cache in the browser -- it would be stale', 'it would be stale'],
  ['A cache in the browser - it would be stale', 'it would be stale'],
  ['A cache in the browser|it would be stale', 'it would be stale'],
  ['A cache in the browser | stale | and large', 'stale | and large'],
  ['A cache in the browser', undefined],
  ['A cache in the browser |', undefined],
])('what was rejected is told from why: %s', (value, reason) => {
  for (const key of ['Rejected', 'Ruled-out']) {
    const { region } = only(
      `Subject\n\nConstraint: c\nLimit: l\nBlast: local\n${key}: ${value}\nTested: t\n`,
    );
    expect(region.rejected_alternatives).toEqual([
      { approach: 'A cache in the browser', ...(reason === undefined ? {} : { reason }) },
    ]);
  }
});

test('issues, links and words name no record', () => {
  const { region } = only(
    'S\n\nConstraint: c\nRelated: #1234567, https://example.com/commit/0a1b2c3d, v1.20250101, the facade\n',
  );
  expect(region.related_annotations).toBeUndefined();
});

test('a bar inside code does not part an alternative from its reason', () => {
  const { region } = only('S\n\nTested: t\nRejected: `a||b` as the key | two tenants share it\n');
  expect(region.rejected_alternatives).toEqual([
    { approach: '`a||b` as the key', reason: 'two tenants share it' },
  ]);
});

test('[until:] is not part of what must be kept to', () => {
  const { region } = only('S\n\nConfidence: high\nDirective: [until: 2027-01] Keep both formats readable\n');
  expect(region.constraints).toEqual([
    { text: 'Keep both formats readable', source: 'author', until: '2027-01' },
  ]);
});

test.each([
  ['Confidence: low', 'inferred'],
  ['Confidence: medium', 'enhanced'],
  ['Certainty: guess', 'inferred'],
  ['Certainty: firm', 'enhanced'],
  ['Provenance: reconstructed', 'inferred'],
  ['Provenance: authored', 'enhanced'],
])('%s is %s', (trailer, level) => {
  const { decision } = only(`S\n\nConstraint: c\nLimit: l\nBlast: local\n${trailer}\n`);
  expect(decision.annotation.context_level).toBe(level);
});

test('an inherited record names the commit that it is from', () => {
  const { decision } = only(
    'S\n\nLimit: one writer at a time\nRecord-Id: r-writer\nProvenance: inherited 5e1f0c2ab97d\n',
  );
  expect(decision.provenance).toEqual({ operation: 'squash', derived_from: ['5e1f0c2ab97d'] });
  expect(decision.annotation.context_level).toBe('inferred');
});

test('what is said twice is there once, and what is empty is not there', () => {
  const { region } = only(
    'S\n\nConstraint: one\nConstraint: one\nConstraint:\nRejected: a | b\nRejected: a | b\nNot-tested:\n',
  );
  expect(region.constraints).toHaveLength(1);
  expect(region.rejected_alternatives).toHaveLength(1);
  expect(region.risk_notes).toBeUndefined();
});

test('the text between subject and trailers is the reasoning, without who signed it', () => {
  const { region } = only(`Retry a failed upload once

The store answers 503 while it moves a partition, and that takes less
than a second. A second failure is a real one:

- the bucket is gone
- the key has expired

Reviewed-by: Ana Li <ana@example.com>

Constraint: Never retry a delete
Confidence: high
`);
  expect(region.reasoning).toBe(
    'The store answers 503 while it moves a partition, and that takes less than a second. A second failure is a ' +
      'real one:\n\n- the bucket is gone\n- the key has expired',
  );
});

test('long reasoning ends with a paragraph or a sentence, within 600 characters', () => {
  const sentence = 'A reader wants to know this, and then that. ';
  const trailers = 'Constraint: c\nConfidence: high\n';
  const paragraphs = only(
    `S\n\n${sentence.repeat(9)}\n\nThis follows:\n\n${sentence.repeat(9)}\n\n${trailers}`,
  );
  expect(paragraphs.region.reasoning).toBe(sentence.repeat(9).trim());
  const sentences = only(`S\n\n${sentence.repeat(40)}\n\n${trailers}`);
  expect(sentences.region.reasoning).toBe(`${sentence.repeat(13)}…`);
  const endless = only(`S\n\n${'word '.repeat(400)}\n\n${trailers}`);
  expect(endless.region.reasoning?.length).toBeLessThanOrEqual(600);
  expect(endless.region.reasoning?.endsWith('word…')).toBe(true);
});

test.each([
  'Tested: on two machines\nRelated: 7be2d401\nConfidence: high',
  'Verified: by hand\nEvidence: docs/a.md\nSupersedes: 9c8d7e6f',
  'Record-Id: r-nothing\nProvenance: authored\nVerified: the build',
])('a message whose trailers decide nothing gives no record: %s', trailers => {
  expect(readDecisions(`Subject\n\n${trailers}\n`)).toEqual([]);
});

test('a message without a key that decides needs no closer look', () => {
  expect(mayHaveDecisions('Subject\n\nTested: yes\nSigned-off-by: Ana Li <ana@example.com>\n')).toBe(false);
  expect(mayHaveDecisions('Subject\n\nNot-tested: no\n')).toBe(true);
});
