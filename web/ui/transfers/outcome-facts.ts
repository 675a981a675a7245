// What a transfer's state means for its money: what the beneficiary receives, received or lost again, and what came back.
import { formatMoney } from '../display/amount.tsx'
import { catalogue } from '../language/language.ts'

const texts = catalogue({
  fr: {
    willReceive: 'Le bénéficiaire recevra',
    received: 'Le bénéficiaire a reçu',
    notReceived: 'Le bénéficiaire',
    nothing: 'n’a rien reçu',
    takenBack: 'Repris au bénéficiaire',
    returned: { merchant: 'Rendu à votre portefeuille', admin: 'Rendu au portefeuille' },
  },
  en: {
    willReceive: 'Beneficiary will receive',
    received: 'Beneficiary received',
    notReceived: 'Beneficiary',
    nothing: 'received nothing',
    takenBack: 'Taken back from the beneficiary',
    returned: { merchant: 'Returned to your wallet', admin: 'Returned to the wallet' },
  },
})

export type Outcome = {
  status: 'Submitted' | 'Successful' | 'Failed' | 'Reversed' | 'Hold'
  /** In USD; null until the transfer is converted. */
  receiver_amount: number | null
  wallet_lines: readonly { kind: string; amount: number }[]
}

/** Names and amounts, for the page of a transfer. @param reader whose wallet it is: the reader's own, or a merchant's */
export function outcomeFacts(
  transfer: Outcome,
  reader: 'merchant' | 'admin',
): [name: string, value: string][] {
  const t = texts()
  const { status, receiver_amount } = transfer
  const back = returnedAmount(transfer)
  const returned: [string, string][] = back === 0 ? [] : [[t.returned[reader], formatMoney(back, 'USD')]]
  if (status === 'Failed') return [[t.notReceived, t.nothing], ...returned]
  if (receiver_amount === null) return []
  const amount = formatMoney(receiver_amount, 'USD')
  if (status === 'Reversed') return [[t.takenBack, amount], ...returned]
  return [[status === 'Successful' ? t.received : t.willReceive, amount]]
}

/**
 * What came back to the wallet, in USD: the reservation of a transfer that failed, or the credit of one that was reversed.
 * Zero for a transfer that was refused before anything was reserved, and while it is underway.
 */
export function returnedAmount({ status, wallet_lines }: Outcome): number {
  const kind = status === 'Failed' ? 'RELEASE' : status === 'Reversed' ? 'REVERSAL' : undefined
  const cents = wallet_lines.reduce(
    (sum, line) => sum + (line.kind === kind ? Math.round(line.amount * 100) : 0),
    0,
  )
  return cents / 100
}
