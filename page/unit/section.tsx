import type { ComponentChildren } from 'preact';

/** A part of what is said, under its name. */
export function Section({
  title,
  tone = '',
  children,
}: {
  title: string;
  tone?: string;
  children: ComponentChildren;
}) {
  return (
    <section class={`said ${tone}`}>
      <h4>{title}</h4>
      {children}
    </section>
  );
}

/** The same for a list; nothing where it is empty. */
export function SectionList<Item>({
  title,
  tone,
  items = [],
  children,
}: {
  title: string;
  tone?: string;
  items: readonly Item[] | undefined;
  children: (item: Item) => ComponentChildren;
}) {
  if (items.length === 0) return null;
  return (
    <Section title={title} tone={tone}>
      <ul>
        {items.map((item, at) => (
          <li key={at}>{children(item)}</li>
        ))}
      </ul>
    </Section>
  );
}
