// The list of payment links.
import { formatMoney } from '../../ui/display/amount.tsx'
import { PagedList } from '../../ui/display/pager.tsx'
import { formatTime, instantOf } from '../../ui/display/time.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { EmptyState } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { type Fold, Folds } from '../../ui/rows/folds.tsx'
import { Await } from '../../ui/service/await.tsx'
import { LinkBadge } from '../account/status.tsx'
import type { PaymentLink } from '../api-types.ts'
import { useList } from '../list.ts'
import { useUpdates } from '../updates/updates.ts'
import { ShareButton } from './share.tsx'

const texts = catalogue({
  fr: {
    title: 'Liens de paiement',
    intro: 'Une page de paiement à partager par message ou par code QR, sans site ni serveur.',
    create: 'Nouveau lien',
    expires: (day: string) => `Expire le ${day}`,
    paid: (uses: number, most: number) =>
      `${formatNumber(uses)} sur ${formatNumber(most)} ${plural(uses, { one: 'payé', other: 'payés' })}`,
    none: 'Aucun lien pour l’instant',
    noneHint: 'Créez un lien et partagez-le par WhatsApp, SMS ou code QR.',
    count: (count: number) => `${formatNumber(count)} ${plural(count, { one: 'lien', other: 'liens' })}`,
  },
  en: {
    title: 'Payment links',
    intro: 'A payment page to share by message or QR code, without a website or a server.',
    create: 'New link',
    expires: (day: string) => `Expires ${day}`,
    paid: (uses: number, most: number) => `${formatNumber(uses)} of ${formatNumber(most)} paid`,
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
    // Only an empty list explains what a payment link is.
    <Page title={t.title} intro={list.loaded.data?.items.length === 0 && t.intro} side={create}>
      <Await of={list.loaded}>
        {({ items, pagination }) => (
          <PagedList pagination={pagination} hrefOf={list.hrefOf} count={t.count(pagination.total)}>
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

const twoDaysMs = 2 * 86_400_000

const endsSoon = (at: string) => instantOf(at).getTime() - Date.now() < twoDaysMs

/** A link is what the merchant called it; when it ends matters in the last two days in which it can be paid. */
function rowOf(link: PaymentLink): Fold {
  const t = texts()
  const { code, description, merchant_reference, amount, currency, uses, max_uses, status, expires_at } = link
  const name = description || merchant_reference
  return {
    key: code,
    href: `/portal/links/${code}`,
    name,
    note:
      max_uses > 1
        ? `${formatMoney(amount, currency)} · ${t.paid(uses, max_uses)}`
        : formatMoney(amount, currency),
    side: status === 'ACTIVE' && endsSoon(expires_at) && t.expires(formatTime(expires_at, 'shortDay')),
    end: <LinkBadge link={link} />,
    action: status === 'ACTIVE' && <ShareButton link={link} name={name} />,
  }
}
