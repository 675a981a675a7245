// pawaPay's names for the mobile-money operators of DR Congo.
import type { OperatorCode } from '../../../kernel/operators.ts'

/** Africell is missing because pawaPay does not reach it. */
const providers: Readonly<Partial<Record<OperatorCode, string>>> = {
  vodacom: 'VODACOM_MPESA_COD',
  airtel: 'AIRTEL_COD',
  orange: 'ORANGE_COD',
}

export function providerOf(operator: OperatorCode): string | undefined {
  return providers[operator]
}
