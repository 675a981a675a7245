// The page of an invitation link.
import { useLocation } from 'preact-iso'
import { sendPassword } from '../../ui/factors/password-refusal.ts'
import { Field, PasswordField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { IncompleteLink, useLinkToken } from '../../ui/frame/one-time-link.tsx'
import { Page } from '../../ui/frame/page.tsx'
import { waitText } from '../../ui/language/refusal.ts'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { acceptInvitation, readInvitation } from '../access/session.ts'
import { teamTexts } from './texts.ts'

export function InvitationPage() {
  const t = teamTexts()
  const token = useLinkToken()
  return (
    <Page title={t.welcome} narrow>
      {token === '' ? <IncompleteLink start="/portal" /> : <Invitation token={token} />}
    </Page>
  )
}

/** Who invites is said before a password is typed. A link that opens nothing shows why, and no form. */
function Invitation({ token }: { token: string }) {
  const t = teamTexts()
  const { route } = useLocation()
  const invitation = useLoad('invitation', () => readInvitation(token))
  if (invitation.error?.code === 'RMT-404') return <Notice tone="bad">{t.unusable}</Notice>
  return (
    <Await of={invitation}>
      {({ merchant_name, email }) => (
        <div class="card">
          <p>{t.welcomeIntro(merchant_name, email)}</p>
          <p class="small-print">{t.stranger}</p>
          <Form
            action={t.join}
            known={{
              'RMT-404': t.unusable,
              'RMT-409': t.taken,
              'RMT-429': ({ retryAfterSeconds = 60 }) => t.tooMany(waitText(retryAfterSeconds)),
            }}
            submit={async ({ name = '', password = '' }) => {
              await sendPassword('password', () => acceptInvitation(token, name, password))
              route('/portal', true)
            }}
          >
            <Field name="name" label={t.name} autocomplete="name" maxLength={200} required />
            <PasswordField
              name="password"
              label={t.password}
              hint={t.passwordHint}
              autocomplete="new-password"
              labels={{ show: t.show, hide: t.hide }}
              required
            />
          </Form>
        </div>
      )}
    </Await>
  )
}
