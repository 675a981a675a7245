// The account of the signed-in admin: passkeys, recovery codes, password and sessions.
import { useState } from 'preact/hooks'
import { Notice } from '../../ui/frame/notice.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { session } from '../frame/session.ts'
import { SessionsCard } from '../staff/sessions-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { RecoveryCard } from './recovery-card.tsx'
import { accountTexts } from './texts.ts'

export function AccountPage() {
  const t = accountTexts()
  const [round, setRound] = useState(0)
  const user = session.value?.me.user
  if (!user)
    return (
      <Page title={t.title}>
        <Notice>{t.noAccount}</Notice>
      </Page>
    )
  return (
    <Page title={t.title} intro={t.intro(user.email)}>
      <PasskeysCard />
      <RecoveryCard />
      <PasswordCard changed={() => setRound(round + 1)} />
      <SessionsCard key={round} of={user.email} />
    </Page>
  )
}
