// What a confirmation of identity is given for: which batch or whom it pays, and how much.
import { formatMoney } from '../display/amount.tsx'
import { Facts } from '../display/facts.tsx'
import { catalogue } from '../language/language.ts'
import type { ConfirmedAct } from '../service/client.ts'

const texts = catalogue({
  fr: { batch: 'Lot', payee: 'Bénéficiaire', amount: 'Montant' },
  en: { batch: 'Batch', payee: 'Payee', amount: 'Amount' },
})

export function ActFacts({ act: { act, subject, payee, amount, currency } }: { act: ConfirmedAct }) {
  const t = texts()
  return (
    <Facts
      facts={[
        ...(act === 'batch_confirmation' && subject ? [[t.batch, subject] as const] : []),
        ...(payee ? [[t.payee, payee] as const] : []),
        ...(amount && currency ? [[t.amount, formatMoney(amount, currency)] as const] : []),
      ]}
    />
  )
}
