import { linkToPlace } from '../route.ts';
import { Name, Path } from '../text/text.tsx';

/** A unit of a file, or the file, as a link. */
export function PlaceLink({ file, anchor, here }: { file: string; anchor?: string; here?: string }) {
  return (
    <a class="place" href={linkToPlace(file, anchor)}>
      {anchor && <Name of={anchor} />}
      {anchor && file !== here && ' '}
      {(!anchor || file !== here) && <Path of={file} />}
    </a>
  );
}
