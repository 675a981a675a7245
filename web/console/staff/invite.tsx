// The dialog that invites a colleague, or makes a new link for one who has not accepted yet.
import { Field, Select } from '../../ui/forms/field.tsx'
import { Decision } from '../parts/decision.tsx'
import type { MadeLink } from './one-time-link.tsx'
import { inviteUser, type Role, type StaffUser } from './staff.ts'
import { roleOptions, staffTexts } from './texts.ts'

type Props = {
  /** Whose earlier link is replaced. */
  again?: StaffUser
  done: () => void
  made: (link: MadeLink) => void
  close: () => void
}

export function Invite({ again, done, made, close }: Props) {
  const t = staffTexts()
  return (
    <Decision
      title={again ? `${t.again}, ${again.name}` : t.invite}
      explanation={t.inviteText}
      action={t.create}
      decide={async ({ email = '', name = '', role, reason = '' }) => {
        const invited = await inviteUser({ email, name, role: role as Role, reason })
        made({ ...invited, waits: invited.approval !== null })
        done()
      }}
      done={t.linkMade}
      close={close}
    >
      <Field
        name="email"
        type="email"
        label={t.email}
        hint={t.emailHint}
        value={again?.email}
        autocomplete="off"
        autocapitalize="none"
        maxLength={254}
        required
      />
      <Field
        name="name"
        label={t.name}
        hint={t.nameHint}
        value={again?.name}
        autocomplete="off"
        maxLength={200}
        required
      />
      <Select name="role" label={t.role} options={roleOptions()} value={again?.role ?? 'support'} />
    </Decision>
  )
}
