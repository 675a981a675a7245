// The search over payments and transfers: the box on the overview, and the results page.
import { useLocation } from 'preact-iso'
import { Button } from '../../ui/forms/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { useFormReset } from '../../ui/forms/form.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api } from '../access/session.ts'
import type { Payment, Transfer } from '../api-types.ts'
import { PaymentTable } from '../payments/payment-table.tsx'
import { TransferTable } from '../transfers/transfer-table.tsx'

const texts = catalogue({
  fr: {
    title: 'Rechercher',
    label: 'Rechercher un paiement ou un transfert',
    hint: 'Référence, identifiant, téléphone, e-mail, montant ou 4 derniers chiffres de la carte',
    find: 'Rechercher',
    payments: 'Paiements',
    transfers: 'Transferts',
    nothing: 'Aucun résultat',
    nothingHint: (q: string) => `Aucun paiement ni transfert pour «\u00a0${q}\u00a0».`,
    all: 'Tous les résultats',
  },
  en: {
    title: 'Search',
    label: 'Search payments and transfers',
    hint: 'Reference, ID, phone, email, amount or the card’s last 4 digits',
    find: 'Search',
    payments: 'Payments',
    transfers: 'Transfers',
    nothing: 'No results',
    nothingHint: (q: string) => `No payments or transfers match “${q}”.`,
    all: 'All results',
  },
})

type Found = { payments: Payment[]; transfers: Transfer[] }
/** The service returns at most this many of each. */
const most = 10

/** The search box for payments and transfers; the query is kept in the address. */
function SearchBox({ q = '' }: { q?: string }) {
  const t = texts()
  const { route } = useLocation()
  const form = useFormReset(q)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget as HTMLFormElement).get('q')).trim()
    route(`/portal/search${queryText({ q: wanted })}`)
  }
  return (
    <search>
      <form ref={form} class="card" onSubmit={submit}>
        <div class="search-box">
          <Field name="q" type="search" label={t.label} hint={t.hint} value={q} />
          <Button type="submit" appearance="main">
            {t.find}
          </Button>
        </div>
      </form>
    </search>
  )
}

export function SearchPage() {
  const t = texts()
  const { q = '' } = useLocation().query
  return (
    <Page title={t.title}>
      <SearchBox q={q} />
      {q !== '' && <Results q={q} />}
    </Page>
  )
}

function Results({ q }: { q: string }) {
  const t = texts()
  const found = useLoad(`search ${q}`, (signal) => api.get<Found>('search', { q }, signal))
  return (
    <Await of={found}>
      {({ payments, transfers }) =>
        payments.length + transfers.length === 0 ? (
          <EmptyState title={t.nothing}>
            <p>{t.nothingHint(q)}</p>
          </EmptyState>
        ) : (
          <>
            {payments.length > 0 && (
              <section class="stack">
                <h2>{t.payments}</h2>
                <PaymentTable rows={payments} empty={null} />
                {payments.length >= most && <a href={`/portal/payments${queryText({ q })}`}>{t.all}</a>}
              </section>
            )}
            {transfers.length > 0 && (
              <section class="stack">
                <h2>{t.transfers}</h2>
                <TransferTable rows={transfers} empty={null} />
                {transfers.length >= most && <a href={`/portal/transfers${queryText({ q })}`}>{t.all}</a>}
              </section>
            )}
          </>
        )
      }
    </Await>
  )
}
