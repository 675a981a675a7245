// Builds the reply for the outcome of a payment.
import { randomInt } from 'node:crypto'
import { type Amount, formatAmount } from '../../amount.ts'
import type { CardFacts } from '../books/books.ts'
import { binFacts } from '../cards/banks.ts'
import { type Message, present } from '../message.ts'
import type { Evidence } from '../payer-authentication/evidence.ts'
import type { Decision } from './decision.ts'

type Facts = {
  id: string
  amount: Amount
  card: CardFacts
  decision: Decision
  isSale: boolean
  evidence: (Evidence & { accepted: true }) | null
}

export function paymentReply({ id, amount, card, decision, isSale, evidence }: Facts): Message {
  const { scheme, issuer, binCountry, accountType } = binFacts(card)
  const isApproved = decision.authorised > 0
  const authorised = { minor: decision.authorised, currency: amount.currency }
  return present({
    _links: linksOf(id, decision),
    reconciliationId: isApproved ? id : undefined,
    orderInformation: {
      amountDetails: present({
        totalAmount: formatAmount(amount),
        authorizedAmount: isApproved ? formatAmount(authorised) : undefined,
        currency: amount.currency,
      }),
    },
    paymentAccountInformation: { card: { type: card.type } },
    paymentInformation: {
      card: { type: card.type, suffix: card.suffix },
      tokenizedCard: { type: card.type },
      scheme,
      bin: card.bin,
      accountType,
      issuer,
      binCountry,
    },
    processorInformation: processorFacts(card, decision, evidence),
    issuerInformation: decision.responseCode
      ? { country: binCountry, responseCode: decision.responseCode }
      : undefined,
    pointOfSaleInformation: { terminalId: '00000001' },
    riskInformation: riskFacts(decision),
    embeddedActions: embeddedActions(decision, isSale),
  })
}

function linksOf(id: string, decision: Decision): Message {
  const link = (method: string, path = '') => ({ method, href: `/pts/v2/payments/${id}${path}` })
  const self = link('GET')
  if (decision.captured > 0) return { void: link('POST', '/voids'), self }
  if (decision.authorised > 0) {
    return { authReversal: link('POST', '/reversals'), self, capture: link('POST', '/captures') }
  }
  return { self }
}

function processorFacts(
  card: CardFacts,
  decision: Decision,
  evidence: Facts['evidence'],
): Message | undefined {
  if (!decision.responseCode) return undefined
  const isApproved = decision.authorised > 0
  const networkId = digits(15)
  const matched = { resultCode: 'M', resultCodeRaw: 'M' }
  const unmatched = { resultCode: 'N', resultCodeRaw: 'N' }
  const isCodeWrong = decision.reason === 'INVALID_CVN' || decision.reason === 'CV_FAILED'
  const avs = decision.reason === 'AVS_FAILED' ? { code: 'N', codeRaw: 'N' } : { code: 'Y', codeRaw: 'Y' }
  return present({
    approvalCode: isApproved ? '831000' : undefined,
    responseCode: decision.responseCode,
    transactionId: isApproved ? networkId : undefined,
    networkTransactionId: isApproved ? networkId : undefined,
    systemTraceAuditNumber: digits(6),
    retrievalReferenceNumber: digits(12),
    merchantNumber: '000000000000001',
    avs,
    cardVerification: isCodeWrong ? unmatched : matched,
    consumerAuthenticationResponse: cavvResult(card, evidence),
    merchantAdvice: isApproved ? undefined : { code: '01', codeRaw: '01' },
  })
}

/** For Visa and American Express only. */
function cavvResult(card: CardFacts, evidence: Facts['evidence']): Message | undefined {
  if (!evidence || !['001', '003'].includes(card.type)) return undefined
  const { level } = evidence.authentication
  const code = !evidence.cryptogramShown
    ? 'U'
    : level === 'authenticated'
      ? '2'
      : level === 'attempted'
        ? '3'
        : 'U'
  return { code, codeRaw: code }
}

function riskFacts({ reason }: Decision): Message | undefined {
  if (!reason?.startsWith('DECISION_PROFILE')) return undefined
  return { profile: { name: 'Sandbox profile' }, score: { result: reason.endsWith('REJECT') ? '95' : '70' } }
}

function embeddedActions({ status, reason, captured }: Decision, isSale: boolean): Message | undefined {
  if (status === 'AUTHORIZED_PENDING_REVIEW') return { DECISION: { status: 'PENDING_REVIEW', reason } }
  if (status === 'AUTHORIZED_RISK_DECLINED') return { DECISION: { status: 'REJECTED', reason } }
  return isSale && captured > 0 ? { CAPTURE: { status: 'PENDING' } } : undefined
}

function digits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('')
}
