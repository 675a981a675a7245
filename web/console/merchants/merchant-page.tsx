// One merchant: identity, go-live request and pricing.
import { useState } from 'preact/hooks'
import { formatMoney, formatRate } from '../../ui/display/amount.tsx'
import { Card, type Fact, Facts } from '../../ui/display/facts.tsx'
import { Time } from '../../ui/display/time.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { Await } from '../../ui/service/await.tsx'
import { laterPages } from '../../ui/service/later-pages.tsx'
import { type Loaded, useLoad } from '../../ui/service/load.ts'
import { ActButton } from '../frame/act-button.tsx'
import { may } from '../frame/rights.ts'
import { mayOpen } from '../navigation.ts'
import { PendingApprovals } from '../parts/pending.tsx'
import { environmentTexts } from '../texts.ts'
import { MerchantActivity } from './activity.tsx'
import { MerchantBalance } from './balance.tsx'
import { GoLiveRequest } from './go-live-request.tsx'
import { type LiveKeys, type MerchantDetails, type ResetLink, readMerchant } from './merchant.ts'
import { LiveKeysDialog, MerchantDecision, RatesDecision, type Wanted } from './merchant-decisions.tsx'
import { StatusBadge } from './merchants-page.tsx'
import { QuoteTerms } from './quotes.tsx'
import { BalanceLimitsDecision, RefundRight, RefundRightDecision } from './refund-right.tsx'
import { ResetLinkDecision, ResetLinkDialog } from './reset-link.tsx'
import { MerchantStatements } from './statements.tsx'
import { merchantTexts } from './texts.ts'

// Few merchants have one, and its texts are longer than those of the page.
const CertificationReport = laterPages(() => import('../../ui/deliveries/certification-report.tsx')).part(
  (pages) => pages.CertificationReport,
)

// Officers alone open it, for merchants that go live.
const BusinessReview = laterPages(() => import('../business/business-review.tsx')).part(
  (pages) => pages.BusinessReview,
)

export function MerchantPage({ code }: { code: string }) {
  const t = merchantTexts()
  const merchant = useLoad(`merchant ${code}`, (signal) => readMerchant(code, signal))
  return (
    <Page title={merchant.data?.name ?? code} back={{ href: '/console/merchants', label: t.back }}>
      <Await of={merchant}>{(details) => <Details details={details} loaded={merchant} />}</Await>
    </Page>
  )
}

function Details({ details, loaded }: { details: MerchantDetails; loaded: Loaded<MerchantDetails> }) {
  const [wanted, setWanted] = useState<Wanted | Separate>()
  const [keys, setKeys] = useState<LiveKeys>()
  const [link, setLink] = useState<ResetLink>()
  const close = () => setWanted(undefined)
  return (
    <>
      {details.live_profile && (
        <Notice title={merchantTexts().testProfile}>{merchantTexts().testProfileText}</Notice>
      )}
      <PendingApprovals pending={details.pending_approvals} />
      <MerchantActivity code={details.merchant_code} />
      <div class="columns uneven">
        <div class="stack">
          <Identity details={details} want={setWanted} />
          <RelatedPages code={details.merchant_code} />
        </div>
        <div class="stack">
          <Pricing details={details} change={() => setWanted('rates')} />
          <RefundRight
            details={details}
            change={() => setWanted('refunds')}
            changeLimits={() => setWanted('limits')}
          />
          <QuoteTerms code={details.merchant_code} />
        </div>
      </div>
      {may('money') && (
        <MerchantBalance code={details.merchant_code} name={details.name} changed={loaded.reload} />
      )}
      {may('money') && <MerchantStatements code={details.merchant_code} />}
      {may('read_compliance') && details.go_live_request && <BusinessReview code={details.merchant_code} />}
      <GoLiveRequest details={details} want={setWanted} />
      {details.webhook_certification && (
        <Card title={merchantTexts().certification}>
          <CertificationReport report={details.webhook_certification} />
        </Card>
      )}
      {wanted === 'rates' && <RatesDecision merchant={details} done={loaded.reload} close={close} />}
      {wanted === 'password' && (
        <ResetLinkDecision code={details.merchant_code} reveal={setLink} close={close} />
      )}
      {wanted === 'refunds' && <RefundRightDecision details={details} done={loaded.reload} close={close} />}
      {wanted === 'limits' && <BalanceLimitsDecision details={details} done={loaded.reload} close={close} />}
      {link && <ResetLinkDialog link={link} close={() => setLink(undefined)} />}
      {wanted && !isSeparate(wanted) && (
        <MerchantDecision
          code={details.merchant_code}
          wanted={wanted}
          done={loaded.reload}
          reveal={setKeys}
          close={close}
        />
      )}
      {keys && <LiveKeysDialog keys={keys} close={() => setKeys(undefined)} />}
    </>
  )
}

/** Decisions with their own dialogs. */
type Separate = (typeof separate)[number]
const separate = ['rates', 'password', 'refunds', 'limits'] as const
const isSeparate = (wanted: Wanted | Separate): wanted is Separate =>
  (separate as readonly string[]).includes(wanted)

type Offer = { details: MerchantDetails; want: (wanted: Wanted | 'password') => void }

function Identity({ details, want }: Offer) {
  const t = merchantTexts()
  const { merchant_code, ip_allowlist, microform_allowed_origins: origins } = details
  const act = details.allowed_actions.suspend.allowed ? 'suspend' : 'resume'
  return (
    <Card title={t.identity} side={<StatusBadge status={details.status} />}>
      <Facts
        facts={[
          [t.code, merchant_code, merchant_code],
          [t.email, details.email],
          [t.environment, environmentTexts()[details.environment]],
          ...otherProfileOf(details),
          [t.apiKeys, details.api_keys.join(', ')],
          [t.callback, details.callback_url],
          [t.allowlist, ip_allowlist.length > 0 ? ip_allowlist.join(', ') : t.anyAddress],
          [t.microform, details.microform_enabled ? t.yes : t.no],
          ...(details.microform_enabled ? ([[t.origins, origins.join(', ')]] as const) : []),
          [t.created, <Time at={details.created_at} />],
        ]}
      />
      <div class="actions">
        {!details.live_profile && (
          <ActButton right="passwords" onClick={() => want('password')}>
            {t.resetPassword}…
          </ActButton>
        )}
        <ActButton
          right="merchants"
          appearance={act === 'suspend' ? 'danger' : 'plain'}
          onClick={() => want(act)}
        >
          {t[act]}…
        </ActButton>
      </div>
    </Card>
  )
}

/** The live merchant of a test profile, or the test profile of a live merchant. */
function otherProfileOf({ live_profile: live, test_profile: test }: MerchantDetails): Fact[] {
  const t = merchantTexts()
  const other = live ?? test
  if (!other) return []
  const { merchant_code: code } = other
  return [[live ? t.testProfileOf : t.testProfile, <a href={`/console/merchants/${code}`}>{code}</a>]]
}

function Pricing({ details, change }: { details: MerchantDetails; change: () => void }) {
  const t = merchantTexts()
  return (
    <Card title={t.rates}>
      <Facts
        facts={[
          [t.ratesShort.commission, formatRate(details.commission_rate)],
          [
            t.ratesShort.mobileMoney,
            details.mobile_money_rate === null ? t.likeCards : formatRate(details.mobile_money_rate),
          ],
          [t.ratesShort.bank, formatRate(details.bank_commission_rate)],
          [t.ratesShort.fee, formatRate(details.remittance_fee_rate)],
          [t.ratesShort.fixed, formatMoney(details.remittance_fee_fixed, 'USD')],
        ]}
      />
      <ActButton right="pricing" onClick={change}>
        {t.changeRates}…
      </ActButton>
    </Card>
  )
}

const related = [
  'payments',
  'transfers',
  'payouts',
  'disputes',
  'stuck-money',
  'deliveries',
  'wallets',
] as const

function RelatedPages({ code }: { code: string }) {
  const t = merchantTexts()
  return (
    <Card title={t.elsewhere}>
      <ul class="links">
        {related.filter(mayOpen).map((link) => (
          <li key={link}>
            <a href={`/console/${link}?merchant_code=${encodeURIComponent(code)}`}>{t.relatedPages[link]}</a>
          </li>
        ))}
      </ul>
    </Card>
  )
}
