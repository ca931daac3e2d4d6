import React, { forwardRef, memo, useCallback, useEffect, useState } from 'react';

type RowProps = { id: string; title: string; onSelect(id: string): void };

interface DashboardProps<T = unknown> {
  items: T[];
  render?: (item: T) => React.ReactNode;
  onClose(): void;
}

export const PAGE_SIZE = 25;

const styles = { row: { color: 'red' } } as const;

/** One line of the table. */
const Row = memo(function Row({ id, title, onSelect }: RowProps) {
  const handleClick = useCallback(() => onSelect(id), [id, onSelect]);
  return (
    <tr onClick={handleClick} style={styles.row}>
      <td>{title}</td>
    </tr>
  );
});

export const Input = forwardRef<HTMLInputElement, { label: string }>((props, ref) => (
  <label>
    {props.label}
    <input ref={ref} />
  </label>
));

function useItems(page: number) {
  const [items, setItems] = useState<RowProps[]>([]);
  useEffect(() => {
    async function load() {
      const response = await fetch(`/items?page=${page}`);
      setItems(await response.json());
    }
    void load();
  }, [page]);
  return items;
}

export default function Dashboard<T extends { id: string }>({
  items,
  render,
  onClose,
}: DashboardProps<T>): React.JSX.Element {
  const [page, setPage] = useState(0);
  const rows = useItems(page);

  const next = () => setPage(current => current + 1);

  function previous() {
    setPage(current => Math.max(0, current - 1));
  }

  return (
    <section>
      <button type="button" onClick={onClose}>
        Close
      </button>
      <table>
        <tbody>
          {rows.map(row => (
            <Row key={row.id} {...row} onSelect={() => previous()} />
          ))}
        </tbody>
      </table>
      {items.map(item => render?.(item))}
      <button type="button" onClick={next}>
        Next
      </button>
    </section>
  );
}

export class ErrorBoundary extends React.Component<{ children: React.ReactNode }, { failed: boolean }> {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  handleRetry = () => {
    this.setState({ failed: false });
  };

  override render() {
    if (this.state.failed) {
      return <button onClick={this.handleRetry}>Retry</button>;
    }
    return this.props.children;
  }
}

export const identity = <T,>(value: T): T => value;

export const Context = React.createContext<{ user?: string }>({});

export function withUser<P extends object>(Inner: React.ComponentType<P & { user: string }>) {
  return function WithUser(props: P) {
    const { user = 'nobody' } = React.useContext(Context);
    return <Inner {...props} user={user} />;
  };
}
