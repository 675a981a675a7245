// How customers may pay: each method with what it costs, when its money is available, and the limits of its operators.
import { useState } from 'preact/hooks'
import type { CheckoutSettings } from '../../api/schemas.generated.ts'
import { formatDigits, formatRate } from '../../ui/display/amount.tsx'
import { Card } from '../../ui/display/facts.tsx'
import { walletName } from '../../ui/display/operators.ts'
import { Table } from '../../ui/display/table.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import { confirmedCall } from '../step-up/step-up.tsx'

type Settings = CheckoutSettings['data']
type Terms = Settings['methods'][number]
type Method = Terms['method']

const methodTexts = catalogue({
  fr: {
    title: 'Moyens de paiement',
    intro: 'Ce que vous proposez à vos clients. Un changement vaut pour les paiements créés ensuite.',
    names: { card: 'Carte bancaire', mobile_money: 'Mobile Money' },
    cost: (rate: string) => `${rate} par paiement`,
    pays: (days: number) =>
      days === 0
        ? 'disponible aussitôt'
        : days === 1
          ? 'disponible le lendemain'
          : `disponible après ${formatNumber(days)} jours`,
    last: 'Gardez au moins un moyen de paiement.',
    nobody: 'Aucun opérateur ne reçoit encore ces paiements.',
    operators: 'Opérateurs et montants acceptés',
    operator: 'Opérateur',
    closed: 'indisponible pour le moment',
    noLimit: '–',
    range: (from: string, to: string) => `${from} à ${to}`,
    save: 'Enregistrer',
    saved: 'Moyens de paiement enregistrés.',
  },
  en: {
    title: 'Payment methods',
    intro: 'What you offer your customers. A change applies to payments created afterwards.',
    names: { card: 'Bank card', mobile_money: 'Mobile money' },
    cost: (rate: string) => `${rate} per payment`,
    pays: (days: number) =>
      days === 0
        ? 'available at once'
        : days === 1
          ? 'available the next day'
          : `available after ${formatNumber(days)} days`,
    last: 'Keep at least one payment method.',
    nobody: 'No operator takes these payments yet.',
    operators: 'Operators and amounts they accept',
    operator: 'Operator',
    closed: 'unavailable at the moment',
    noLimit: '–',
    range: (from: string, to: string) => `${from} to ${to}`,
    save: 'Save',
    saved: 'Payment methods saved.',
  },
})

export function MethodsCard() {
  const t = methodTexts()
  const settings = useLoad('checkout methods', (signal) => api.get<Settings>('checkout', {}, signal))
  return (
    <Card id="methods" title={t.title}>
      <p class="soft">{t.intro}</p>
      <Await of={settings}>{(loaded) => <MethodsForm settings={loaded} />}</Await>
    </Card>
  )
}

function MethodsForm({ settings }: { settings: Settings }) {
  const t = methodTexts()
  const [chosen, setChosen] = useState<readonly Method[]>(settings.payment_methods)
  const isOn = (method: Method) => chosen.includes(method)
  const turn = (method: Method) =>
    setChosen(isOn(method) ? chosen.filter((other) => other !== method) : [...chosen, method])
  return (
    <Form
      class="form-card"
      appearance="plain"
      action={t.save}
      submit={async () => {
        // The card of the brand, on the same page, may have saved another number of attempts since.
        const { checkout_attempts } = await api.get<Settings>('checkout')
        await confirmedCall('PUT', 'checkout', { checkout_attempts, payment_methods: chosen })
        toast(t.saved)
      }}
    >
      {settings.methods.map((terms) => (
        <MethodChoice
          key={terms.method}
          terms={terms}
          isOn={isOn(terms.method)}
          isLast={isOn(terms.method) && chosen.length === 1}
          turn={() => turn(terms.method)}
        />
      ))}
    </Form>
  )
}

function MethodChoice({
  terms,
  isOn,
  isLast,
  turn,
}: {
  terms: Terms
  isOn: boolean
  isLast: boolean
  turn: () => void
}) {
  const t = methodTexts()
  const { method, commission_rate, available_after_days, operators } = terms
  const isServed = method === 'card' || operators.length > 0
  return (
    <div class="method">
      <label class="check">
        <input type="checkbox" checked={isOn} disabled={isLast || !(isOn || isServed)} onChange={turn} />
        <span>
          {t.names[method]}
          <span class="under">{`${t.cost(formatRate(commission_rate))} · ${t.pays(available_after_days)}`}</span>
          {isLast && <span class="under">{t.last}</span>}
          {!isServed && <span class="under">{t.nobody}</span>}
        </span>
      </label>
      {operators.length > 0 && (
        <details class="more">
          <summary>{t.operators}</summary>
          <OperatorLimits operators={operators} />
        </details>
      )}
    </div>
  )
}

function OperatorLimits({ operators }: Pick<Terms, 'operators'>) {
  const t = methodTexts()
  const limitsIn = (currency: string) => ({
    heading: currency,
    cell: ({ limits }: Terms['operators'][number]) => {
      const limit = limits.find((one) => one.currency === currency)
      if (!limit) return t.noLimit
      const { minimum, maximum } = limit
      return t.range(formatDigits(minimum, currency), formatDigits(maximum, currency))
    },
  })
  return (
    <Table
      caption={t.operators}
      rows={operators}
      keyOf={({ operator }) => operator}
      columns={[
        {
          heading: t.operator,
          cell: ({ operator, is_open }) => (
            <>
              {walletName(operator)}
              {!is_open && <span class="small-print">{` ${t.closed}`}</span>}
            </>
          ),
        },
        limitsIn('USD'),
        limitsIn('CDF'),
      ]}
    />
  )
}
