// One payment link: sharing, details and cancellation.
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { formatTime, Time } from '../../ui/display/time.tsx'
import { Button, ButtonLink, CopyButton } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue, formatNumber, plural } from '../../ui/language/language.ts'
import { refusalText } from '../../ui/language/refusal.ts'
import { Await } from '../../ui/service/await.tsx'
import { RequestError } from '../../ui/service/client.ts'
import { useLoad } from '../../ui/service/load.ts'
import { api, may } from '../access/session.ts'
import { LinkBadge } from '../account/status.tsx'
import type { PaymentLink } from '../api-types.ts'
import { useUpdates } from '../updates/updates.ts'
import { invitation } from './invitation.ts'
import { LatestPayment } from './latest-payment.tsx'
import { LinkPayments } from './link-payments.tsx'
import { linkAmount, PartsCard } from './part-facts.tsx'
import { shareLink } from './share.tsx'

const texts = catalogue({
  fr: {
    back: 'Liens de paiement',
    title: 'Lien de paiement',
    share: 'Partager',
    copy: 'Copier le lien',
    link: 'lien',
    open: 'Ouvrir la page',
    qr: 'Code QR du lien de paiement',
    download: 'Télécharger le code QR',
    facts: 'Détails',
    reference: 'Votre référence',
    description: 'Description',
    amount: 'Montant',
    uses: 'Paiements reçus',
    usesOf: (uses: number, most: number | null) =>
      `${formatNumber(uses)} ${plural(uses, { one: 'paiement', other: 'paiements' })}${most === null ? '' : ` sur ${formatNumber(most)}`}`,
    until: (day: string) => `expire le ${day}`,
    created: 'Créé le',
    expires: 'Expire le',
    expired: 'Expiré le',
    cancel: 'Annuler ce lien',
    cancelTitle: 'Annuler ce lien\u202f?',
    cancelText: 'Ce lien n’acceptera plus de paiements. Un paiement déjà en cours peut encore aboutir.',
    cancelYes: 'Oui, annuler le lien',
    cancelClose: 'Garder le lien',
    cancelled: 'Lien annulé.',
  },
  en: {
    back: 'Payment links',
    title: 'Payment link',
    share: 'Share',
    copy: 'Copy link',
    link: 'link',
    open: 'Open page',
    qr: 'QR code of the payment link',
    download: 'Download QR code',
    facts: 'Details',
    reference: 'Your reference',
    description: 'Description',
    amount: 'Amount',
    uses: 'Payments received',
    usesOf: (uses: number, most: number | null) =>
      `${formatNumber(uses)}${most === null ? '' : ` of ${formatNumber(most)}`} ${plural(most ?? uses, { one: 'payment', other: 'payments' })}`,
    until: (day: string) => `expires ${day}`,
    created: 'Created',
    expires: 'Expires',
    expired: 'Expired',
    cancel: 'Cancel this link',
    cancelTitle: 'Cancel this link?',
    cancelText: 'This link will no longer accept payments. A payment already in progress can still complete.',
    cancelYes: 'Yes, cancel link',
    cancelClose: 'Keep link',
    cancelled: 'Link cancelled.',
  },
})

export function LinkPage() {
  const t = texts()
  const { code = '' } = useRoute().params
  const loaded = useLoad(`link ${code}`, (signal) =>
    api.get<PaymentLink>(`links/${encodeURIComponent(code)}`, {}, signal),
  )
  // A use of the link is a payment.
  useUpdates('payments', loaded.reload)
  const link = loaded.data
  return (
    <Page
      back={{ href: '/portal/links', label: t.back }}
      title={link ? linkAmount(link) : t.title}
      about={link?.description || link?.merchant_reference}
      badge={link && <LinkBadge link={link} />}
      intro={link && <Intro link={link} />}
    >
      <Await of={loaded}>
        {(found) => (
          <>
            <LatestPayment link={found} />
            <div class={found.status === 'ACTIVE' ? 'columns uneven start' : 'columns'}>
              {found.status === 'ACTIVE' && <Sharing link={found} />}
              <Card title={t.facts}>
                <Facts facts={factsOf(found)} />
                {may('sell') && found.status === 'ACTIVE' && <Cancel link={found} done={loaded.reload} />}
              </Card>
            </div>
            <PartsCard link={found} />
            <LinkPayments link={found} />
          </>
        )}
      </Await>
    </Page>
  )
}

/** What is sold, and how long the link lives: both limits are easily forgotten by who shares it. */
function Intro({ link }: { link: PaymentLink }) {
  const t = texts()
  const { description, merchant_reference, uses, max_uses, status, expires_at } = link
  const day = formatTime(expires_at, 'shortDay').replaceAll(' ', '\u00a0')
  return (
    <>
      {description || merchant_reference}
      <br />
      {t.usesOf(uses, max_uses)}
      {status === 'ACTIVE' && ` · ${t.until(day)}`}
    </>
  )
}

function factsOf(link: PaymentLink): Fact[] {
  const t = texts()
  return [
    [t.reference, link.merchant_reference, link.merchant_reference],
    ...(link.description ? [[t.description, link.description] as Fact] : []),
    [t.amount, linkAmount(link)],
    [t.uses, t.usesOf(link.uses, link.max_uses)],
    [t.created, <Time key="created" at={link.created_at} />],
    ...(link.status === 'ACTIVE' || link.status === 'EXPIRED'
      ? ([
          [link.status === 'ACTIVE' ? t.expires : t.expired, <Time key="end" at={link.expires_at} />],
        ] as Fact[])
      : []),
  ]
}

function Sharing({ link }: { link: PaymentLink }) {
  const t = texts()
  const qr = new URL(link.qr_svg_url).pathname
  const start = link.url.length - link.code.length
  return (
    <Card>
      <p class="code centred">
        {link.url.slice(0, start)}
        {/* An address too long for a line breaks before its code, never inside it. */}
        <wbr />
        <span class="nowrap">{link.url.slice(start)}</span>
      </p>
      <div class="actions centre">
        <ButtonLink
          appearance="main"
          href={`https://wa.me/?${new URLSearchParams({ text: `${invitation(link)} ${link.url}` })}`}
          target="_blank"
          rel="noopener"
        >
          WhatsApp
        </ButtonLink>
        {'share' in navigator && <Button onClick={() => shareLink(link)}>{t.share}</Button>}
        <CopyButton text={link.url} what={t.link} appearance="plain">
          {t.copy}
        </CopyButton>
      </div>
      <img class="qr" src={qr} alt={t.qr} width="240" height="240" />
      <div class="actions centre">
        <ButtonLink small appearance="quiet" href={link.url} target="_blank" rel="noopener">
          {t.open}
        </ButtonLink>
        <ButtonLink small appearance="quiet" href={qr} download={`qr-${link.code}.svg`}>
          {t.download}
        </ButtonLink>
      </div>
    </Card>
  )
}

function Cancel({ link, done }: { link: PaymentLink; done: () => void }) {
  const t = texts()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await api.post(`links/${link.code}/cancel`)
      toast(t.cancelled)
    } catch (error) {
      if (error instanceof RequestError) toast(refusalText(error), 'bad')
    }
    setBusy(false)
    setConfirming(false)
    done()
  }
  return (
    <>
      <Button appearance="danger" small onClick={() => setConfirming(true)}>
        {t.cancel}
      </Button>
      {isConfirming && (
        <Dialog title={t.cancelTitle} close={() => setConfirming(false)}>
          <p>{t.cancelText}</p>
          <div class="actions">
            <Button appearance="danger" busy={busy} onClick={cancel}>
              {t.cancelYes}
            </Button>
            <Button onClick={() => setConfirming(false)}>{t.cancelClose}</Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
