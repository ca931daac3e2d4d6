import { oneLine } from '../annotation/sanitise.ts';
import { isSameName } from '../syntax/anchor.ts';

/** What a commit message says about a finding: that it was seen, and why it is right. */
export type Acknowledgement = { unit: string; reason: string; commit?: string };

const TRAILER = /^Ultragit-Ack:(.*)$/gim;
/** Between the unit and the reason, with space around it: names have hyphens, too. */
const BETWEEN = /\s(?:—|–|--?)\s/;
const LONGEST = 4_096;

/** Each `Ultragit-Ack: <unit> — <reason>` of a message; one without a reason says nothing. */
export function acknowledgementsIn(message: string, commit?: string): Acknowledgement[] {
  return [...message.matchAll(TRAILER)].flatMap(([, text = '']) => {
    const line = text.slice(0, LONGEST).trim();
    const between = BETWEEN.exec(line);
    const unit = oneLine(line.slice(0, between?.index ?? 0));
    const reason = between ? oneLine(line.slice(between.index + between[0].length)) : '';
    if (unit === '' || reason === '') return [];
    return [{ unit, reason, ...(commit === undefined ? {} : { commit }) }];
  });
}

/** By the name of the unit, of the file, or of both: `src/client.ts connect`. */
export function isMeant({ unit: said }: Acknowledgement, file: string, unit: string | undefined): boolean {
  if (said === file) return true;
  if (unit === undefined) return false;
  if (said.startsWith(`${file} `)) return isSameName(unit, said.slice(file.length + 1));
  return isSameName(unit, said);
}
