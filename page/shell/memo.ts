import { Component, type ComponentType, createElement } from 'preact';

/** A component that is drawn again only when something it is given is another thing. */
export function memo<Props extends object>(inner: ComponentType<Props>) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const before: Props = this.props;
      const keys = Object.keys(next) as (keyof Props)[];
      return keys.length !== Object.keys(before).length || keys.some(key => next[key] !== before[key]);
    }

    render(props: Props) {
      return createElement(inner, props);
    }
  };
}
