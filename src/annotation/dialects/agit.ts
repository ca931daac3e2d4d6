import { CHANGED_FILES } from '../changed-files.ts';
import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import type { Candidate } from './dialect.ts';

/** Confidence goes from 0, guessing, to 1, certain; 0 is also what is written when nobody gave a figure. */
const LOW_CONFIDENCE = 0.5;

export function isAgit(document: JsonObject): boolean {
  return (
    asText(document.schema_version) !== undefined &&
    typeof document.commit_hash === 'string' &&
    typeof document.intent === 'string' &&
    (asObject(document.agent) !== undefined || 'alternatives_considered' in document)
  );
}

/** Notes of `agit commit`: the reasoning of one commit, which names no files. */
export function readAgit(document: JsonObject): Candidate {
  const guessed = isGuessed(document.confidence);
  const said = {
    intent: asText(document.intent),
    reasoning: lines(asArray(document.key_decisions).map(decision)),
    rejected_alternatives: list(asArray(document.alternatives_considered).map(alternative)),
    risk_notes: lines([
      ...asArray(document.risks).map(risk),
      ...asArray(document.ripple_effects).map(effect),
      guessed ? asText(document.confidence_rationale) : undefined,
    ]),
    open_threads: list(asArray(document.unknowns)),
  };
  const saysAnything = Object.values(said).some(value => value !== undefined);
  return {
    annotation: { task: asText(document.task), context_level: guessed ? 'inferred' : 'enhanced' },
    regions: saysAnything ? [{ file: CHANGED_FILES, ...said }] : [],
    crossCutting: [],
    provenance: { operation: 'initial' },
  };
}

function isGuessed(confidence: unknown): boolean {
  if (typeof confidence === 'string') return confidence.toLowerCase() === 'low';
  return typeof confidence === 'number' && confidence > 0 && confidence < LOW_CONFIDENCE;
}

function decision(value: unknown): string | undefined {
  const source = asObject(value);
  return source ? pair(source.decision, source.rationale) : asText(value);
}

function alternative(value: unknown): unknown {
  const source = asObject(value);
  if (!source) return typeof value === 'string' ? { approach: value } : value;
  return { approach: source.approach, reason: reasonOf(source.rejected_reason) };
}

/** Agents write "rejected — too slow" into a field that says that already. */
function reasonOf(value: unknown): string | undefined {
  return asText(asText(value)?.replace(/^rejected\s*[-–—,:]\s*/i, ''));
}

function risk(value: unknown): string | undefined {
  const source = asObject(value);
  if (!source) return asText(value);
  const named = pair(source.area, source.description);
  const severity = asText(source.severity);
  return named && severity ? `${named} (${severity})` : named;
}

function effect(value: unknown): string | undefined {
  const source = asObject(value);
  const text = source ? pair(source.file ?? source.area, source.description) : asText(value);
  return text && `Ripple effect: ${text}`;
}

function pair(first: unknown, second: unknown): string | undefined {
  const parts = [first, second].map(asText).filter(text => text !== undefined);
  return asText(parts.join(': '));
}

function lines(texts: (string | undefined)[]): string | undefined {
  return asText(texts.filter(text => text !== undefined).join('\n'));
}

function list(items: unknown[]): unknown[] | undefined {
  const kept = items.filter(item => item !== '');
  return kept.length > 0 ? kept : undefined;
}
