// Why a cardholder disputes a payment, in the reader's language.
import type { DisputeSummary } from '../../api/schemas.generated.ts'
import { language } from '../language/language.ts'

/** The scheme's code and what it means: "13.1 · Biens ou services non reçus". */
export function disputeReason({
  reason_code,
  reason,
  reason_fr,
}: Pick<DisputeSummary, 'reason_code' | 'reason' | 'reason_fr'>): string {
  return [reason_code, language.value === 'fr' ? reason_fr : reason].filter(Boolean).join(' · ')
}
