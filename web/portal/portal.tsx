// The merchant portal: sign-in and sign-up, then the menu and one address per page.
import type { AnyComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { Route, Router, useLocation } from 'preact-iso'
import { NoPage } from '../ui/frame/page.tsx'
import { Shell } from '../ui/frame/shell.tsx'
import { openPalette } from '../ui/palette/opener.tsx'
import { Waiting } from '../ui/service/await.tsx'
import { laterPages } from '../ui/service/later-pages.tsx'
import { useLoad } from '../ui/service/load.ts'
import { Leaving } from './access/leaving.tsx'
import { NoResponse } from './access/no-response.tsx'
import { OtherMerchant } from './access/other-merchant.tsx'
import { NewPasswordPage } from './access/password/new-password.tsx'
import {
  api,
  followEnvironment,
  leaving,
  may,
  type Right,
  restoreSession,
  session,
  sessionState,
  signOut,
} from './access/session.ts'
import { SignIn } from './access/sign-in.tsx'
import { SignUp } from './access/sign-up.tsx'
import type { Me } from './api-types.ts'
import { navigationOf, portalTexts, tabsOf } from './navigation.ts'
import { OverviewPage } from './overview/overview.tsx'
import { paletteTexts } from './palette/texts.ts'
import { follow, type Preferences, preferences } from './preferences.ts'
import { followUpdates } from './updates/updates.ts'

const later = laterPages(() => import('./later-pages.ts'))
// Beside the session, where the address needs them.
if (location.pathname !== '/portal') later.load()
const ForgottenPasswordPage = later.page((pages) => pages.ForgottenPasswordPage)
const AccountPage = later.page((pages) => pages.AccountPage)
const GoLivePage = later.page((pages) => pages.GoLivePage)
const KeysPage = later.page((pages) => pages.KeysPage)
const BalancePage = later.page((pages) => pages.BalancePage)
const DisputePage = later.page((pages) => pages.DisputePage)
const DisputesPage = later.page((pages) => pages.DisputesPage)
const LinkPage = later.page((pages) => pages.LinkPage)
const LinksPage = later.page((pages) => pages.LinksPage)
const NewLinkPage = later.page((pages) => pages.NewLinkPage)
const EventsPage = later.page((pages) => pages.EventsPage)
const PaymentPage = later.page((pages) => pages.PaymentPage)
const PaymentsPage = later.page((pages) => pages.PaymentsPage)
const PayoutPage = later.page((pages) => pages.PayoutPage)
const PayoutsPage = later.page((pages) => pages.PayoutsPage)
const PayoutSettingsPage = later.page((pages) => pages.PayoutSettingsPage)
const StatementsPage = later.page((pages) => pages.StatementsPage)
const TryPage = later.page((pages) => pages.TryPage)
const InvitationPage = later.page((pages) => pages.InvitationPage)
const TeamPage = later.page((pages) => pages.TeamPage)
const DayPage = later.page((pages) => pages.DayPage)
const TillPage = later.page((pages) => pages.TillPage)
const TransferPage = later.page((pages) => pages.TransferPage)
const TransfersPage = later.page((pages) => pages.TransfersPage)
const SettlementsPage = later.page((pages) => pages.SettlementsPage)
const WalletPage = later.page((pages) => pages.WalletPage)
const CallbackPage = later.page((pages) => pages.CallbackPage)
const RequestsPage = later.page((pages) => pages.RequestsPage)
const SignaturePage = later.page((pages) => pages.SignaturePage)

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
  const loaded = useLoad(`preferences ${code}`, (signal) =>
    api.get<Preferences>('preferences', {}, signal),
  ).data
  useEffect(() => {
    if (me) followEnvironment(me.environment)
  }, [me])
  useEffect(() => {
    if (loaded) follow(loaded)
  }, [loaded])
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const timer = setTimeout(later.load, 500)
    return () => clearTimeout(timer)
  }, [])
  const token = may('payments') ? session.value?.token : undefined
  useEffect(() => (token === undefined ? undefined : followUpdates(token)), [token])
  const environment = session.value?.environment
  const channel = preferences.value?.sells_by
  return (
    <Shell
      name={t.app}
      start="/portal"
      environment={environment}
      links={navigationOf(environment === 'sandbox', channel)}
      tabs={tabsOf(channel)}
      search={{ label: paletteTexts().open, load: loadPalette }}
      account={{
        name: me?.name,
        code,
        label: t.session,
        signOut: { label: t.signOut, run: signOut },
      }}
    >
      <OtherMerchant />
      <Pages />
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
      <Route path="/portal/payments/:id" component={forRight('payments', PaymentPage)} />
      <Route path="/portal/balance" component={forRight('money', BalancePage)} />
      <Route path="/portal/payouts" component={forRight('money', PayoutsPage)} />
      <Route path="/portal/payouts/settings" component={forRight('destinations', PayoutSettingsPage)} />
      <Route path="/portal/payouts/:id" component={forRight('money', PayoutPage)} />
      <Route path="/portal/statements" component={forRight('money', StatementsPage)} />
      <Route path="/portal/disputes" component={forRight('payments', DisputesPage)} />
      <Route path="/portal/disputes/:id" component={forRight('payments', DisputePage)} />
      <Route path="/portal/links" component={forRight('links', LinksPage)} />
      <Route path="/portal/links/new" component={forRight('sell', NewLinkPage)} />
      <Route path="/portal/links/:code" component={forRight('links', LinkPage)} />
      <Route path="/portal/till" component={forRight('sell', TillPage)} />
      <Route path="/portal/transfers" component={forRight('payments', TransfersPage)} />
      <Route path="/portal/transfers/:id" component={forRight('payments', TransferPage)} />
      <Route path="/portal/wallet" component={forRight('money', WalletPage)} />
      <Route path="/portal/settlements" component={forRight('money', SettlementsPage)} />
      <Route path="/portal/keys" component={forRight('keys', KeysPage)} />
      <Route path="/portal/callback" component={forRight('integration', CallbackPage)} />
      <Route path="/portal/events" component={forRight('integration', EventsPage)} />
      <Route path="/portal/signature" component={forRight('keys', SignaturePage)} />
      <Route path="/portal/requests" component={forRight('integration', RequestsPage)} />
      <Route path="/portal/try" component={forRight('sandbox', TryPage)} />
      <Route path="/portal/go-live" component={forRight('configure', GoLivePage)} />
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
