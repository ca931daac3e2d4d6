import { signatureKey } from '../syntax/signature.ts';

/** Words that may stand before a declaration, in any order. */
const MODIFIERS =
  /^(?:(?:public|private|protected|internal|static|final|abstract|synchronized|native|strictfp|virtual|override|sealed|readonly|extern|unsafe|inline|constexpr|open|suspend)\s+)+/;

/** Whether two signatures say the same to a caller, as far as text can tell: their form and the order of modifiers don't count. */
export function isSameSignature(one: string, other: string): boolean {
  return signatureKey(inOrder(one)) === signatureKey(inOrder(other));
}

function inOrder(signature: string): string {
  return signature.replace(MODIFIERS, words => `${words.trim().split(/\s+/).sort().join(' ')} `);
}
