// The admin console: the sign-in page until a token is accepted, then one address per page.
import type { ComponentChildren } from 'preact'
import { useCallback, useState } from 'preact/hooks'
import { Route, Router, useLocation } from 'preact-iso'
import { deviceTimeZone } from '../ui/display/time.tsx'
import { NoPage } from '../ui/frame/page.tsx'
import { Shell } from '../ui/frame/shell.tsx'
import { zoneText } from '../ui/language/time-zone.ts'
import { laterPages } from '../ui/service/later-pages.tsx'
import { ApprovalsPage } from './approvals/approvals-page.tsx'
import { KeyHelp } from './frame/key-help.tsx'
import { useKeys } from './frame/keys.ts'
import { NotForRole } from './frame/not-for-role.tsx'
import { session, signOut } from './frame/session.ts'
import { SignIn } from './frame/sign-in.tsx'
import { frameTexts } from './frame/texts.ts'
import { HoldsPage } from './holds/holds-page.tsx'
import { MerchantPage } from './merchants/merchant-page.tsx'
import { MerchantsPage } from './merchants/merchants-page.tsx'
import { mayOpen, navigation, pageOf, start, tabs } from './navigation.ts'
import { OverviewPage } from './overview/overview-page.tsx'
import { useWaiting } from './overview/queues.ts'
import { paletteTexts } from './palette/texts.ts'
import { PaymentPage } from './payments/payment-page.tsx'
import { PaymentsPage } from './payments/payments-page.tsx'
import { PayoutApprovalsPage } from './payouts/approvals-page.tsx'
import { PayoutPage } from './payouts/payout-page.tsx'
import { PayoutsPage } from './payouts/payouts-page.tsx'
import { RefundRequestsPage } from './refund-requests/refund-requests-page.tsx'
import { AlertsPage } from './screening/alerts-page.tsx'
import { StepUpDialog } from './step-up/step-up-dialog.tsx'
import { TransferPage } from './transfers/transfer-page.tsx'
import { TransfersPage } from './transfers/transfers-page.tsx'

const loadPalette = () => import('./palette/palette.tsx').then(({ ConsolePalette }) => ConsolePalette)

const later = laterPages(() => import('./later-pages.ts'))
const AuditPage = later.page((pages) => pages.AuditPage)
const BankPage = later.page((pages) => pages.BankPage)
const CasePage = later.page((pages) => pages.CasePage)
const CasesPage = later.page((pages) => pages.CasesPage)
const DeliveriesPage = later.page((pages) => pages.DeliveriesPage)
const DisputePage = later.page((pages) => pages.DisputePage)
const DisputesPage = later.page((pages) => pages.DisputesPage)
const ExceptionsPage = later.page((pages) => pages.ExceptionsPage)
const LimitsPage = later.page((pages) => pages.LimitsPage)
const OperatorsPage = later.page((pages) => pages.OperatorsPage)
const PayoutBatchPage = later.page((pages) => pages.PayoutBatchPage)
const PayoutBatchesPage = later.page((pages) => pages.PayoutBatchesPage)
const RatesPage = later.page((pages) => pages.RatesPage)
const RegulatoryPage = later.page((pages) => pages.RegulatoryPage)
const ReconciliationPage = later.page((pages) => pages.ReconciliationPage)
const RetentionPage = later.page((pages) => pages.RetentionPage)
const BlacklistPage = later.page((pages) => pages.BlacklistPage)
const ListChangesPage = later.page((pages) => pages.ListChangesPage)
const ListsPage = later.page((pages) => pages.ListsPage)
const SettlementsPage = later.page((pages) => pages.SettlementsPage)
const WalletsPage = later.page((pages) => pages.WalletsPage)

const staff = laterPages(() => import('./staff/pages.ts'))
const StaffPage = staff.page((pages) => pages.StaffPage)
const AccountPage = staff.page((pages) => pages.AccountPage)
const InvitationPage = staff.page((pages) => pages.InvitationPage)

export function Console() {
  const t = frameTexts()
  const { path } = useLocation()
  const isInvited = path === '/console/invitation'
  if (session.value && !isInvited) return <SignedIn />
  return (
    <Shell name={t.console} start={start} forgetful>
      {isInvited ? <InvitationPage /> : <SignIn />}
    </Shell>
  )
}

function SignedIn() {
  const t = frameTexts()
  const [helping, setHelping] = useState(false)
  useKeys(useCallback(() => setHelping(true), []))
  useWaiting()
  return (
    <Shell
      forgetful
      name={t.console}
      start={start}
      links={navigation()}
      environment={session.value?.me.environment}
      tabs={tabs()}
      search={{ label: paletteTexts().open, load: loadPalette }}
      account={{
        name: session.value?.me.name,
        label: t.account,
        signOut: { label: t.signOut, run: () => signOut() },
        beside: <KeyHelpButton open={() => setHelping(true)} />,
      }}
    >
      <Pages />
      <p class="page-note small-print">{t.times(zoneText(deviceTimeZone()))}</p>
      {helping && <KeyHelp close={() => setHelping(false)} />}
      <StepUpDialog />
    </Shell>
  )
}

function Pages(): ComponentChildren {
  const { path } = useLocation()
  if (!mayOpen(pageOf(path))) return <NotForRole />
  return (
    <Router>
      <Route path="/console" component={OverviewPage} />
      <Route path="/console/approvals/:id?" component={ApprovalsPage} />
      <Route path="/console/holds/:id?" component={HoldsPage} />
      <Route path="/console/refund-requests/:id?" component={RefundRequestsPage} />
      <Route path="/console/payout-approvals/:id?" component={PayoutApprovalsPage} />
      <Route path="/console/payouts" component={PayoutsPage} />
      <Route path="/console/payouts/:id" component={PayoutPage} />
      <Route path="/console/disputes" component={DisputesPage} />
      <Route path="/console/disputes/:id" component={DisputePage} />
      <Route path="/console/exceptions" component={ExceptionsPage} />
      <Route path="/console/alerts/:id?" component={AlertsPage} />
      <Route path="/console/cases" component={CasesPage} />
      <Route path="/console/cases/:id" component={CasePage} />
      <Route path="/console/lists" component={ListsPage} />
      <Route path="/console/lists/:list" component={ListChangesPage} />
      <Route path="/console/blacklist" component={BlacklistPage} />
      <Route path="/console/regulatory" component={RegulatoryPage} />
      <Route path="/console/retention" component={RetentionPage} />
      <Route path="/console/limits" component={LimitsPage} />
      <Route path="/console/payments" component={PaymentsPage} />
      <Route path="/console/payments/:id" component={PaymentPage} />
      <Route path="/console/transfers" component={TransfersPage} />
      <Route path="/console/transfers/:id" component={TransferPage} />
      <Route path="/console/merchants" component={MerchantsPage} />
      <Route path="/console/merchants/:code" component={MerchantPage} />
      <Route path="/console/deliveries" component={DeliveriesPage} />
      <Route path="/console/reconciliation" component={ReconciliationPage} />
      <Route path="/console/payout-batches" component={PayoutBatchesPage} />
      <Route path="/console/payout-batches/:id" component={PayoutBatchPage} />
      <Route path="/console/bank" component={BankPage} />
      <Route path="/console/wallets" component={WalletsPage} />
      <Route path="/console/settlements" component={SettlementsPage} />
      <Route path="/console/rates" component={RatesPage} />
      <Route path="/console/operators" component={OperatorsPage} />
      <Route path="/console/audit" component={AuditPage} />
      <Route path="/console/staff" component={StaffPage} />
      <Route path="/console/account" component={AccountPage} />
      <Route default component={() => <NoPage start={start} />} />
    </Router>
  )
}

function KeyHelpButton({ open }: { open: () => void }) {
  const { shortcuts } = frameTexts()
  return (
    <button type="button" class="key-help" onClick={open} aria-label={`? ${shortcuts}`} title={shortcuts}>
      <kbd>?</kbd>
    </button>
  )
}
