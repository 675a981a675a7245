// What a confirmation of identity is given for: which batch or whom it pays, and how much.
import { formatMoney } from '../display/amount.tsx'
import { Facts } from '../display/facts.tsx'
import { catalogue } from '../language/language.ts'
import type { ConfirmedAct } from '../service/client.ts'

const texts = catalogue({
  fr: { batch: 'Lot', payee: 'Bénéficiaire', amount: 'Montant' },
  en: { batch: 'Batch', payee: 'Payee', amount: 'Amount' },
})

/** People know a batch by its name. */
const ofBatches: ReadonlySet<string> = new Set(['batch_confirmation', 'refund_batch.confirm'])

export function ActFacts({ act: { act, payee, amount, currency } }: { act: ConfirmedAct }) {
  const t = texts()
  return (
    <Facts
      facts={[
        ...(payee ? [[ofBatches.has(act) ? t.batch : t.payee, payee] as const] : []),
        ...(amount && currency ? [[t.amount, formatMoney(amount, currency)] as const] : []),
      ]}
    />
  )
}
