// The account page: profile, pricing and password.
import { useEffect, useState } from 'preact/hooks'
import { formatMoney, formatRate } from '../../ui/display/amount.tsx'
import { Card, Code, type Fact, Facts } from '../../ui/display/facts.tsx'
import { sendPassword } from '../../ui/factors/password-refusal.ts'
import { Button } from '../../ui/forms/button.tsx'
import { PasswordField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { catalogue } from '../../ui/language/language.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { api, may, session, signOut } from '../access/session.ts'
import type { Me } from '../api-types.ts'
import { preferences } from '../preferences.ts'
import { SecurityCard } from '../security/security-card.tsx'
import { securityTexts } from '../security/security-texts.ts'
import { roleTexts } from '../team/role-texts.ts'
import { SessionsCard, sessionsTexts } from '../team/sessions-card.tsx'
import { EmailConfirmation } from './confirmation.tsx'
import { NotificationsCard, notificationTexts } from './notifications-card.tsx'

const texts = catalogue({
  fr: {
    title: 'Compte',
    sections: 'Sur cette page',
    profile: 'Profil',
    name: 'Nom',
    email: 'E-mail',
    you: 'Vous',
    role: 'Votre rôle',
    code: 'Code marchand',
    rates: 'Tarifs',
    commission: 'Commission par paiement',
    bank: 'Dont part de la banque',
    transfer: 'Frais par transfert',
    password: 'Mot de passe',
    passwordIntro: 'Le changement de mot de passe ferme vos autres sessions.',
    current: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    hint: 'Au moins 12 caractères. Quatre mots au hasard suffisent.',
    show: 'Afficher',
    hide: 'Masquer',
    change: 'Changer le mot de passe',
    changed: 'Mot de passe changé.',
    wrong: 'Mot de passe actuel incorrect.',
    signOut: 'Se déconnecter',
  },
  en: {
    title: 'Account',
    sections: 'On this page',
    profile: 'Profile',
    name: 'Name',
    email: 'Email',
    you: 'You',
    role: 'Your role',
    code: 'Merchant code',
    rates: 'Pricing',
    commission: 'Commission per payment',
    bank: 'Including bank’s share',
    transfer: 'Fee per transfer',
    password: 'Password',
    passwordIntro: 'Changing your password signs out your other sessions.',
    current: 'Current password',
    next: 'New password',
    hint: 'At least 12 characters. Four random words are enough.',
    show: 'Show',
    hide: 'Hide',
    change: 'Change password',
    changed: 'Password changed.',
    wrong: 'Current password is incorrect.',
    signOut: 'Sign out',
  },
})

/** Who the merchant is, and who is signed in where that is not its first user. */
function profileFacts({ name, email, merchant_code }: Omit<Me, 'rates'>): Fact[] {
  const t = texts()
  const user = session.value?.user
  const facts: Fact[] = [
    [t.name, name],
    [t.email, email],
    [t.you, user && user.email !== email && `${user.name} · ${user.email}`],
    [t.role, user && roleTexts()[user.role].name],
    [t.code, <Code key="code">{merchant_code}</Code>, merchant_code],
  ]
  return facts.filter(([, value]) => value)
}

export function AccountPage() {
  const t = texts()
  const me = useLoad('me', (signal) => api.get<Me>('me', {}, signal))
  return (
    <Page
      title={t.title}
      side={
        <Button small onClick={signOut}>
          {t.signOut}
        </Button>
      }
    >
      <EmailConfirmation />
      <Sections isLoaded={me.data !== undefined && preferences.value !== undefined} />
      <Await of={me}>
        {({ rates, ...profile }) => (
          <div class="columns">
            <Card id="profile" title={t.profile}>
              <Facts facts={profileFacts(profile)} />
            </Card>
            <Card id="pricing" title={t.rates}>
              <Facts
                facts={[
                  [t.commission, formatRate(rates.commission_rate)],
                  [t.bank, formatRate(rates.bank_commission_rate)],
                  [
                    t.transfer,
                    `${formatRate(rates.remittance_fee_rate)} + ${formatMoney(rates.remittance_fee_fixed, 'USD')}`,
                  ],
                ]}
              />
            </Card>
          </div>
        )}
      </Await>
      {may('configure') && <NotificationsCard />}
      <Card id="password" title={t.password}>
        <NewPassword />
      </Card>
      <SecurityCard />
      <SessionsCard />
    </Page>
  )
}

/** Links to the sections. An address that names a section shows it once the page is complete. */
function Sections({ isLoaded }: { isLoaded: boolean }) {
  const t = texts()
  useEffect(() => {
    if (isLoaded && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  const sections = [
    ['profile', t.profile],
    ['pricing', t.rates],
    ...(may('configure') ? [['notifications', notificationTexts().title]] : []),
    ['password', t.password],
    ['security', securityTexts().title],
    ['sessions', sessionsTexts().title],
  ]
  return (
    <nav aria-label={t.sections}>
      <ul class="sections">
        {sections.map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function NewPassword() {
  const t = texts()
  // A new key empties the fields once the password is changed.
  const [round, setRound] = useState(0)
  const label = { show: t.show, hide: t.hide }
  return (
    <Form
      key={round}
      class="form-card"
      appearance="plain"
      action={t.change}
      known={{ 'RMT-1009': t.wrong }}
      submit={async ({ current_password, new_password }) => {
        await sendPassword('new_password', () =>
          api.post('change-password', { current_password, new_password }),
        )
        toast(t.changed)
        setRound(round + 1)
      }}
    >
      <p class="soft">{t.passwordIntro}</p>
      <PasswordField
        name="current_password"
        label={t.current}
        autocomplete="current-password"
        labels={label}
      />
      <PasswordField
        name="new_password"
        label={t.next}
        hint={t.hint}
        autocomplete="new-password"
        labels={label}
      />
    </Form>
  )
}
