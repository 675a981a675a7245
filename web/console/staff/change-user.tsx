// The dialogs that give a colleague another role, reset the authenticator app, and remove a colleague.
import { Select } from '../../ui/forms/field.tsx'
import { Decision } from '../parts/decision.tsx'
import { decisionTexts } from '../texts.ts'
import type { MadeLink } from './one-time-link.tsx'
import { changeRole, type Role, removeUser, resetFactor, type StaffUser } from './staff.ts'
import { roleOptions, staffTexts } from './texts.ts'

type Props = { user: StaffUser; done: () => void; close: () => void }

export function ChangeRole({ user, done, close }: Props) {
  const t = staffTexts()
  let waits = false
  return (
    <Decision
      title={`${t.changeRole}, ${user.name}`}
      explanation={t.changeText}
      action={t.change}
      decide={async ({ role, reason = '' }) => {
        const changed = await changeRole(user, { role: role as Role, reason })
        waits = 'approval_id' in changed
        done()
      }}
      done={() => (waits ? decisionTexts().waits : t.changed)}
      close={close}
    >
      <Select name="role" label={t.role} options={roleOptions()} value={user.role} />
    </Decision>
  )
}

export function RemoveUser({ user, done, close }: Props) {
  const t = staffTexts()
  return (
    <Decision
      title={t.removeTitle(user.name)}
      explanation={t.removeText}
      action={t.remove}
      appearance="danger"
      decide={async ({ reason = '' }) => {
        await removeUser(user, reason)
        done()
      }}
      done={t.removed}
      close={close}
    />
  )
}

/** @param made shows the link once */
export function ResetFactor({ user, done, made, close }: Props & { made: (link: MadeLink) => void }) {
  const t = staffTexts()
  return (
    <Decision
      title={t.resetTitle(user.name)}
      explanation={t.resetText}
      action={t.reset}
      appearance="danger"
      decide={async ({ reason = '' }) => {
        made({ ...(await resetFactor(user, reason)), waits: false })
        done()
      }}
      done={t.wasReset}
      close={close}
    />
  )
}
