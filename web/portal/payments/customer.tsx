// What one customer has done, from one of their payments: the address of the page holds neither email nor telephone.
import type { ComponentChildren } from 'preact'
import { useLocation, useRoute } from 'preact-iso'
import { formatMoney } from '../../ui/display/amount.tsx'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatPhone } from '../../ui/display/phone.ts'
import { formatTime } from '../../ui/display/time.tsx'
import { keptOf } from '../../ui/figures/kept.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { refusalText } from '../../ui/language/refusal.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { queryText } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import type { CustomerOfPayment } from '../api-types.ts'
import { disputePage } from '../disputes/address.ts'
import { labelOf } from '../labels.ts'
import { useUpdates } from '../updates/updates.ts'
import { customerTexts } from './customer-texts.ts'
import { PaymentTable } from './payment-table.tsx'
import { paymentTexts } from './texts.ts'

const paymentPage = (id: string) => `/portal/payments/${encodeURIComponent(id)}`

export const customerPage = (transactionUuid: string) => `${paymentPage(transactionUuid)}/customer`

export function CustomerPage() {
  const t = customerTexts()
  const { id = '' } = useRoute().params
  const { page = '1' } = useLocation().query
  const loaded = useLoad(`customer ${id} ${page}`, (signal) =>
    api.get<CustomerOfPayment>(`payments/${encodeURIComponent(id)}/customer`, { page }, signal),
  )
  useUpdates('payments', loaded.reload)
  const customer = loaded.data?.customer
  return (
    <Page
      back={{ href: paymentPage(id), label: t.back }}
      title={t.title}
      about={customer && contactOf(customer)}
      intro={t.about}
    >
      {loaded.error?.status === 404 ? (
        <EmptyState title={refusalText(loaded.error)}>
          <ButtonLink href="/portal/payments">{paymentTexts().all}</ButtonLink>
        </EmptyState>
      ) : (
        <Await of={loaded}>{(found) => <Activity id={id} of={found} />}</Await>
      )}
    </Page>
  )
}

function Activity({ id, of: found }: { id: string; of: CustomerOfPayment }) {
  const t = customerTexts()
  const { payments, refunds, disputes, links } = found
  return (
    <>
      <Card>
        <Contact of={found} />
      </Card>
      <section class="stack">
        <h2>{t.payments}</h2>
        <PagedList
          pagination={payments.pagination}
          hrefOf={(page) => `${customerPage(id)}${queryText({ page })}`}
          count={t.count(payments.pagination.total)}
        >
          <PaymentTable rows={payments.items} empty={null} />
        </PagedList>
      </section>
      <Part
        title={t.refunds}
        rows={refunds.map((row, n) => ({
          key: n,
          href: paymentPage(row.transaction_uuid),
          name: row.merchant_reference,
          note: row.reason,
          side: `${formatTime(row.created_at, 'list')} · ${labelOf('refund', row.status)}`,
          end: formatMoney(row.amount, row.currency),
        }))}
      />
      <Part
        title={t.disputes}
        rows={disputes.map((row) => ({
          key: row.dispute_id,
          href: disputePage(row.dispute_id),
          name: row.merchant_reference,
          note: labelOf('dispute', row.state),
          side: formatTime(row.created_at, 'list'),
          end: formatMoney(row.amount, row.currency),
        }))}
      />
      <Part
        title={t.links}
        rows={
          links.map((row) => ({
            key: row.code,
            href: may('links') ? `/portal/links/${row.code}` : undefined,
            name: row.description || row.merchant_reference,
            note: row.description ? row.merchant_reference : undefined,
            end: t.count(row.payments),
          })) as Fold[]
        }
      />
    </>
  )
}

type Customer = CustomerOfPayment['customer']

/** What the payments have in common: each may have been made under another name. */
function contactOf({ name, email, phone }: Customer): string | undefined {
  return email || (phone && formatPhone(phone)) || name || undefined
}

/** What was paid less what was returned, before fees. */
function netOf(currency: string, gross: string | null, returned: string | null): string | null {
  if (gross === null) return null
  const [net] = keptOf([{ currency, amount: gross }], [{ currency, amount: returned ?? '0.00' }])
  return net?.amount ?? null
}

function Contact({ of: { customer, totals } }: { of: CustomerOfPayment }) {
  const t = customerTexts()
  const sums = totals.paid.map(
    ({ currency, count, gross, returned }): Fact => [
      t.paid(currency),
      <>
        <strong>{formatMoney(gross, currency)}</strong>
        <br />
        <small>
          {t.sum(
            count,
            formatMoney(returned, currency),
            formatMoney(netOf(currency, gross, returned), currency),
          )}
        </small>
      </>,
    ],
  )
  const contact: Fact[] = [
    [t.name, customer.name],
    [t.email, customer.email, customer.email ?? undefined],
    [t.phone, customer.phone && formatPhone(customer.phone), customer.phone ?? undefined],
  ]
  const known = contact.filter(([, value]) => value)
  return (
    <>
      {known.length === 0 && <p class="soft">{t.erased}</p>}
      <Facts facts={[...known, ...sums]} />
    </>
  )
}

/** Nothing where there is none. */
function Part({ title, rows }: { title: string; rows: readonly Fold[] }): ComponentChildren {
  if (rows.length === 0) return null
  return (
    <section class="stack">
      <h2>{title}</h2>
      <div class="lines-around">
        <Folds label={title} rows={rows} empty={null} />
      </div>
    </section>
  )
}
