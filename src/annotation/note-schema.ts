/** A note in `ultragit/v1` as it should be written; readers take more than that, see `dialects/`. */
import * as z from 'zod/mini';
import { annotationSchema, regionSchema } from './schema.ts';

const name = z.string().check(z.minLength(1));
const { text, source } = regionSchema.shape.constraints.def.innerType.def.element.shape;
const concern = annotationSchema.shape.cross_cutting.def.innerType.def.element;

const region = z.extend(regionSchema, {
  intent: name.check(z.describe('What the code is for, in one sentence.')),
  constraints: z.optional(z.array(z.union([name, z.object({ text, source: z.optional(source) })]))),
});

const concerned = z.union([
  name.check(z.describe('file:unit')),
  z.object({ file: name, anchor: z.optional(name) }),
]);

export const noteSchema = z.object({
  $schema: z.optional(z.string().check(z.describe('The name of this schema.'))),
  schema: z.literal('ultragit/v1'),
  commit: z.optional(z.string().check(z.describe('The full id of the annotated commit.'))),
  timestamp: annotationSchema.shape.timestamp,
  summary: annotationSchema.shape.summary,
  task: annotationSchema.shape.task,
  context_level: z.optional(annotationSchema.shape.context_level),
  regions: z.array(region),
  cross_cutting: z.optional(z.array(z.extend(concern, { regions: z.array(concerned) }))),
  provenance: z.optional(annotationSchema.shape.provenance),
});
