// The list of payment links.
import { formatMoney } from '../../ui/display/amount.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { Table } from '../../ui/display/table.tsx'
import { Time } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { LinkBadge } from '../account/status.tsx'
import type { PaymentLink } from '../api-types.ts'
import { useList } from '../list.ts'
import { useUpdates } from '../updates/updates.ts'

const texts = catalogue({
  fr: {
    title: 'Liens de paiement',
    intro: 'Une page de paiement à partager par message ou par code QR, sans site ni serveur.',
    create: 'Nouveau lien',
    reference: 'Référence',
    amount: 'Montant',
    status: 'État',
    uses: 'Paiements',
    expires: 'Expire',
    none: 'Aucun lien pour l’instant',
    noneHint: 'Créez un lien et partagez-le par WhatsApp, SMS ou code QR.',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'lien', other: 'liens' })}`,
  },
  en: {
    title: 'Payment links',
    intro: 'A payment page to share by message or QR code, without a website or a server.',
    create: 'New link',
    reference: 'Reference',
    amount: 'Amount',
    status: 'Status',
    uses: 'Payments',
    expires: 'Expires',
    none: 'No links yet',
    noneHint: 'Create a link and share it by WhatsApp, SMS or QR code.',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'link', other: 'links' })}`,
  },
})

export function LinksPage() {
  const t = texts()
  const list = useList<PaymentLink>('links')
  useUpdates('payments', list.loaded.reload)
  const create = (
    <ButtonLink appearance="main" small href="/portal/links/new">
      {t.create}
    </ButtonLink>
  )
  return (
    <Page title={t.title} intro={t.intro} side={create}>
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            <Table
              caption={t.title}
              rows={items}
              keyOf={({ code }) => code}
              hrefOf={({ code }) => `/portal/links/${code}`}
              empty={
                <EmptyState title={t.none}>
                  <p>{t.noneHint}</p>
                </EmptyState>
              }
              columns={[
                { heading: t.reference, cell: (link) => link.merchant_reference },
                {
                  heading: t.amount,
                  numeric: true,
                  onCard: 'corner',
                  cell: (link) => formatMoney(link.amount, link.currency),
                },
                { heading: t.status, onCard: 'left', cell: (link) => <LinkBadge link={link} /> },
                {
                  heading: t.uses,
                  numeric: true,
                  cell: (link) => `${formatNumber(link.uses)} / ${formatNumber(link.max_uses)}`,
                },
                {
                  heading: t.expires,
                  onCard: 'right',
                  cell: (link) => <Time at={link.expires_at} look="list" />,
                },
              ]}
            />
          </PagedList>
        )}
      </Await>
    </Page>
  )
}
