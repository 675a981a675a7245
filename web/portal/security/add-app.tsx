// The dialog that sets up an authenticator app: the QR code, and the first code.

import type * as schemas from '../../api/schemas.generated.ts'
import { AppCodeField } from '../../ui/factors/app-code-field.tsx'
import { AppSecret } from '../../ui/factors/app-secret.tsx'
import { knownFactorRefusals } from '../../ui/factors/codes/code-field.tsx'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { Await } from '../../ui/service/await.tsx'
import { useLoad } from '../../ui/service/load.ts'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { securityTexts } from './security-texts.ts'

type Done = (codes: string[] | null) => void

/** @param done is given recovery codes with the first factor */
export function AddApp({ done, close }: { done: Done; close: () => void }) {
  return (
    <Dialog title={securityTexts().app} close={close}>
      <StepUp>{(call) => <FirstCode call={call} done={done} />}</StepUp>
    </Dialog>
  )
}

function FirstCode({ call, done }: { call: ProvenCall; done: Done }) {
  const t = securityTexts()
  const made = useLoad('new secret', () => call<schemas.AuthenticatorSecret['data']>('POST', 'factors/totp'))
  const turnOn = async ({ code = '' }: Values) => {
    const body = { code: code.replaceAll(/\s/g, '') }
    const added = await call<schemas.FactorAdded['data']>('POST', 'factors/totp/confirm', body)
    toast(t.saved)
    done(added.recovery_codes)
  }
  return (
    <Await of={made}>
      {({ secret, uri }) => (
        <>
          <AppSecret secret={secret} uri={uri} />
          <Form submit={turnOn} action={t.turnOn} known={knownFactorRefusals()}>
            <AppCodeField label={t.firstCode} />
          </Form>
        </>
      )}
    </Await>
  )
}
