// A statement as camt.053.001.08, the account statement of ISO 20022, which accounting software imports. The account is the
// merchant's balance with us, the servicer of the account is the service.

import { amountOf } from '../../kernel/money.ts'
import { cut, element, writable, type Xml } from '../../platform/documents/xml.ts'
import { utcSecond } from '../../platform/time/clock.ts'
import type { MovementType } from '../schemas.ts'
import { startOf } from './period.ts'
import type { Line, Statement } from './statement.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08'

/** Family and sub-family of domain PMNT (payments), from the external code list of bank transaction codes. */
const codes: Record<MovementType, readonly [family: string, subFamily: string]> = {
  charge: ['MCRD', 'POSC'],
  refund: ['MCRD', 'RIMB'],
  void: ['MCRD', 'RIMB'],
  fee: ['MCRD', 'FEES'],
  dispute: ['MCRD', 'UPCT'],
  dispute_reversal: ['MCRD', 'UPCT'],
  payout: ['ICDT', 'OTHR'],
  payout_return: ['ICDT', 'RRTN'],
  adjustment: ['MCRD', 'OTHR'],
}
/** These take back a movement of before. */
const reversals: ReadonlySet<MovementType> = new Set(['void', 'dispute_reversal', 'payout_return'])

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor)
const direction = (minor: bigint) => element('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT')

/** Identifies the statement: at most 35 characters. */
export function statementId({ holder, owner, currency, period }: Statement): string {
  const test = owner.environment === 'sandbox' ? 'T-' : ''
  return `${test}${holder.merchant_code}-${currency}-${period.name.replaceAll('-', '')}`.slice(0, 35)
}

/** The document in pieces. */
export async function* camtPieces(
  statement: Statement,
  lines: AsyncIterable<Line[]>,
): AsyncGenerator<string> {
  const header = [groupHeader(statement), ...headOf(statement)]
  const [group, ...head] = header.map(({ xml }) => xml)
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}"><BkToCstmrStmt>${group}\n<Stmt>${head.join('\n')}\n`
  for await (const piece of lines) yield `${piece.map((line) => entryOf(line).xml).join('\n')}\n`
  yield '</Stmt></BkToCstmrStmt></Document>\n'
}

function groupHeader(statement: Statement): Xml {
  const information = statement.owner.environment === 'sandbox' ? 'TEST: no real money' : undefined
  return element('GrpHdr', [
    element('MsgId', statementId(statement)),
    element('CreDtTm', utcSecond(statement.madeAt)),
    information === undefined ? undefined : element('AddtlInf', information),
  ])
}

function headOf(statement: Statement): Xml[] {
  const { period, through, holder, currency, opening, closing, isFinal } = statement
  const last = through.subtract({ nanoseconds: 1 })
  return [
    element('Id', statementId(statement)),
    element('ElctrncSeqNb', period.name.replaceAll('-', '')),
    element('CreDtTm', utcSecond(statement.madeAt)),
    element('FrToDt', [
      element('FrDtTm', utcSecond(startOf(period.first))),
      // A running period ends where the statement does.
      element('ToDtTm', utcSecond(last)),
    ]),
    element('Acct', [
      element('Id', element('Othr', element('Id', `${holder.merchant_code}-${currency}`))),
      element('Ccy', currency),
      element('Ownr', element('Nm', textOf(holder.name, 140))),
    ]),
    balanceOf(statement, 'OPBD', { minor: opening, day: period.first.toString() }),
    // An interim balance while movements can be added.
    balanceOf(statement, isFinal ? 'CLBD' : 'ITBD', {
      minor: closing,
      day: last.toZonedDateTimeISO('UTC').toPlainDate().toString(),
    }),
    summaryOf(statement),
  ]
}

function balanceOf(
  { currency }: Statement,
  code: string,
  { minor, day }: { minor: bigint; day: string },
): Xml {
  return element('Bal', [
    element('Tp', element('CdOrPrtry', element('Cd', code))),
    element('Amt', amountOf(magnitude(minor), currency), { Ccy: currency }),
    direction(minor),
    element('Dt', element('Dt', day)),
  ])
}

function summaryOf({ totals, count, currency }: Statement): Xml {
  const net = totals.reduce((sum, total) => sum + total.net, 0n)
  return element('TxsSummry', [
    element('TtlNtries', [
      element('NbOfNtries', String(count)),
      element('TtlNetNtry', [element('Amt', amountOf(magnitude(net), currency)), direction(net)]),
    ]),
    ...totals.map((total) =>
      element('TtlNtriesPerBkTxCd', [
        element('NbOfNtries', String(total.count)),
        element('TtlNetNtry', [
          element('Amt', amountOf(magnitude(total.net), currency)),
          direction(total.net),
        ]),
        transactionCode(total.type),
      ]),
    ),
  ])
}

function transactionCode(type: MovementType): Xml {
  const [family, subFamily] = codes[type]
  return element('BkTxCd', [
    element('Domn', [
      element('Cd', 'PMNT'),
      element('Fmly', [element('Cd', family), element('SubFmlyCd', subFamily)]),
    ]),
    element('Prtry', [element('Cd', type)]),
  ])
}

/** The entry is the net amount, as it changed the balance; its charges are the fee, and the amount is in the details. */
function entryOf(line: Line): Xml {
  const { currency, net_minor: net, created_at } = line
  return element('Ntry', [
    element('NtryRef', line.public_id.replaceAll('-', '')),
    element('Amt', amountOf(magnitude(net), currency), { Ccy: currency }),
    direction(net),
    ...(reversals.has(line.type) ? [element('RvslInd', 'true')] : []),
    element('Sts', element('Cd', 'BOOK')),
    element('BookgDt', element('DtTm', utcSecond(created_at))),
    element('ValDt', element('Dt', line.available_on)),
    transactionCode(line.type),
    chargesOf(line),
    detailsOf(line),
  ])
}

function chargesOf({ fee_minor: fee, currency }: Line): Xml | undefined {
  if (fee === 0n) return undefined
  return element('Chrgs', [
    element('Rcrd', [
      element('Amt', amountOf(magnitude(fee), currency), { Ccy: currency }),
      // A fee is a debit of the merchant; a void gives it back.
      direction(-fee),
      element('ChrgInclInd', 'true'),
    ]),
  ])
}

function detailsOf(line: Line): Xml {
  const { amount_minor: amount, currency, merchant_reference: reference, description } = line
  // The identifiers of the standard have at most 35 characters.
  const uuid = line.transaction_uuid ?? line.payout_id?.replaceAll('-', '') ?? null
  const unstructured = reference !== null && reference.length > 35 ? reference : description
  const value = element('Amt', amountOf(magnitude(amount), currency), { Ccy: currency })
  const references = [
    reference === null ? undefined : element('EndToEndId', textOf(reference, 35)),
    uuid === null ? undefined : element('TxId', textOf(uuid, 35)),
  ]
  return element(
    'NtryDtls',
    element('TxDtls', [
      references.some(Boolean) ? element('Refs', references) : undefined,
      element('Amt', amountOf(magnitude(amount), currency), { Ccy: currency }),
      direction(amount),
      element('AmtDtls', element('TxAmt', value)),
      // A longer reference is here in full, and the reason for a correction.
      unstructured ? element('RmtInf', element('Ustrd', textOf(unstructured, 140))) : undefined,
    ]),
  )
}

/** A text is never empty in the standard. */
function textOf(text: string, maxLength: number): string {
  return cut(writable(text), maxLength).trim() || 'NOTPROVIDED'
}
