// What camt files say about the payments and charges within an entry.
import { type BankEntry, idIn, maxText, referenceIn } from './bank-entry.ts'
import { attribute, child, children, type Node, textAt, textOf } from './xml.ts'

type Own = { isReversal: boolean; reference: string; text: string }
type Facts = Pick<BankEntry, 'isReturn' | 'endToEndId' | 'bankReference' | 'text'>

/** Facts of an entry from its payments: none, one, or all of those that the bank has not broken down. */
export function factsOf(details: readonly Node[], { isReversal, reference, text }: Own): Facts {
  const parts = details.map(partFacts)
  const ids = new Set(parts.map(({ endToEndId }) => endToEndId))
  const [id = null, ...others] = ids
  const ownReference = parts.length === 1 ? parts[0]?.bankReference : undefined
  return {
    isReturn: isReversal || (parts.length > 0 && parts.every(({ isReturn }) => isReturn)),
    // Several payments in one amount have no id that says whose it is.
    endToEndId: others.length === 0 ? (id ?? idIn(text)) : null,
    bankReference: referenceIn(reference) ?? ownReference ?? null,
    text: [text, ...parts.map((part) => part.text)].filter(Boolean).join(' ').slice(0, maxText),
  }
}

function partFacts(detail: Node): Facts {
  const refs = child(detail, 'Refs')
  const remittance = child(detail, 'RmtInf')
  const unstructured = children(remittance, 'Ustrd').map(textOf)
  const structured = children(remittance, 'Strd').flatMap((one) => [
    textAt(one, 'CdtrRefInf', 'Ref'),
    ...[one.AddtlRmtInf].flat().map(textOf),
  ])
  const parts = [...unstructured, ...structured, textAt(detail, 'AddtlTxInf')]
  const text = parts.filter(Boolean).join(' ').slice(0, maxText)
  const given = referenceIn(textAt(refs, 'EndToEndId'))
  const further = ['InstrId', 'TxId'].map((name) => textAt(refs, name))
  const ours = [given ?? '', ...further, ...parts].map(idIn).find((id) => id !== null)
  return {
    isReturn: child(detail, 'RtrInf') !== undefined,
    endToEndId: ours ?? given?.toLowerCase() ?? null,
    bankReference: referenceIn(textAt(refs, 'AcctSvcrRef')),
    text,
  }
}

/**
 * The sums of charges that can explain why the payments of a batch differ from its amount: those of the entry, of its payments, and
 * of both, in minor units; negative for money that the bank takes.
 */
export function chargesOf(
  entry: Node,
  details: readonly Node[],
  currency: string,
  minorOf: (node: Node) => bigint,
): bigint[] {
  const own = sumOf(entry, currency, minorOf)
  const ofDetails = details.reduce((sum, detail) => sum + sumOf(detail, currency, minorOf), 0n)
  return [own, ofDetails, own + ofDetails].filter((sum) => sum !== 0n)
}

/** Since version 4, charges are records below one element, which may also state only their total. */
function sumOf(node: Node, currency: string, minorOf: (node: Node) => bigint): bigint {
  return children(node, 'Chrgs')
    .flatMap((charge) => {
      const records = children(charge, 'Rcrd')
      if (records.length > 0) return records
      const total = charge.TtlChrgsAndTaxAmt
      return child(charge, 'Amt') || total === undefined ? [charge] : [{ ...charge, Amt: total }]
    })
    .filter((charge) => attribute(charge, 'Amt', 'Ccy') === currency)
    .reduce((sum, charge) => sum + minorOf(charge), 0n)
}
