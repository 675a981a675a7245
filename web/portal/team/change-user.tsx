// The dialogs that give a user another role, that reset second factors, and that remove a user.
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Select } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import type { Member } from '../api-types.ts'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { roleOptions } from './role-texts.ts'
import { teamTexts } from './texts.ts'

type Props = { user: Member; done: () => void; close: () => void }

const pathOf = ({ user_id }: Member) => `users/${encodeURIComponent(user_id)}`
const known = () => ({
  'A merchant needs at least one owner': teamTexts().lastOwner,
  'While approvals are required, a merchant keeps two users who can approve': teamTexts().lastApprover,
})

export function ChangeRole({ user, done, close }: Props) {
  const t = teamTexts()
  const save = async (call: ProvenCall, { role }: Values) => {
    await call('POST', pathOf(user), { role })
    close()
    toast(t.changed)
    done()
  }
  return (
    <Dialog title={`${t.changeRole}, ${user.name}`} close={close}>
      <StepUp>
        {(call) => (
          <Form submit={(values) => save(call, values)} action={t.change} known={known()}>
            <Select name="role" label={t.role} options={roleOptions()} value={user.role} />
            <p class="soft">{t.changeText}</p>
          </Form>
        )}
      </StepUp>
    </Dialog>
  )
}

export function RemoveUser({ user, done, close }: Props) {
  const t = teamTexts()
  const remove = async (call: ProvenCall) => {
    await call('DELETE', pathOf(user))
    close()
    toast(t.removed)
    done()
  }
  return (
    <Dialog title={t.removeTitle(user.name)} close={close}>
      <StepUp>
        {(call) => (
          <>
            <p>{t.removeText}</p>
            <Form submit={() => remove(call)} action={t.remove} appearance="danger" known={known()}>
              {null}
            </Form>
          </>
        )}
      </StepUp>
    </Dialog>
  )
}

export function ResetFactors({ user, done, close }: Props) {
  const t = teamTexts()
  const reset = async (call: ProvenCall) => {
    await call('POST', `${pathOf(user)}/reset-factors`)
    close()
    toast(t.factorsReset)
    done()
  }
  return (
    <Dialog title={t.resetTitle(user.name)} close={close}>
      <StepUp>
        {(call) => (
          <>
            <p>{t.resetText}</p>
            <Form submit={() => reset(call)} action={t.resetFactors} appearance="danger">
              {null}
            </Form>
          </>
        )}
      </StepUp>
    </Dialog>
  )
}
