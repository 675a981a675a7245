// The merchant portal: sign-in and sign-up, then the menu and one address per page.
import type { AnyComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { Route, Router, useLocation } from 'preact-iso'
import { timeZone } from '../ui/display/time.tsx'
import { areas } from '../ui/frame/areas.tsx'
import { NoPage } from '../ui/frame/page.tsx'
import { Shell } from '../ui/frame/shell.tsx'
import { zoneText } from '../ui/language/time-zone.ts'
import { openPalette } from '../ui/palette/opener.tsx'
import { Waiting } from '../ui/service/await.tsx'
import { laterPages } from '../ui/service/later-pages.tsx'
import { useLoad } from '../ui/service/load.ts'
import { Leaving } from './access/leaving.tsx'
import { NoResponse } from './access/no-response.tsx'
import { OtherMerchant } from './access/other-merchant.tsx'
import {
  api,
  followEnvironment,
  hasModes,
  leaving,
  may,
  type Right,
  restoreSession,
  session,
  sessionState,
  shopName,
  signOut,
} from './access/session.ts'
import { SignIn } from './access/sign-in.tsx'
import type { Me } from './api-types.ts'
import { navigationOf, portalTexts, tabsOf } from './navigation.ts'
import { joining, money, sample, selling, settings, till } from './pages/later.ts'
import { preferences } from './preferences.ts'
import { followUpdates } from './updates/updates.ts'
import { useWaiting } from './waiting.ts'

// Not with the others, because the overview itself has parts of them.
const home = laterPages(() => import('./pages/home.ts'))

// Beside the session, where the address needs them.
if (location.pathname === '/portal') home.load()
if (/^\/portal\/(sign-up|forgotten-password|new-password|invitation)$/.test(location.pathname)) joining.load()
if (/^\/portal\/(payments|to-check|links|groups)/.test(location.pathname)) selling.load()
if (location.pathname === '/portal/till') till.load()
const SampleRibbon = sample.part((pages) => pages.SampleRibbon)
const ModeBar = sample.part((pages) => pages.ModeBar)
const TillPage = till.page((pages) => pages.TillPage)
const OverviewPage = home.page((pages) => pages.OverviewPage)
const DayPage = till.page((pages) => pages.DayPage)
const PaymentsPage = selling.page((pages) => pages.PaymentsPage)
const CustomerPage = selling.page((pages) => pages.CustomerPage)
const PaymentPage = selling.page((pages) => pages.PaymentPage)
const ToCheckPage = selling.page((pages) => pages.ToCheckPage)
const LinksPage = selling.page((pages) => pages.LinksPage)
const LinkPage = selling.page((pages) => pages.LinkPage)
const GroupsPage = selling.page((pages) => pages.GroupsPage)
const GroupPage = selling.page((pages) => pages.GroupPage)
const GroupSheetPage = selling.page((pages) => pages.GroupSheetPage)
const UploadGroupPage = selling.page((pages) => pages.UploadGroupPage)
const NewLinkPage = selling.page((pages) => pages.NewLinkPage)
const ApprovalsPage = money.page((pages) => pages.ApprovalsPage)
const BalancePage = money.page((pages) => pages.BalancePage)
const BatchPage = money.page((pages) => pages.BatchPage)
const BatchesPage = money.page((pages) => pages.BatchesPage)
const ProfilesPage = money.page((pages) => pages.ProfilesPage)
const NewBatchPage = money.page((pages) => pages.NewBatchPage)
const RefundBatchPage = money.page((pages) => pages.RefundBatchPage)
const RefundBatchesPage = money.page((pages) => pages.RefundBatchesPage)
const NewRefundBatchPage = money.page((pages) => pages.NewRefundBatchPage)
const DisputePage = money.page((pages) => pages.DisputePage)
const DisputesPage = money.page((pages) => pages.DisputesPage)
const PayoutPage = money.page((pages) => pages.PayoutPage)
const PayoutsPage = money.page((pages) => pages.PayoutsPage)
const PayoutSettingsPage = money.page((pages) => pages.PayoutSettingsPage)
const StatementsPage = money.page((pages) => pages.StatementsPage)
const TransferPage = money.page((pages) => pages.TransferPage)
const TransfersPage = money.page((pages) => pages.TransfersPage)
const SettlementsPage = money.page((pages) => pages.SettlementsPage)
const WalletPage = money.page((pages) => pages.WalletPage)
const ForgottenPasswordPage = joining.page((pages) => pages.ForgottenPasswordPage)
const NewPasswordPage = joining.page((pages) => pages.NewPasswordPage)
const SignUp = joining.page((pages) => pages.SignUp)
const AccountPage = settings.page((pages) => pages.AccountPage)
const GoLivePage = settings.page((pages) => pages.GoLivePage)
const KeysPage = settings.page((pages) => pages.KeysPage)
const ShopPage = settings.page((pages) => pages.ShopPage)
const EventsPage = settings.page((pages) => pages.EventsPage)
const TryPage = settings.page((pages) => pages.TryPage)
const InvitationPage = joining.page((pages) => pages.InvitationPage)
const TeamPage = settings.page((pages) => pages.TeamPage)
const CallbackPage = settings.page((pages) => pages.CallbackPage)
const RequestsPage = settings.page((pages) => pages.RequestsPage)
const SignaturePage = settings.page((pages) => pages.SignaturePage)

const loadPalette = () => import('./palette/palette.tsx').then(({ PortalPalette }) => PortalPalette)

export function Portal() {
  useEffect(() => {
    void restoreSession()
  }, [])
  const t = portalTexts()
  const { path } = useLocation()
  // A one-time password reset link works whether or not a user is signed in.
  if (path === '/portal/new-password')
    return (
      <Shell name={t.app} start="/portal">
        <NewPasswordPage />
      </Shell>
    )
  if (path === '/portal/invitation')
    return (
      <Shell name={t.app} start="/portal">
        <InvitationPage />
      </Shell>
    )
  if (sessionState.value === 'signed-in' && !leaving.value) return <SignedIn />
  return (
    <Shell name={t.app} start="/portal">
      <SignedOut />
    </Shell>
  )
}

/** The pages outside a session: sign-in, sign-up, signing out, and a service that does not respond. */
function SignedOut() {
  if (leaving.value) return <Leaving error={leaving.value.error} />
  if (sessionState.value === 'unreachable') return <NoResponse />
  if (sessionState.value === 'restoring')
    return (
      <div class="page narrow">
        <Waiting />
      </div>
    )
  return (
    <Router>
      <Route path="/portal/sign-up" component={SignUp} />
      <Route path="/portal/forgotten-password" component={ForgottenPasswordPage} />
      <Route default component={SignIn} />
    </Router>
  )
}

function SignedIn() {
  const t = portalTexts()
  const code = session.value?.merchantCode ?? ''
  const me = useLoad(`me ${code}`, (signal) => api.get<Me>('me', {}, signal)).data
  useEffect(() => {
    shopName.value = me?.name ?? ''
    hasModes.value = Boolean(me?.test_profile ?? me?.live_profile)
    if (me) followEnvironment(me.environment)
  }, [me])
  useEffect(() => {
    // What most sellers open next. Whoever works at the till, often on a slow network, does not wait for it.
    if (location.pathname === '/portal/till') return
    // Safari has no requestIdleCallback.
    const timer = setTimeout(selling.load, 500)
    return () => clearTimeout(timer)
  }, [])
  const token = may('payments') ? session.value?.token : undefined
  useEffect(() => (token === undefined ? undefined : followUpdates(token)), [token])
  const waiting = useWaiting(code)
  const environment = session.value?.environment
  const channel = preferences.value?.sells_by
  const menu = navigationOf({ isTest: environment === 'sandbox', hasModes: hasModes.value }, channel, waiting)
  return (
    <Shell
      name={t.app}
      start="/portal"
      // The bar of the modes says more.
      environment={environment === 'sandbox' && !hasModes.value ? environment : undefined}
      links={menu}
      areas={areas}
      tabs={tabsOf(menu, channel)}
      search={loadPalette}
      account={{
        name: me?.name,
        code,
        label: t.session,
        signOut: { label: t.signOut, run: signOut },
      }}
    >
      {session.value?.isSample ? <SampleRibbon /> : hasModes.value && <ModeBar />}
      <OtherMerchant me={me} />
      <Pages />
      {timeZone.value && <p class="page-note small-print">{t.times(zoneText(timeZone.value))}</p>}
    </Shell>
  )
}

const NoSuchPage = () => <NoPage start="/portal" />

/** The page, for users with the right that it needs. For others it does not exist. */
const forRight = (right: Right, page: AnyComponent) => (may(right) ? page : NoSuchPage)

function Pages() {
  return (
    <Router>
      <Route path="/portal" component={may('payments') ? OverviewPage : DayPage} />
      <Route path="/portal/search" component={SearchAddress} />
      <Route path="/portal/payments" component={forRight('payments', PaymentsPage)} />
      <Route path="/portal/payments/:id/customer" component={forRight('payments', CustomerPage)} />
      <Route path="/portal/payments/:id" component={forRight('payments', PaymentPage)} />
      <Route path="/portal/to-check" component={forRight('payments', ToCheckPage)} />
      <Route path="/portal/balance" component={forRight('money', BalancePage)} />
      <Route path="/portal/approvals" component={forRight('approve', ApprovalsPage)} />
      <Route path="/portal/payouts" component={forRight('money', PayoutsPage)} />
      <Route path="/portal/payouts/settings" component={forRight('destinations', PayoutSettingsPage)} />
      <Route path="/portal/payouts/:id" component={forRight('money', PayoutPage)} />
      <Route path="/portal/statements" component={forRight('money', StatementsPage)} />
      <Route path="/portal/disputes" component={forRight('payments', DisputesPage)} />
      <Route path="/portal/disputes/:id" component={forRight('payments', DisputePage)} />
      <Route path="/portal/links" component={forRight('links', LinksPage)} />
      <Route path="/portal/links/new" component={forRight('sell', NewLinkPage)} />
      <Route path="/portal/links/upload" component={forRight('sell', UploadGroupPage)} />
      <Route path="/portal/groups" component={forRight('links', GroupsPage)} />
      <Route path="/portal/groups/:group" component={forRight('links', GroupPage)} />
      <Route path="/portal/groups/:group/sheet" component={forRight('links', GroupSheetPage)} />
      <Route path="/portal/links/:code" component={forRight('links', LinkPage)} />
      <Route path="/portal/till" component={forRight('sell', TillPage)} />
      <Route path="/portal/transfers" component={forRight('payments', TransfersPage)} />
      <Route path="/portal/transfers/:id" component={forRight('payments', TransferPage)} />
      <Route path="/portal/batches" component={forRight('payments', BatchesPage)} />
      <Route path="/portal/batches/new" component={forRight('payout', NewBatchPage)} />
      <Route path="/portal/batches/profiles" component={forRight('payout', ProfilesPage)} />
      <Route path="/portal/batches/:id" component={forRight('payments', BatchPage)} />
      <Route path="/portal/refund-batches" component={forRight('payments', RefundBatchesPage)} />
      <Route path="/portal/refund-batches/new" component={forRight('refund', NewRefundBatchPage)} />
      <Route path="/portal/refund-batches/:id" component={forRight('payments', RefundBatchPage)} />
      <Route path="/portal/wallet" component={forRight('money', WalletPage)} />
      <Route path="/portal/settlements" component={forRight('money', SettlementsPage)} />
      <Route path="/portal/keys" component={forRight('keys', KeysPage)} />
      <Route path="/portal/callback" component={forRight('integration', CallbackPage)} />
      <Route path="/portal/events" component={forRight('integration', EventsPage)} />
      <Route path="/portal/signature" component={forRight('keys', SignaturePage)} />
      <Route path="/portal/requests" component={forRight('integration', RequestsPage)} />
      <Route path="/portal/try" component={forRight('sandbox', TryPage)} />
      <Route path="/portal/go-live" component={forRight('configure', GoLivePage)} />
      <Route path="/portal/shop" component={forRight('configure', ShopPage)} />
      <Route path="/portal/team" component={forRight('team', TeamPage)} />
      <Route path="/portal/account" component={AccountPage} />
      <Route default component={NoSuchPage} />
    </Router>
  )
}

/** The address of the former search page opens the palette on the overview. */
function SearchAddress() {
  const { query, route } = useLocation()
  useEffect(() => {
    route('/portal', true)
    openPalette(query.q)
  }, [])
  return null
}
