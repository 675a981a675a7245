// The admin console: the sign-in page until a token is accepted, then one address per page.
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Route, Router, useLocation } from 'preact-iso'
import { deviceTimeZone } from '../ui/display/time.tsx'
import { NoPage } from '../ui/frame/page.tsx'
import { Shell } from '../ui/frame/shell.tsx'
import { zoneText } from '../ui/language/time-zone.ts'
import { laterPages } from '../ui/service/later-pages.tsx'
import { useKeys } from './frame/keys.ts'
import { session, signOut } from './frame/session.ts'
import { SignIn } from './frame/sign-in.tsx'
import { frameTexts } from './frame/texts.ts'
import { mayOpen, navigation, pageOf, start, tabs } from './navigation.ts'
import { useWaiting } from './overview/queues.ts'
import { StepUpDialog } from './step-up/step-up-dialog.tsx'

const loadPalette = () => import('./palette/palette.tsx').then(({ ConsolePalette }) => ConsolePalette)

// The scripts that are loaded after the first page, one for each kind of work.
const overview = laterPages(() => import('./pages/overview.ts'))
const decisions = laterPages(() => import('./pages/decisions.ts'))
const payments = laterPages(() => import('./pages/payments.ts'))
const merchants = laterPages(() => import('./pages/merchants.ts'))
const money = laterPages(() => import('./pages/money.ts'))
const compliance = laterPages(() => import('./pages/compliance.ts'))
const staff = laterPages(() => import('./pages/staff.ts'))
const seldom = laterPages(() => import('./pages/seldom.ts'))
const NotForRole = seldom.page((pages) => pages.NotForRole)
const KeyHelp = seldom.part((pages) => pages.KeyHelp)
const OverviewPage = overview.page((pages) => pages.OverviewPage)
const ApprovalsPage = decisions.page((pages) => pages.ApprovalsPage)
const HoldsPage = decisions.page((pages) => pages.HoldsPage)
const PayoutApprovalsPage = decisions.page((pages) => pages.PayoutApprovalsPage)
const RefundRequestsPage = decisions.page((pages) => pages.RefundRequestsPage)
const AlertsPage = decisions.page((pages) => pages.AlertsPage)
const DeliveriesPage = merchants.page((pages) => pages.DeliveriesPage)
const DisputePage = money.page((pages) => pages.DisputePage)
const DisputesPage = money.page((pages) => pages.DisputesPage)
const MerchantPage = merchants.page((pages) => pages.MerchantPage)
const MerchantsPage = merchants.page((pages) => pages.MerchantsPage)
const PaymentPage = payments.page((pages) => pages.PaymentPage)
const PaymentsPage = payments.page((pages) => pages.PaymentsPage)
const PayoutPage = payments.page((pages) => pages.PayoutPage)
const PayoutsPage = payments.page((pages) => pages.PayoutsPage)
const TransferPage = payments.page((pages) => pages.TransferPage)
const TransfersPage = payments.page((pages) => pages.TransfersPage)
const BankPage = money.page((pages) => pages.BankPage)
const ExceptionsPage = money.page((pages) => pages.ExceptionsPage)
const StuckMoneyPage = money.page((pages) => pages.StuckMoneyPage)
const OperatorsPage = money.page((pages) => pages.OperatorsPage)
const PayoutBatchPage = money.page((pages) => pages.PayoutBatchPage)
const PayoutBatchesPage = money.page((pages) => pages.PayoutBatchesPage)
const RatesPage = money.page((pages) => pages.RatesPage)
const RefundBatchPage = money.page((pages) => pages.RefundBatchPage)
const RefundBatchesPage = money.page((pages) => pages.RefundBatchesPage)
const ReconciliationPage = money.page((pages) => pages.ReconciliationPage)
const SettlementsPage = money.page((pages) => pages.SettlementsPage)
const WalletsPage = money.page((pages) => pages.WalletsPage)
const AuditPage = compliance.page((pages) => pages.AuditPage)
const CasePage = compliance.page((pages) => pages.CasePage)
const CasesPage = compliance.page((pages) => pages.CasesPage)
const LimitsPage = compliance.page((pages) => pages.LimitsPage)
const RegulatoryPage = compliance.page((pages) => pages.RegulatoryPage)
const RetentionPage = compliance.page((pages) => pages.RetentionPage)
const BlacklistPage = compliance.page((pages) => pages.BlacklistPage)
const ListChangesPage = compliance.page((pages) => pages.ListChangesPage)
const ListsPage = compliance.page((pages) => pages.ListsPage)
const CellsPage = staff.page((pages) => pages.CellsPage)
const AccountPage = staff.page((pages) => pages.AccountPage)
const InvitationPage = staff.page((pages) => pages.InvitationPage)
const StaffPage = staff.page((pages) => pages.StaffPage)

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
  useEffect(() => {
    // What is opened all day.
    const timer = setTimeout(decisions.load, 500)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Shell
      forgetful
      name={t.console}
      start={start}
      links={navigation()}
      environment={session.value?.me.environment}
      tabs={tabs()}
      search={loadPalette}
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
      <Route path="/console/refund-batches" component={RefundBatchesPage} />
      <Route path="/console/refund-batches/:id" component={RefundBatchPage} />
      <Route path="/console/payout-approvals/:id?" component={PayoutApprovalsPage} />
      <Route path="/console/payouts" component={PayoutsPage} />
      <Route path="/console/payouts/:id" component={PayoutPage} />
      <Route path="/console/disputes" component={DisputesPage} />
      <Route path="/console/disputes/:id" component={DisputePage} />
      <Route path="/console/exceptions" component={ExceptionsPage} />
      <Route path="/console/stuck-money" component={StuckMoneyPage} />
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
      <Route path="/console/cells" component={CellsPage} />
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
