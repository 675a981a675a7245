// How a payer's wallet is shown.
import { type OperatorCode, operators } from '../../kernel/operators.ts'

/** "+243 ••• ••• 021": only the payer knows the rest. It does not break at the end of a line. */
export const shownNumber = (end: string): string => `+243\u00a0•••\u00a0•••\u00a0${end}`

/** What an operator's wallets are called. */
export const walletOf = (code: OperatorCode): string => operators[code].wallet
