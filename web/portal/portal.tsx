// The merchant portal: sign-in and sign-up, then the menu and one address per page.
import { useEffect } from 'preact/hooks'
import { Route, Router, useLocation } from 'preact-iso'
import { Button } from '../ui/forms/button.tsx'
import { NoPage } from '../ui/frame/page.tsx'
import { type Navigation, Shell } from '../ui/frame/shell.tsx'
import { catalogue, language } from '../ui/language/language.ts'
import { Waiting } from '../ui/service/await.tsx'
import { useLoad } from '../ui/service/load.ts'
import { Leaving } from './access/leaving.tsx'
import { NewPasswordPage } from './access/new-password.tsx'
import { NoResponse } from './access/no-response.tsx'
import { OtherMerchant } from './access/other-merchant.tsx'
import {
  api,
  followEnvironment,
  leaving,
  restoreSession,
  session,
  sessionState,
  signOut,
} from './access/session.ts'
import { SignIn } from './access/sign-in.tsx'
import { SignUp } from './access/sign-up.tsx'
import { AccountPage } from './account/account.tsx'
import { GoLivePage } from './account/go-live.tsx'
import { KeysPage } from './account/keys.tsx'
import type { Me } from './api-types.ts'
import { LinkPage } from './links/link.tsx'
import { LinksPage } from './links/links.tsx'
import { NewLinkPage } from './links/new-link.tsx'
import { OverviewPage } from './overview/overview.tsx'
import { SearchPage } from './overview/search.tsx'
import { EventsPage } from './payments/events.tsx'
import { PaymentPage } from './payments/payment.tsx'
import { PaymentsPage } from './payments/payments.tsx'
import { TryPage } from './sandbox/try.tsx'
import { TransferPage } from './transfers/transfer.tsx'
import { TransfersPage } from './transfers/transfers.tsx'
import { SettlementsPage } from './wallet/settlements.tsx'
import { WalletPage } from './wallet/wallet.tsx'
import { CallbackPage } from './webhooks/callback.tsx'
import { RequestsPage } from './webhooks/requests.tsx'
import { SignaturePage } from './webhooks/signature.tsx'

const texts = catalogue({
  fr: {
    app: 'Marchands',
    overview: 'Vue d’ensemble',
    search: 'Rechercher',
    cards: 'Cartes',
    payments: 'Paiements',
    links: 'Liens de paiement',
    money: 'Mobile money',
    transfers: 'Transferts',
    wallet: 'Portefeuille',
    settlements: 'Règlements',
    developers: 'Développeurs',
    keys: 'Clés et accès',
    callback: 'Webhooks',
    events: 'Webhooks reçus',
    signature: 'Vérifier une signature',
    guides: 'Guides ↗',
    reference: 'Référence de l’API ↗',
    requests: 'Journal des requêtes',
    test: 'Compte de test',
    try: 'Essayer',
    goLive: 'Passer en production',
    account: 'Compte',
    signOut: 'Se déconnecter',
  },
  en: {
    app: 'Merchants',
    overview: 'Overview',
    search: 'Search',
    cards: 'Cards',
    payments: 'Payments',
    links: 'Payment links',
    money: 'Mobile money',
    transfers: 'Transfers',
    wallet: 'Wallet',
    settlements: 'Settlements',
    developers: 'Developers',
    keys: 'Keys and access',
    callback: 'Webhooks',
    events: 'Received webhooks',
    signature: 'Check a signature',
    guides: 'Guides ↗',
    reference: 'API reference ↗',
    requests: 'Request log',
    test: 'Test account',
    try: 'Try it out',
    goLive: 'Go live',
    account: 'Account',
    signOut: 'Sign out',
  },
})

export function Portal() {
  useEffect(() => {
    void restoreSession()
  }, [])
  const t = texts()
  const { path } = useLocation()
  // A one-time password reset link works whether or not a user is signed in.
  if (path === '/portal/new-password')
    return (
      <Shell name={t.app} start="/portal">
        <NewPasswordPage />
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
      <Route default component={SignIn} />
    </Router>
  )
}

function navigationOf(isTest: boolean): Navigation {
  const t = texts()
  const link = (name: string, label: string) => ({ href: `/portal${name}`, label })
  return [
    { links: [link('', t.overview), link('/search', t.search)] },
    ...(isTest ? [{ heading: t.test, links: [link('/try', t.try), link('/go-live', t.goLive)] }] : []),
    { heading: t.cards, links: [link('/payments', t.payments), link('/links', t.links)] },
    {
      heading: t.money,
      links: [
        link('/transfers', t.transfers),
        link('/wallet', t.wallet),
        link('/settlements', t.settlements),
      ],
    },
    {
      heading: t.developers,
      links: [
        link('/keys', t.keys),
        link('/callback', t.callback),
        ...(isTest ? [link('/events', t.events)] : []),
        link('/signature', t.signature),
        link('/requests', t.requests),
        { href: `/guides/${language.value}`, label: t.guides, beside: true },
        { href: '/docs', label: t.reference, beside: true },
      ],
    },
    { links: [link('/account', t.account)] },
  ]
}

function SignedIn() {
  const t = texts()
  const code = session.value?.merchantCode ?? ''
  const me = useLoad(`me ${code}`, (signal) => api.get<Me>('me', {}, signal)).data
  useEffect(() => {
    if (me) followEnvironment(me.environment)
  }, [me])
  const environment = session.value?.environment
  return (
    <Shell
      name={t.app}
      start="/portal"
      environment={environment}
      links={navigationOf(environment === 'sandbox')}
      account={
        <div class="account">
          <strong>{me?.name}</strong>
          <span>{code}</span>
          <Button small appearance="quiet" onClick={signOut}>
            {t.signOut}
          </Button>
        </div>
      }
    >
      <OtherMerchant />
      <Pages />
    </Shell>
  )
}

function Pages() {
  return (
    <Router>
      <Route path="/portal" component={OverviewPage} />
      <Route path="/portal/search" component={SearchPage} />
      <Route path="/portal/payments" component={PaymentsPage} />
      <Route path="/portal/payments/:id" component={PaymentPage} />
      <Route path="/portal/links" component={LinksPage} />
      <Route path="/portal/links/new" component={NewLinkPage} />
      <Route path="/portal/links/:code" component={LinkPage} />
      <Route path="/portal/transfers" component={TransfersPage} />
      <Route path="/portal/transfers/:id" component={TransferPage} />
      <Route path="/portal/wallet" component={WalletPage} />
      <Route path="/portal/settlements" component={SettlementsPage} />
      <Route path="/portal/keys" component={KeysPage} />
      <Route path="/portal/callback" component={CallbackPage} />
      <Route path="/portal/events" component={EventsPage} />
      <Route path="/portal/signature" component={SignaturePage} />
      <Route path="/portal/requests" component={RequestsPage} />
      <Route path="/portal/try" component={TryPage} />
      <Route path="/portal/go-live" component={GoLivePage} />
      <Route path="/portal/account" component={AccountPage} />
      <Route default component={() => <NoPage start="/portal" />} />
    </Router>
  )
}
