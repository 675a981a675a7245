// The file of a batch: a pain.001.001.09, the payment order of ISO 20022 that an admin uploads at the bank.
import { isIbanNumber, paymentTextOf } from '../../kernel/codes/bank-account.ts'
import { amountOf, type LocalCurrency } from '../../kernel/money.ts'
import { cut, element, type Xml } from '../../platform/documents/xml.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { BankPayout } from '../record/queries.ts'
import type { OwnAccount } from '../rules.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

export type PaymentOrder = {
  /** At most 35 characters; banks refuse a second file with the same one. */
  messageId: string
  currency: LocalCurrency
  from: OwnAccount
  payouts: readonly OrderedPayout[]
  madeAt: Temporal.Instant
}
export type OrderedPayout = Pick<
  BankPayout,
  'public_id' | 'amount_minor' | 'account' | 'bic' | 'holder' | 'reference'
>

/** The id that travels with a payment through all banks and comes back in statements: the payout's id without its hyphens. */
export const endToEndId = (publicId: string): string => publicId.replaceAll('-', '')

/** Where our banks are: the day of execution is theirs. */
const bankZone = 'Africa/Kinshasa'

/** The XML document. The same order gives the same text. */
export function paymentOrderXml(order: PaymentOrder): string {
  const { messageId, from, madeAt } = order
  const group = element('GrpHdr', [
    element('MsgId', messageId),
    element('CreDtTm', utcSecond(madeAt)),
    ...sumsOf(order),
    element('InitgPty', element('Nm', from.name)),
  ])
  const { xml } = element('Document', element('CstmrCdtTrfInitn', [group, paymentsOf(order)]), {
    xmlns: namespace,
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`
}

/** The number of payments and the control sum, with which banks detect a file that is cut or changed. */
function sumsOf({ payouts, currency }: PaymentOrder): Xml[] {
  // guard: control-sum
  const total = payouts.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  return [element('NbOfTxs', String(payouts.length)), element('CtrlSum', amountOf(total, currency))]
}

function paymentsOf(order: PaymentOrder): Xml {
  const { messageId, currency, from, payouts, madeAt } = order
  const day = madeAt.toZonedDateTimeISO(bankZone).toPlainDate().toString()
  return element('PmtInf', [
    element('PmtInfId', messageId),
    element('PmtMtd', 'TRF'),
    // Each payment is an entry of its own on the statement, so that it can be found there by its id.
    element('BtchBookg', 'false'),
    ...sumsOf(order),
    element('ReqdExctnDt', element('Dt', day)),
    element('Dbtr', element('Nm', from.name)),
    element('DbtrAcct', [accountId(from.account), element('Ccy', currency)]),
    agent('DbtrAgt', from.bic),
    element('ChrgBr', 'SHAR'),
    ...payouts.map((payout) => transferOf(payout, currency)),
  ])
}

function transferOf(payout: OrderedPayout, currency: LocalCurrency): Xml {
  const id = endToEndId(payout.public_id)
  return element('CdtTrfTxInf', [
    element('PmtId', [element('InstrId', id), element('EndToEndId', id)]),
    element('Amt', element('InstdAmt', amountOf(payout.amount_minor, currency), { Ccy: currency })),
    agent('CdtrAgt', payout.bic),
    element('Cdtr', element('Nm', payout.holder)),
    element('CdtrAcct', accountId(payout.account)),
    element('RmtInf', element('Ustrd', cut(`LIKUTA ${paymentTextOf(payout.reference)}`, 140))),
  ])
}

function accountId(account: string): Xml {
  if (isIbanNumber(account)) return element('Id', element('IBAN', account))
  return element('Id', element('Othr', [element('Id', account), element('SchmeNm', element('Cd', 'BBAN'))]))
}

const agent = (name: string, bic: string) => element(name, element('FinInstnId', element('BICFI', bic)))
