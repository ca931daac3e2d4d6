import { createHash } from 'node:crypto';
import type { Log, ReportingConfiguration, Result } from 'sarif';
import { QUOTED } from '../wording.ts';
import type { CheckAnswer, Finding, Kind } from './answer.ts';
import { sentenceOf, shownAt } from './sentence.ts';

/** Findings as SARIF 2.1.0, which code hosts and editors show beside the lines. */

type Rule = { level: NonNullable<ReportingConfiguration['level']>; text: string };

const RULES: Record<Kind, Rule> = {
  dependent: { level: 'error', text: 'Other code relies on a unit that is gone or has another signature' },
  constraint: { level: 'warning', text: 'Code that a constraint is recorded for was changed' },
  rejected: { level: 'note', text: 'Code that an alternative was rejected for was changed' },
  risk: { level: 'note', text: 'Code that a risk is recorded for was changed' },
  annotation: { level: 'note', text: 'Annotated code was changed' },
};

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

export function asSarif({ findings, complete, notices = [] }: CheckAnswer, version: string): Log {
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'ultragit',
            semanticVersion: version,
            fullDescription: { text: `What annotations say of changed code, quoted ${QUOTED}.` },
            rules: Object.entries(RULES).map(([id, { level, text }]) => ({
              id,
              shortDescription: { text },
              defaultConfiguration: { level },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: complete,
            toolExecutionNotifications: notices.map(({ code, message, fix }) => ({
              level: 'note',
              descriptor: { id: code },
              message: { text: fix === undefined ? message : `${message} ${fix}` },
            })),
          },
        ],
        results: findings.map(asResult),
      },
    ],
  };
}

function asResult(finding: Finding): Result {
  const { kind, file, unit, relied_on_by: relying = [] } = finding;
  const { start, end } = shownAt(finding);
  return {
    ruleId: kind,
    ruleIndex: Object.keys(RULES).indexOf(kind),
    level: RULES[kind].level,
    message: { text: sentenceOf(finding) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(file) },
          region: { startLine: start, endLine: end },
        },
        ...(unit ? { logicalLocations: [{ fullyQualifiedName: unit.name }] } : {}),
      },
    ],
    relatedLocations: relying.map(({ file: other, nature }, at) => ({
      id: at + 1,
      physicalLocation: { artifactLocation: { uri: uriOf(other) } },
      ...(nature === undefined ? {} : { message: { text: nature } }),
    })),
    partialFingerprints: { 'ultragit/v1': fingerprint(finding) },
  };
}

/** Relative to the root: a name may have any character. */
function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The same as long as it is about the same unit and says the same, wherever its lines are. */
function fingerprint({
  kind,
  file,
  unit,
  lines,
  constraints,
  rejected_alternatives,
  risk_notes,
}: Finding): string {
  const place = [kind, file, unit?.name ?? lines?.start];
  const said = [constraints, rejected_alternatives, risk_notes];
  return createHash('sha256')
    .update(JSON.stringify([place, said]))
    .digest('hex')
    .slice(0, 32);
}
