// The list of payment links.
import { formatMoney } from '../../ui/display/amount.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { may } from '../access/session.ts'
import { LinkBadge } from '../account/status.tsx'
import type { PaymentLink } from '../api-types.ts'
import { Choices } from '../choices.tsx'
import { useList } from '../list.ts'
import { useUpdates } from '../updates/updates.ts'
import { linkAmount } from './part-facts.tsx'
import { ShareButton } from './share.tsx'

const texts = catalogue({
  fr: {
    title: 'Liens de paiement',
    intro: 'Une page de paiement à partager par message ou par code QR, sans site ni serveur.',
    create: 'Nouveau lien',
    expires: (day: string) => `expire le ${day}`,
    paid: (uses: number, most: number) =>
      `${formatNumber(uses)} ${plural(uses, { one: 'paiement', other: 'paiements' })} sur ${formatNumber(most)}`,
    paidSum: (sum: string) => `${sum} payés`,
    none: 'Aucun lien pour l’instant',
    noneHint: 'Créez un lien et partagez-le par WhatsApp, SMS ou code QR.',
    sort: 'Trier par',
    byCreation: 'Derniers créés',
    byPayment: 'Derniers payés',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'lien', other: 'liens' })}`,
  },
  en: {
    title: 'Payment links',
    intro: 'A payment page to share by message or QR code, without a website or a server.',
    create: 'New link',
    expires: (day: string) => `expires ${day}`,
    paid: (uses: number, most: number) =>
      `${formatNumber(uses)} of ${formatNumber(most)} ${plural(most, { one: 'payment', other: 'payments' })}`,
    paidSum: (sum: string) => `${sum} paid`,
    none: 'No links yet',
    noneHint: 'Create a link and share it by WhatsApp, SMS or QR code.',
    sort: 'Sort by',
    byCreation: 'Newest link',
    byPayment: 'Newest payment',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'link', other: 'links' })}`,
  },
})

export function LinksPage() {
  const t = texts()
  const list = useList<PaymentLink>('links')
  useUpdates('payments', list.loaded.reload)
  const create = may('sell') && (
    <ButtonLink appearance="main" small href="/portal/links/new">
      {t.create}
    </ButtonLink>
  )
  return (
    // Only an empty list explains what a payment link is.
    <Page title={t.title} intro={list.loaded.data?.items.length === 0 && t.intro} side={create}>
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
            {/* A cashier's links are few, and always the newest first. */}
            {may('payments') && pagination.total > 1 && (
              <Choices
                label={t.sort}
                list={list}
                name="sort"
                of={[
                  ['', t.byCreation],
                  ['newest_payment', t.byPayment],
                ]}
              />
            )}
            <div class="lines-around">
              <Folds
                label={t.title}
                rows={items.map(rowOf)}
                empty={
                  <EmptyState title={t.none}>
                    <p>{t.noneHint}</p>
                  </EmptyState>
                }
              />
            </div>
          </PagedList>
        )}
      </Await>
    </Page>
  )
}

/** A link is what the merchant called it. How often or how much it was paid, and when it ends, is said while that can change. */
function rowOf(link: PaymentLink): Fold {
  const t = texts()
  const { code, description, merchant_reference, uses, max_uses, status, expires_at, paid, currency } = link
  const name = description || merchant_reference
  // A line does not end inside the date.
  const day = formatTime(expires_at, 'shortDay').replaceAll(' ', '\u00a0')
  const facts = [
    paid !== undefined && Number(paid) > 0
      ? t.paidSum(formatMoney(paid, currency))
      : max_uses !== null && max_uses > 1 && t.paid(uses, max_uses),
    status === 'ACTIVE' && t.expires(day),
  ]
  return {
    key: code,
    href: `/portal/links/${code}`,
    name,
    note: facts.filter(Boolean).join(' · '),
    side: <LinkBadge link={link} />,
    end: linkAmount(link),
    action: status === 'ACTIVE' && <ShareButton link={link} name={name} />,
  }
}
