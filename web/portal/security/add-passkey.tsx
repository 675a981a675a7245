// The dialog that adds a passkey of this device, or of another one that the browser offers.
import { useState } from 'preact/hooks'
import type * as schemas from '../../api/schemas.generated.ts'
import { Dialog } from '../../ui/forms/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form, type Values } from '../../ui/forms/form.tsx'
import { Notice } from '../../ui/frame/notice.tsx'
import { toast } from '../../ui/frame/toast.tsx'
import { type ProvenCall, StepUp } from '../step-up/step-up.tsx'
import { knownFactorRefusals } from './code-field.tsx'
import { newPasskey, passkeyFault } from './passkey.ts'
import { securityTexts } from './security-texts.ts'
import { factorTexts } from './texts.ts'

type Added = schemas.PasskeyAdded['data']
type Options = schemas.PasskeyCreationOptions['data']

/** @param done is given recovery codes with the first factor */
export function AddPasskey({ done, close }: { done: (codes: string[] | null) => void; close: () => void }) {
  const t = securityTexts()
  const [fault, setFault] = useState<string>()
  const add = async (call: ProvenCall, { name }: Values) => {
    setFault(undefined)
    const options = await call<Options>('POST', 'factors/passkeys/options')
    const passkey = await newPasskey(options).catch((error: unknown) => {
      const text = passkeyFault(error)
      if (text === undefined) throw error
      setFault(text)
    })
    if (!passkey) return
    const { recovery_codes } = await call<Added>('POST', 'factors/passkeys', { name, passkey })
    toast(t.saved)
    done(recovery_codes)
  }
  return (
    <Dialog title={t.addPasskey} close={close}>
      <StepUp>
        {(call) => (
          <>
            <p class="soft">{t.passkeyHint}</p>
            {fault && <Notice tone="bad">{fault}</Notice>}
            <Form
              submit={(values) => add(call, values)}
              action={factorTexts().goOn}
              known={knownFactorRefusals()}
            >
              <Field
                name="name"
                label={t.passkeyName}
                hint={t.passkeyNameHint}
                value={deviceName()}
                maxLength={60}
                required
              />
            </Form>
          </>
        )}
      </StepUp>
    </Dialog>
  )
}

/** What this device is, as a first suggestion. */
function deviceName(): string {
  return /iPhone|iPad|Android|Windows|Macintosh|Linux/.exec(navigator.userAgent)?.[0] ?? ''
}
