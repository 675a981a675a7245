// What a confirmation of identity is given for: whom it pays, and how much.
import { formatMoney } from '../display/amount.tsx'
import { Facts } from '../display/facts.tsx'
import { catalogue } from '../language/language.ts'
import type { ConfirmedAct } from '../service/client.ts'

const texts = catalogue({
  fr: { payee: 'Bénéficiaire', amount: 'Montant' },
  en: { payee: 'Payee', amount: 'Amount' },
})

export function ActFacts({ act: { payee, amount, currency } }: { act: ConfirmedAct }) {
  const t = texts()
  return (
    <Facts
      facts={[
        ...(payee ? [[t.payee, payee] as const] : []),
        ...(amount && currency ? [[t.amount, formatMoney(amount, currency)] as const] : []),
      ]}
    />
  )
}
