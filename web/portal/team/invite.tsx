// The dialog that invites a person: email and role, then the link, which is shown once.
import { useState } from 'preact/hooks'
import { Code, Facts } from '../../ui/display/facts.tsx'
import { formatTime } from '../../ui/display/time.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field, Select } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { isInTestMode } from '../access/session.ts'
import type { NewInvitation } from '../api-types.ts'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { roleOptions } from './role-texts.ts'
import { teamTexts } from './texts.ts'

export function Invite({ done, close }: { done: () => void; close: () => void }) {
  const t = teamTexts()
  const [made, setMade] = useState<NewInvitation>()
  const create = async (call: ProvenCall, { email, role }: Values) => {
    setMade(await call<NewInvitation>('POST', 'invitations', { email, role }))
    done()
  }
  if (made && made.url === null)
    return (
      <Dialog title={t.invite} close={close} key="made">
        <p>{t.mailed(made.email, formatTime(made.expires_at, 'day'))}</p>
        <Button appearance="main" onClick={close}>
          {t.close}
        </Button>
      </Dialog>
    )
  if (made?.url)
    return (
      <Dialog title={t.linkTitle} close={close} locked key="made">
        <Notice title={t.linkOnce}>{t.linkText(made.email, formatTime(made.expires_at, 'day'))}</Notice>
        <Facts facts={[[t.link, <Code key="link">{made.url}</Code>, made.url]]} />
        <Button appearance="main" onClick={close}>
          {t.stored}
        </Button>
      </Dialog>
    )
  return (
    <Dialog title={t.invite} close={close} key="asking">
      {isInTestMode() && <Notice>{t.invitedToLive}</Notice>}
      <StepUp>
        {(call) => (
          <Form
            submit={(values) => create(call, values)}
            action={t.create}
            known={{
              'This email belongs to a user of the merchant already': t.exists,
              'A merchant has at most 100 users and open invitations': t.full,
            }}
          >
            <Field
              name="email"
              type="email"
              label={t.email}
              hint={t.emailHint}
              autocomplete="off"
              autocapitalize="none"
              maxLength={254}
              required
            />
            <Select name="role" label={t.role} options={roleOptions()} value="cashier" />
          </Form>
        )}
      </StepUp>
    </Dialog>
  )
}
